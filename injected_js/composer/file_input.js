/** The site's way to upload a file: a file input anywhere in the page, or a button that adds one. */
import { all, createWalker, dataOf, matches, rootElement } from "../platform/captured_dom.js";
import { shown } from "../site/selectors.js";
import { nearest } from "./nearest_element.js";
import { isUncovered, press } from "./button_press.js";
import { Roots } from "../platform/shadow_roots.js";

const STEM = 12;
/** Previews of a picture that is not sent yet. */
const PREVIEWS = 'img[src^="blob:"], img[src^="data:"], [style*="blob:"], [style*="data:image/"]';

/** @param {string} accept  of a file input @param {string} type @param {string} name @returns {boolean} */
const isAccepted = (accept, type, name) => {
  const allowed = accept
    .toLowerCase()
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const fits = (/** @type {string} */ each) =>
    each === type ||
    each === "*/*" ||
    (each.endsWith("/*") && type.startsWith(each.slice(0, -1))) ||
    (each.startsWith(".") && name.toLowerCase().endsWith(each));
  return !allowed.length || allowed.some(fits);
};

/** @param {Element} element @returns {element is HTMLInputElement} */
const isInput = (element) => element instanceof HTMLInputElement && element.type === "file";

export class Files {
  /** @param {Roots} roots @param {() => Element | null} box the message box, which the input belongs to */
  constructor(roots = new Roots(), box = () => null) {
    this.roots = roots;
    this.box = box;
    /** @type {HTMLInputElement | null} */
    this.given = null;
    /** The matches before the last press, which are ignored after it. @type {Set<Element>} */
    this.before = new Set();
  }

  /**
   * Finds an input, shown or not, else a shown button. Of several inputs, those that take every file come first:
   * the others are for pictures. Of those, the one nearest to the message box is returned; null if their only common
   * ancestor with the box is the whole page, since each may have another purpose.
   * @param {string} selector @returns {Element | null}
   */
  #find(selector) {
    const found = this.roots.all(selector).filter((element) => !this.before.has(element));
    const inputs = found.filter((element) => isInput(element) && !matches(element, ":disabled"));
    const open = inputs.filter((input) => !(/** @type {HTMLInputElement} */ (input).accept));
    const among = [open, inputs].find((several) => several.length) ?? found.filter(shown);
    const box = this.box();
    return box && among.length > 1 ? nearest(box, among) : (among.at(-1) ?? null);
  }

  /** @param {string} selector @returns {"" | "input" | "button"} the element that accepts a file; "": none */
  offers(selector) {
    const found = this.#find(selector);
    if (!found) return "";
    return isInput(found) ? "input" : "button";
  }

  /** Begins a new search. @param {string} selector @returns {"" | "input" | "button"} */
  kind(selector) {
    this.given = null;
    this.before.clear();
    return this.offers(selector);
  }

  /**
   * Begins a new search.
   * @param {string} selector @param {string} type @param {string} name
   * @returns {boolean} the page accepts such a file, according to its input's `accept`
   */
  takes(selector, type, name) {
    if (!this.kind(selector)) return false;
    const found = this.#find(selector);
    return !found || !isInput(found) || isAccepted(found.accept, type, name);
  }

  /** @returns {number} the number of pictures with a `blob:` or `data:` URL, which is how sites preview unsent pictures */
  previews() {
    return this.roots.all(PREVIEWS).length;
  }

  /** @param {string} selector @returns {Element | null} the input, which `holds` checks from now on */
  input(selector) {
    const found = this.#find(selector);
    this.given = found && isInput(found) ? found : null;
    return this.given;
  }

  /** @param {string} selector @returns {boolean} the button was pressed; from now on only new matches count */
  press(selector) {
    const button = this.#find(selector);
    if (!button || !isUncovered(button)) return false;
    this.before = new Set(this.roots.all(selector));
    press(button);
    return true;
  }

  /** @param {string} name @returns {boolean} the input that received the file still holds it */
  holds(name) {
    return [...(this.given?.files ?? [])].some((file) => file.name === name);
  }

  /**
   * Counts by the beginning of the name, since sites shorten the names they show.
   * @param {string} name
   * @returns {number} how often the name occurs in the page
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
