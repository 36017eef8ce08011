/** The lists of servers and of permissions. */
import { button, byId, write, switchOf } from "./dom.js";
import { frame, listOf, none, part } from "./listed.js";
import { keep } from "./rows.js";

/** @param {import("./types.js").ServerRow[]} servers @param {import("./types.js").Say} say */
export const showServers = (servers, say) => {
  byId("servers").hidden = !servers.length;
  keep(listOf("servers"), servers, {
    key: (server) => server.key,
    create: (server) => {
      const row = frame();
      const vouch = button("vouch", "", () => say({ t: "trust", key: server.key, on: vouch.dataset["on"] === "true" }));
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
      write(vouch, server.vouched ? "Stop trusting" : "Trust");
      vouch.setAttribute("aria-label", `${server.vouched ? "Stop trusting" : "Trust"} ${server.key}`);
    },
  });
};

/** @param {import("./types.js").GrantRow[]} allowed @param {import("./types.js").Say} say */
export const showAllowed = (allowed, say) => {
  none("allowed", allowed.length);
  keep(listOf("allowed"), allowed, {
    key: (entry) => entry.id,
    create: (entry) => {
      const row = frame();
      const back = button("back", "Take back", () => say({ t: "revoke", id: entry.id }));
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
