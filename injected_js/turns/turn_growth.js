/** Notes the lengths of the elements after a message: an answer that is written in pieces has many. */
import { isConnected } from "../platform/captured_dom.js";
import { wholeText } from "./shown_text.js";

/** @typedef {{ at: number, size: number }[]} Sizes  the lengths that were seen, and when each was new */

export class TurnGrowth {
  constructor() {
    /** @type {WeakMap<Element, Sizes>} */
    this.known = new WeakMap();
    /** The elements of the last look. @type {Element[]} */
    this.last = [];
  }

  /**
   * @param {Element[]} elements  those after the message, in their order
   * @param {number} now
   */
  look(elements, now) {
    for (const [at, element] of elements.entries()) {
      const before = this.last[at];
      const drawnAgain = before && !isConnected(before) ? this.known.get(before) : undefined;
      const sizes = this.known.get(element) ?? [...(drawnAgain ?? [])];
      const size = wholeText(element).length;
      if (size && size !== sizes.at(-1)?.size) sizes.push({ at: now, size });
      this.known.set(element, sizes);
    }
    this.last = elements;
  }

  /** The page drew the answer again, in this element. @param {Element} element @param {Sizes} sizes  those until now */
  goOn(element, sizes) {
    const own = this.of(element);
    if (own.length >= sizes.length) return;
    const last = own.at(-1);
    this.known.set(element, last && last.size !== sizes.at(-1)?.size ? [...sizes, last] : [...sizes]);
  }

  /** @param {Element} element @returns {Sizes} */
  of(element) {
    return this.known.get(element) ?? [];
  }
}
