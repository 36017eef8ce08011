/** A block's part in one press that runs several calls: the button (in the last block), and the check of this block. */
import { mark, t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { DWELL, boxOf } from "./click_guard.js";

/** @typedef {import("./face_protocol.js").Wires} Wires */

export class TogetherButton {
  /**
   * @param {object} block
   * @param {HTMLElement} block.buttons  the row that it is in
   * @param {import("./click_guard.js").ClickGuard | null} block.guard
   * @param {() => Element[]} block.toRead  returns the parts that must be fully visible before the call runs
   * @param {() => boolean} block.unfolded  there are no arguments, or they are shown
   * @param {Wires} block.wires
   * @param {(text: string) => void} block.refuse
   */
  constructor({ buttons, guard, toRead, unfolded, wires, refuse }) {
    this.buttons = buttons;
    this.guard = guard;
    this.toRead = toRead;
    this.unfolded = unfolded;
    this.wires = wires;
    this.refuse = refuse;
    /** The ids of the blocks whose calls the button runs. If there are none, the button is not shown. @type {string[]} */
    this.ids = [];
    this.seen = false;
    this.waiting = 0;
    this.controller = new AbortController();
  }

  /** Draws a new button, also when only the number changes: the user must see it for a while before a press counts. */
  draw() {
    this.controller.abort();
    this.controller = new AbortController();
    this.buttons.querySelector(".run-all-button")?.remove();
    if (!this.ids.length || !this.#execute()) return;
    const { ids } = this;
    const words = t("Run all {count}", { count: ids.length });
    const button = make("button", "run-all-button", words);
    button.setAttribute("aria-label", t("Run all {count} calls that are in view", { count: ids.length }));
    this.buttons.insertBefore(button, this.buttons.querySelector("button:not(.raw-toggle)"));
    this.guard?.guard(
      {
        element: button,
        read: this.toRead,
        down: (pointed) => this.wires.down(pointed),
        accept: (pointed) => this.wires.together?.(pointed, ids),
        unseen: (pointed) => this.wires.unseen("together", pointed),
        refuse: this.refuse,
      },
      this.controller.signal,
    );
  }

  #execute() {
    return this.buttons.querySelector(".execute-button");
  }

  /** @returns {Element[]} none if the call can't run */
  #parts() {
    const run = this.#execute();
    return run && this.unfolded() ? [run, ...this.toRead()] : [];
  }

  /** Reports when all parts that must be read have been fully visible for a while, and when that ends. */
  look() {
    const parts = this.#parts();
    const seen = parts.length > 0 && !!this.guard?.sees(parts);
    if (seen === this.seen) return;
    this.seen = seen;
    clearTimeout(this.waiting);
    if (seen) this.waiting = setTimeout(() => this.wires.readable?.(true), DWELL);
    else this.wires.readable?.(false);
  }

  /**
   * @param {number} at  when a block was pressed, in ms since the epoch
   * @returns {{ why: string, boxes: import("./face_protocol.js").Box[] }} `why` that press does not count for this block, or ""
   */
  judge(at) {
    const parts = this.#parts();
    if (!parts.length || !this.guard) return { why: mark("it can't run"), boxes: [] };
    return { why: this.guard.objectionAt(at - performance.timeOrigin, parts) ?? "", boxes: parts.map(boxOf) };
  }

  end() {
    clearTimeout(this.waiting);
    this.controller.abort();
  }
}
