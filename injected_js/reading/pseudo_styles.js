/** Styles that a page gives to parts of an element, of which the element's own style does not tell. */
import { localNameOf } from "../platform/captured_dom.js";

/** @param {Element} element  around letters @returns {CSSStyleDeclaration[]} those of its parts that hold them */
export const partStyles = (element) => (localNameOf(element) === "details" ? [getComputedStyle(element, "::details-content")] : []);

/**
 * @param {Element} element  with letters
 * @returns {CSSStyleDeclaration[]} what some of its letters are painted with: of the first line, and of highlights and the selection that meet it
 */
export const repainted = (element) => {
  const found = [getComputedStyle(element, "::first-line")];
  for (const [name, ranges] of /** @type {any} */ (CSS).highlights) {
    if ([...ranges].some((range) => meets(range, element))) found.push(getComputedStyle(element, `::highlight(${name})`));
  }
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(element, true)) found.push(getComputedStyle(element, "::selection"));
  return found;
};

/** @param {AbstractRange} range @param {Element} element */
const meets = ({ startContainer, startOffset, endContainer, endOffset }, element) => {
  const live = new Range();
  live.setStart(startContainer, startOffset);
  live.setEnd(endContainer, endOffset);
  return live.intersectsNode(element);
};

/** @returns {boolean} the browser shows pictures of the page instead of the page */
export const transitioning = () => !!(/** @type {any} */ (document).activeViewTransition);
