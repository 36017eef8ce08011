/**
 * Chooses the message box of an unknown page. A box of several lines is most likely the one; in some chats it is a field
 * of a single line, and then other fields of the page (a search, a name) must not be taken for it.
 */
import { closest, contains, matches, parentOrHost, rectOf } from "../platform/captured_dom.js";

/** Fields for something other than a message. */
const OTHER =
  "[type=search], [role=searchbox], [role=combobox], [list], [name=q], [autocomplete]:not([autocomplete=off]), " +
  '[name*="search" i], [id*="search" i], [class*="search" i], [placeholder*="search" i], [aria-label*="search" i], ' +
  '[placeholder*="filter" i], [aria-label*="filter" i]';
/** Parts of a page without a message box in them. */
const ELSEWHERE = "search, header, nav, [role=search], [role=banner], [role=navigation], dialog, [role=dialog]";
/** Number of ancestors of a field in which its send button is searched. */
const AROUND = 4;

/** @param {Element} box @returns {box is HTMLInputElement} */
export const isLine = (box) => box instanceof HTMLInputElement;

/** @param {HTMLInputElement} field @returns {boolean} */
const isOther = (field) => {
  if (matches(field, OTHER) || closest(field, ELSEWHERE)) return true;
  return [...(field.form?.elements ?? [])].some((at) => at instanceof HTMLInputElement && at.type === "password");
};

/** @param {Element} field @param {Element[]} buttons  that may send a message @returns {boolean} one of them is close to the field */
const hasButton = (field, buttons) => {
  const form = closest(field, "form");
  if (form) return buttons.some((button) => contains(form, button));
  let at = /** @type {Node | null} */ (field);
  for (let count = 0; at && at !== document.body && count <= AROUND; count += 1, at = parentOrHost(at)) {
    const part = at;
    if (buttons.some((button) => contains(part, button))) return true;
  }
  return false;
};

/**
 * @param {Element[]} found  all boxes that may be it, in the order of the page
 * @param {() => Element[]} buttons  that may send a message
 * @returns {Element[]} the boxes that remain, in the order of the page: those of several lines, or fields of one line
 *   if there are no others, or if they have a send button and are below the others
 */
export const likelyBoxes = (found, buttons) => {
  const boxes = found.filter((box) => !isLine(box));
  const lines = found.filter((box) => isLine(box) && !isOther(box));
  if (!lines.length) return boxes;
  const sends = buttons();
  const sending = lines.filter((field) => hasButton(field, sends));
  const bottom = Math.max(-Infinity, ...boxes.map((box) => rectOf(box).bottom));
  const below = sending.filter((field) => rectOf(field).top >= bottom);
  if (below.length) return below;
  return boxes.length ? boxes : lines;
};
