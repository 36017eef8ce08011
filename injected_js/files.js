/** The site's own way to take a file: an input, wherever it stands, or a button that asks for one. */
import { all, createWalker, dataOf, matches, rectOf, rootElement } from "./dom.js";
import { shown } from "./boxtext.js";
import { Roots } from "./roots.js";

const STEM = 12;

export class Files {
  /** @param {Roots} roots */
  constructor(roots = new Roots()) {
    this.roots = roots;
    /** @type {HTMLInputElement | null} */
    this.given = null;
    /** @type {Element | null} */
    this.pressed = null;
  }

  /** @param {string} selector @returns {Element | null} an input, seen or not, before a button that is seen */
  #find(selector) {
    const found = this.roots.all(selector);
    const input = found.filter((element) => element instanceof HTMLInputElement && element.type === "file" && !matches(element, ":disabled")).at(-1);
    return input ?? found.filter(shown).at(-1) ?? null;
  }

  /** @param {string} selector @returns {"none" | "input" | "button"} */
  kind(selector) {
    const found = this.#find(selector);
    if (!found) return "none";
    return found instanceof HTMLInputElement && found.type === "file" ? "input" : "button";
  }

  /** @param {string} selector @returns {Element | null} the input, which is now the one that was given a file */
  input(selector) {
    const found = this.#find(selector);
    this.given = found instanceof HTMLInputElement ? found : null;
    return this.given;
  }

  /** @param {string} selector @returns {{ x: number, y: number } | null} where the button can be pressed */
  point(selector) {
    this.given = null;
    const button = (this.pressed = this.#find(selector));
    if (!button) return null;
    const { x, y, width, height } = rectOf(button);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** @param {string} selector @returns {"" | "input" | "button"} what stands there now that did not before the press */
  offers(selector) {
    const found = this.#find(selector);
    if (!found || found === this.pressed) return "";
    return this.kind(selector) === "input" ? "input" : "button";
  }

  /** @param {string} name @returns {boolean} the input that was given the file still has it */
  holds(name) {
    return [...(this.given?.files ?? [])].some((file) => file.name === name);
  }

  /**
   * Sites shorten the names they show, so the beginning of one counts.
   * @param {string} name
   * @returns {number} how often the page names the file
   */
  named(name) {
    const stem = name.slice(0, STEM);
    let count = 0;
    for (const root of [rootElement(), ...this.roots.known]) {
      const walker = createWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (dataOf(node).includes(stem)) count += 1;
      for (const element of all(root, "[title], [aria-label], [alt]")) {
        if (["title", "aria-label", "alt"].some((key) => element.getAttribute(key)?.includes(stem))) count += 1;
      }
    }
    return count;
  }
}
