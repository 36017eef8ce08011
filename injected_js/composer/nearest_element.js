/** Finds which of several elements (buttons, inputs) belongs to the message box. */
import { closest, contains, parentOrHost, rootElement, rootOf } from "../platform/captured_dom.js";
import { closestDeep } from "../site/page_model.js";

/** @param {Node} part @param {Node} node @returns {boolean} `node` is in `part`, or in a shadow tree in it */
export const holds = (part, node) => {
  for (let at = /** @type {Node} */ (node); ; ) {
    if (contains(part, at)) return true;
    const root = rootOf(at);
    if (!(root instanceof ShadowRoot)) return false;
    at = root.host;
  }
};

/** @param {Element} element @returns {Element | null} the form whose part it is; it need not be inside */
export const formOf = (element) =>
  element instanceof HTMLButtonElement || element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? (element.form ?? closestDeep(element, "form"))
    : closestDeep(element, "form");

/**
 * @param {Element} box @param {Element[]} found in the order of the page
 * @returns {Element | null} only the smallest ancestor of the box that contains any of them is searched: its first one
 *   in the box's form, else its last one. null if that ancestor is the whole page and contains several.
 */
export const nearest = (box, found) => {
  const form = closest(box, "form");
  for (let part = /** @type {Node | null} */ (box); part; part = parentOrHost(part)) {
    const near = found.filter((element) => holds(/** @type {Node} */ (part), element));
    if (!near.length) continue;
    if (near.length > 1 && (part === rootElement() || part === document.body)) return null;
    return near.find((element) => form && contains(form, element)) ?? near.at(-1) ?? null;
  }
  return null;
};
