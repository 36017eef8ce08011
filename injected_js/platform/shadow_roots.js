/** What selectors find in the document and in the page's open shadow trees, which `querySelector` stops at. */
import { all, isConnected, one } from "./captured_dom.js";

const MANY = 1000;

export class Roots {
  constructor() {
    /** @type {Set<ShadowRoot>} in the order in which they were found */
    this.known = new Set();
  }

  /** @param {ShadowRoot} root */
  add(root) {
    if (this.known.size >= MANY) this.#thin();
    this.known.add(root);
  }

  /** @param {string} selector @returns {Element[]} the document's first, then each tree's */
  all(selector) {
    const found = [...all(document, selector)];
    for (const root of this.known) {
      // A tree that a site took out may come back: it is passed over, not forgotten.
      if (isConnected(root)) found.push(...all(root, selector));
    }
    return found;
  }

  /** @param {string} selector @returns {boolean} */
  some(selector) {
    if (one(document, selector)) return true;
    for (const root of this.known) if (isConnected(root) && one(root, selector)) return true;
    return false;
  }

  /** Trees that come back are found again: those that are gone need not be kept for ever. */
  #thin() {
    for (const root of this.known) if (!isConnected(root)) this.known.delete(root);
  }
}
