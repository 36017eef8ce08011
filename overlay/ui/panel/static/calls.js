/** The list of calls: running calls, calls that wait for a press, and ended calls with their results. */
import { mark, t } from "./platform/language.js";
import { button, byId, write } from "./dom.js";
import { CallFilter, stateOf } from "./filter.js";
import { frame, none, part } from "./row_frame.js";
import { VirtualList } from "./virtual_list.js";
import { HIDE, hideResult, isShown, showResult } from "./result.js";
import { isReviewed } from "./review.js";
import { spent } from "./face/run_line.js";

const TICK = 1000;

const ACTIONS = {
  execute: mark("Execute…"),
  cancel: mark("Cancel"),
  show: mark("Show"),
  review: mark("Review…"),
  insert: mark("Insert"),
  again: mark("Run again"),
};
const NAMES = {
  execute: mark("Execute {name}"),
  cancel: mark("Cancel {name}"),
  show: mark("Show {name}"),
  review: mark("Review the result of {name}"),
  insert: mark("Insert the result of {name}"),
  again: mark("Run again {name}"),
};

export class Calls {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.say = say;
    /** @type {Map<string, import("./types.js").CallRow>} */
    this.known = new Map();
    /** @type {Set<string>} the calls whose result was opened without a press */
    this.opened = new Set();
    /** @type {Set<string>} the calls whose arguments and result are open */
    this.open = new Set();
    /** @type {Map<string, HTMLElement>} open rows that are out of view, or move to another list */
    this.parked = new Map();
    this.timer = 0;
    this.filter = new CallFilter(() => this.#draw());
    this.lists = Array.from(byId("calls").querySelectorAll("ul"), (list) => ({
      group: list.dataset.group,
      rows: new VirtualList(
        list,
        {
          key: (/** @type {import("./types.js").CallRow} */ call) => call.id,
          create: (call) => this.#elsewhere(call.id) ?? frame(),
          update: (row, call) => this.#update(row, call),
          stays: (row) => isShown(row) || isReviewed(row),
        },
        this.parked,
      ),
    }));
  }

  /** @param {import("./types.js").CallChanges} changes */
  take({ order, changed }) {
    const rows = new Map(changed.map((row) => [row.id, row]));
    this.known = new Map(
      order.flatMap((id) => {
        const row = rows.get(id) ?? this.known.get(id);
        return row ? [[id, row]] : [];
      }),
    );
    for (const ids of [this.opened, this.open, this.parked]) {
      for (const id of ids.keys()) if (!this.known.has(id)) ids.delete(id);
    }
    this.#draw();
  }

  /** @param {import("./types.js").ResultShown} result */
  result(result) {
    this.open.add(result.id);
    showResult(result);
  }

  /** @param {import("./types.js").ChatRow[]} chats */
  setChats(chats) {
    this.filter.setChats(chats);
  }

  #draw() {
    const calls = Array.from(this.known.values());
    none("calls", calls.length);
    const found = this.filter.of(calls);
    for (const { group, rows } of this.lists) rows.show(found.filter((call) => call.group === group));
    for (const call of calls) {
      if (!call.open || this.opened.has(call.id)) continue;
      this.opened.add(call.id);
      this.say({ t: "call", id: call.id, action: "show" });
    }
  }

  /**
   * The open row of a call in its earlier list. It is moved, so that the user's selection in it stays.
   * @param {string} id @returns {HTMLElement | undefined}
   */
  #elsewhere(id) {
    const rows = Array.from(byId("calls").querySelectorAll("li"));
    return rows.find((row) => row.dataset.key === id && isShown(row));
  }

  /** @param {HTMLElement} row @param {import("./types.js").CallRow} call */
  #update(row, call) {
    write(part(row, "name"), call.name);
    write(part(row, "badge"), stateOf(call));
    part(row, "badge").dataset.state = call.status;
    write(part(row, "line"), [call.text, call.note].filter(Boolean).join(" · "));
    const bar = /** @type {HTMLProgressElement} */ (row.querySelector("progress"));
    bar.hidden = call.progress === null;
    bar.value = call.progress ?? 0;
    bar.setAttribute("aria-label", t("Progress of {name}", { name: call.name }));
    row.dataset.began = String(call.began ?? "");
    this.#drawTimes();
    const actions = call.actions.join();
    if (row.dataset.actions === actions && row.dataset.status === call.status) return;
    row.dataset.actions = actions;
    row.dataset.status = call.status;
    part(row, "controls").replaceChildren(...this.#buttons(row, call));
    // The call may have a result by now.
    if (this.open.has(call.id)) this.say({ t: "call", id: call.id, action: "show" });
  }

  /** Shows for how long each running call has been running, as long as there is one. */
  #drawTimes() {
    clearTimeout(this.timer);
    const rows = Array.from(byId("calls").querySelectorAll("li"));
    for (const row of rows)
      write(part(row, "elapsed"), row.dataset.began ? spent(Date.now() - Number(row.dataset.began)) : "");
    if (rows.some((row) => row.dataset.began)) this.timer = setTimeout(() => this.#drawTimes(), TICK);
  }

  /** @param {HTMLElement} row @param {import("./types.js").CallRow} call */
  #buttons(row, call) {
    return call.actions.map((action) => {
      const shown = action === "show" && isShown(row);
      const text = shown ? t("Hide") : t(ACTIONS[action]);
      const one = button(action, text, () => {
        if (action === "show" && isShown(row)) {
          this.open.delete(call.id);
          hideResult(row);
        } else this.say({ t: "call", id: call.id, action });
      });
      one.setAttribute("aria-label", t(shown ? HIDE : NAMES[action], { name: call.name }));
      if (action === "show") one.setAttribute("aria-expanded", String(isShown(row)));
      return one;
    });
  }
}
