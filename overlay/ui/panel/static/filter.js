/** Filters the listed calls by a text in them, by their state, and by their chat. */
import { mark, t } from "./platform/language.js";
import { byId, make, write } from "./dom.js";

/** @type {Record<string, string[]>} the states of calls that belong to each choice */
const STATES = {
  waiting: ["ready", "scheduled", "awaiting approval"],
  running: ["running"],
  done: ["done"],
  failed: ["failed"],
  denied: ["denied"],
  stopped: ["cancelled", "unknown"],
};

/** @type {Record<string, string>} */
const WORDS = {
  ready: mark("ready"),
  scheduled: mark("scheduled"),
  "awaiting approval": mark("awaiting approval"),
  running: mark("running"),
  done: mark("done"),
  failed: mark("failed"),
  denied: mark("denied"),
  cancelled: mark("cancelled"),
  unknown: mark("unknown"),
};

/** @param {import("./types.js").CallRow} call @returns {string} its state in words */
export const stateOf = ({ status }) => t(WORDS[status] ?? status);

export class CallFilter {
  /** @param {() => void} changed */
  constructor(changed) {
    this.text = /** @type {HTMLInputElement} */ (byId("call-text"));
    this.state = /** @type {HTMLSelectElement} */ (byId("call-state"));
    this.chat = /** @type {HTMLSelectElement} */ (byId("call-chat"));
    this.text.addEventListener("input", changed);
    for (const select of [this.state, this.chat]) select.addEventListener("change", changed);
    this.changed = changed;
  }

  /** @param {import("./types.js").ChatRow[]} chats */
  setChats(chats) {
    const before = this.chat.value;
    const all = make("option", "", t("All chats"));
    all.value = "";
    const options = chats.map(({ id, title }) => {
      const option = make("option", "", title || t("Untitled"));
      option.value = id;
      return option;
    });
    this.chat.replaceChildren(all, ...options);
    this.chat.value = chats.some(({ id }) => id === before) ? before : "";
    byId("in-calls").hidden = chats.length < 2;
    if (this.chat.value !== before) this.changed();
  }

  /** @param {import("./types.js").CallRow[]} calls @returns {import("./types.js").CallRow[]} */
  of(calls) {
    byId("call-filter").hidden = !calls.length;
    const text = this.text.value.trim().toLowerCase();
    const states = STATES[this.state.value];
    const chat = this.chat.value;
    const found = calls.filter(
      (call) =>
        (!states || states.includes(call.status)) &&
        (!chat || call.chat === chat) &&
        (!text || `${call.name} ${call.text} ${call.note} ${stateOf(call)}`.toLowerCase().includes(text)),
    );
    const filtered = text || states || chat;
    write(
      byId("calls-found"),
      filtered ? t("{found} of {count} calls", { found: found.length, count: calls.length }) : "",
    );
    return found;
  }
}
