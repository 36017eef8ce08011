/**
 * Queries selectors in the document and in the page's shadow trees, which `querySelector` does not enter: the open ones,
 * and the closed ones that are known (closed_trees.js).
 */
import { all, isConnected, one } from "./captured_dom.js";
import { watchScrollsOf } from "./scroll_events.js";

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
    watchScrollsOf(root);
  }

  /** @param {string} selector @returns {Element[]} the document's matches first, then those of each tree */
  all(selector) {
    const found = [...all(document, selector)];
    for (const root of this.known) {
      // A site may add a removed tree again: it is skipped, not deleted.
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

  /** Deletes removed trees; those that the site adds again are found again. */
  #thin() {
    for (const root of this.known) if (!isConnected(root)) this.known.delete(root);
  }
}
