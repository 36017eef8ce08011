/** Styles of parts of an element, which are not in the element's computed style. */
import { localNameOf } from "../platform/captured_dom.js";

/** @param {Element} element  one that contains text @returns {CSSStyleDeclaration[]} the styles of its parts that contain the text */
export const partStyles = (element) =>
  localNameOf(element) === "details" ? [getComputedStyle(element, "::details-content")] : [];

/**
 * @param {Element} element  one with text
 * @returns {CSSStyleDeclaration[]} the styles of its first line, and of the highlights and the selection that overlap it
 */
export const repainted = (element) => {
  const found = [getComputedStyle(element, "::first-line")];
  for (const [name, ranges] of /** @type {any} */ (CSS).highlights) {
    if ([...ranges].some((range) => meets(range, element)))
      found.push(getComputedStyle(element, `::highlight(${name})`));
  }
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(element, true))
    found.push(getComputedStyle(element, "::selection"));
  return found;
};

/** @param {AbstractRange} range @param {Element} element */
const meets = ({ startContainer, startOffset, endContainer, endOffset }, element) => {
  const live = new Range();
  live.setStart(startContainer, startOffset);
  live.setEnd(endContainer, endOffset);
  return live.intersectsNode(element);
};

/** @returns {boolean} a view transition is active: the browser shows pictures of the page instead of the page */
export const transitioning = () => !!(/** @type {any} */ (document).activeViewTransition);
