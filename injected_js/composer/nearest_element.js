/** Which of several elements belongs to the message box: a page has other buttons and other inputs too. */
import { closest, contains, parentOf, rootElement, rootOf } from "../platform/captured_dom.js";

/** @param {Node} node @returns {Node | null} out of a shadow tree it goes on at its host */
const above = (node) => parentOf(node) ?? (node instanceof ShadowRoot ? node.host : null);

/** @param {Node} part @param {Node} node @returns {boolean} `node` stands in `part`, or in a shadow tree in it */
const holds = (part, node) => {
  for (let at = /** @type {Node} */ (node); ;) {
    if (contains(part, at)) return true;
    const root = rootOf(at);
    if (!(root instanceof ShadowRoot)) return false;
    at = root.host;
  }
};

/**
 * @param {Element} box @param {Element[]} found in the order of the page
 * @returns {Element | null} of those in the smallest part of the page that holds the box and one of them: the first in
 *   the box's own form, else the last. None where several have no more than the whole page in common with the box.
 */
export const nearest = (box, found) => {
  const form = closest(box, "form");
  for (let part = /** @type {Node | null} */ (box); part; part = above(part)) {
    const near = found.filter((element) => holds(/** @type {Node} */ (part), element));
    if (!near.length) continue;
    if (near.length > 1 && (part === rootElement() || part === document.body)) return null;
    return near.find((element) => form && contains(form, element)) ?? near.at(-1) ?? null;
  }
  return null;
};
