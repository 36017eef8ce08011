/** Calls, tools, servers and permissions: one row each. */
import { button, byId, make, write, switchOf } from "./dom.js";
import { keep } from "./rows.js";

const ACTIONS = { execute: "Execute…", cancel: "Cancel" };

/** @param {HTMLElement} row @param {string} kind @returns {HTMLElement} */
const part = (row, kind) => /** @type {HTMLElement} */ (row.querySelector(`.${kind}`));

/** @param {string} section @returns {HTMLElement} */
const listOf = (section) => /** @type {HTMLElement} */ (byId(section).querySelector("ul"));

/** A row's frame: its name, a line below it, and room for what can be pressed. @returns {HTMLElement} */
const frame = () => {
  const row = make("li");
  const text = make("div", "text");
  const head = make("div", "head");
  head.append(make("span", "name"), make("span", "badge"));
  text.append(head, make("div", "line"));
  row.append(text, make("div", "controls"));
  return row;
};

/** @param {string} section @param {number} count */
const none = (section, count) => {
  const line = /** @type {HTMLElement | null} */ (byId(section).querySelector(".none"));
  if (line) line.hidden = count > 0;
};

/** @param {import("./types.js").CallRow[]} calls @param {import("./types.js").Say} say */
export const showCalls = (calls, say) => {
  none("calls", calls.length);
  for (const list of byId("calls").querySelectorAll("ul")) {
    const rows = calls.filter((call) => call.group === list.dataset["group"]);
    list.hidden = !rows.length;
    keep(list, rows, {
      key: (call) => call.id,
      create: frame,
      update: (row, call) => {
        write(part(row, "name"), call.name);
        write(part(row, "badge"), call.status);
        part(row, "badge").dataset["state"] = call.status;
        write(part(row, "line"), [call.text, call.note].filter(Boolean).join(" · "));
        if (row.dataset["actions"] === call.actions.join()) return;
        row.dataset["actions"] = call.actions.join();
        part(row, "controls").replaceChildren(
          ...call.actions.map((action) => {
            const one = button(action, ACTIONS[action], () => say({ t: "call", id: call.id, action }));
            one.setAttribute("aria-label", `${action === "execute" ? "Execute" : "Cancel"} ${call.name}`);
            return one;
          }),
        );
      },
    });
  }
};

/** @param {import("./types.js").ToolRow[]} tools @param {import("./types.js").Say} say */
export const showTools = (tools, say) => {
  none("tools", tools.length);
  keep(listOf("tools"), tools, {
    key: (tool) => tool.name,
    create: (tool) => {
      const row = frame();
      part(row, "controls").append(switchOf(tool.name, (on) => say({ t: "tool", name: tool.name, on })));
      return row;
    },
    update: (row, tool) => {
      write(part(row, "name"), tool.name);
      write(part(row, "badge"), tool.server);
      write(part(row, "line"), tool.text);
      part(row, "switch").setAttribute("aria-checked", String(tool.on));
    },
  });
};

/** @param {import("./types.js").ServerRow[]} servers @param {import("./types.js").Say} say */
export const showServers = (servers, say) => {
  byId("servers").hidden = !servers.length;
  keep(listOf("servers"), servers, {
    key: (server) => server.key,
    create: (server) => {
      const row = frame();
      const vouch = button("vouch", "", () => say({ t: "vouch", key: server.key, on: vouch.dataset["on"] === "true" }));
      part(row, "controls").append(vouch, switchOf(server.key, (on) => say({ t: "server", key: server.key, on })));
      return row;
    },
    update: (row, server) => {
      write(part(row, "name"), server.key);
      write(part(row, "badge"), server.state);
      part(row, "badge").dataset["state"] = server.state;
      write(part(row, "line"), [server.reason, server.note, server.target].filter(Boolean).join(" · "));
      part(row, "switch").setAttribute("aria-checked", String(server.on));
      const vouch = part(row, "vouch");
      vouch.hidden = server.vouched === null;
      vouch.dataset["on"] = String(!server.vouched);
      write(vouch, server.vouched ? "Unvouch" : "Vouch");
      vouch.setAttribute("aria-label", `${server.vouched ? "Unvouch" : "Vouch"} ${server.key}`);
    },
  });
};

/** @param {import("./types.js").AllowedRow[]} allowed @param {import("./types.js").Say} say */
export const showAllowed = (allowed, say) => {
  none("allowed", allowed.length);
  keep(listOf("allowed"), allowed, {
    key: (entry) => entry.id,
    create: (entry) => {
      const row = frame();
      const back = button("back", "Take back", () => say({ t: "take_back", id: entry.id }));
      back.setAttribute("aria-label", `Take back ${entry.tool} on ${entry.site}`);
      part(row, "controls").append(back);
      return row;
    },
    update: (row, entry) => {
      write(part(row, "name"), entry.tool);
      write(part(row, "badge"), entry.site);
      write(part(row, "line"), entry.text);
    },
  });
};
