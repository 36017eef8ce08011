/** The list of calls: running ones, ones that wait for a press, and ended ones with their results. */
import { button, byId, write } from "./dom.js";
import { frame, none, part } from "./listed.js";
import { hideResult, isShown } from "./result.js";
import { keep } from "./rows.js";

const ACTIONS = { execute: "Execute…", cancel: "Cancel", show: "Show", insert: "Insert" };
const NAMES = { execute: "Execute", cancel: "Cancel", show: "Show the result of", insert: "Insert the result of" };

/** @param {HTMLElement} row @param {import("./types.js").CallRow} call @param {import("./types.js").Say} say */
const buttons = (row, call, say) =>
  call.actions.map((action) => {
    const text = action === "show" && isShown(row) ? "Hide" : ACTIONS[action];
    const one = button(action, text, () => {
      if (action === "show" && isShown(row)) hideResult(row);
      else say({ t: "call", id: call.id, action });
    });
    one.setAttribute("aria-label", `${NAMES[action]} ${call.name}`);
    if (action === "show") one.setAttribute("aria-expanded", String(isShown(row)));
    return one;
  });

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
        if (row.dataset["actions"] !== call.actions.join()) {
          row.dataset["actions"] = call.actions.join();
          part(row, "controls").replaceChildren(...buttons(row, call, say));
        }
        if (!call.open || row.dataset["opened"]) return;
        row.dataset["opened"] = "true";
        say({ t: "call", id: call.id, action: "show" });
      },
    });
  }
};
