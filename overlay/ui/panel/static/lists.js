/** The lists of servers and of permissions. */
import { mark, t } from "./platform/language.js";
import { button, byId, write, switchOf } from "./dom.js";
import { frame, listOf, none, part } from "./row_frame.js";
import { updateRows } from "./rows.js";

/** @type {Record<string, string>} */
const STATES = {
  connecting: mark("connecting"),
  ready: mark("ready"),
  failed: mark("failed"),
  disabled: mark("disabled"),
};

/** @param {import("./types.js").ServerRow[]} servers @param {import("./dom.js").Say} say */
export const showServers = (servers, say) => {
  byId("servers").hidden = !servers.length;
  updateRows(listOf("servers"), servers, {
    key: (server) => server.key,
    create: (server) => {
      const row = frame();
      const trust = button("trust", "", () => say({ t: "trust", key: server.key, on: trust.dataset.on === "true" }));
      part(row, "controls").append(
        trust,
        switchOf(server.key, (on) => say({ t: "server", key: server.key, on })),
      );
      return row;
    },
    update: (row, server) => {
      write(part(row, "name"), server.key);
      write(part(row, "badge"), t(STATES[server.state] ?? server.state));
      part(row, "badge").dataset.state = server.state;
      write(part(row, "line"), [server.reason, server.note, server.target].filter(Boolean).join(" · "));
      part(row, "switch").setAttribute("aria-checked", String(server.on));
      const trust = part(row, "trust");
      trust.hidden = server.trusted === null;
      trust.dataset.on = String(!server.trusted);
      write(trust, server.trusted ? t("Stop trusting") : t("Trust"));
      trust.setAttribute(
        "aria-label",
        server.trusted ? t("Stop trusting {name}", { name: server.key }) : t("Trust {name}", { name: server.key }),
      );
    },
  });
};

/** @param {import("./types.js").GrantRow[]} allowed @param {import("./dom.js").Say} say */
export const showAllowed = (allowed, say) => {
  none("allowed", allowed.length);
  updateRows(listOf("allowed"), allowed, {
    key: (entry) => entry.id,
    create: (entry) => {
      const row = frame();
      const revoke = button("revoke", t("Revoke"), () => say({ t: "revoke", id: entry.id }));
      revoke.setAttribute("aria-label", t("Revoke {name} on {site}", { name: entry.tool, site: entry.site }));
      part(row, "controls").append(revoke);
      return row;
    },
    update: (row, entry) => {
      write(part(row, "name"), entry.tool);
      write(part(row, "badge"), entry.site);
      write(part(row, "line"), entry.text);
    },
  });
};
