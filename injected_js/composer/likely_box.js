/**
 * Chooses the message box of an unknown page. A box of several lines is most likely the one; in some chats it is a field
 * of a single line, and then other fields of the page (a search, a name) must not be taken for it.
 */
import { closest, contains, parentOrHost, rectOf } from "../platform/captured_dom.js";
import { buttonBeside } from "./button_beside.js";
import { DIALOG, purposeOfField } from "./field_purpose.js";

/** Number of ancestors of a field in which its send button is searched. */
const AROUND = 4;

/** Most fields about which the buttons beside them are asked: more are a table or a form. */
const FEW = 20;

/** @param {Element} box @returns {box is HTMLInputElement} */
export const isLine = (box) => box instanceof HTMLInputElement;

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
  const lines = found.filter((box) => isLine(box) && purposeOfField(box) === "message");
  if (!lines.length) return boxes;
  if (!boxes.length && lines.length === 1) return lines;
  const bottom = Math.max(-Infinity, ...boxes.map((box) => rectOf(box).bottom));
  const below = lines.filter((field) => rectOf(field).top >= bottom);
  const sends = below.length ? buttons() : [];
  const beside = below.length <= FEW ? buttonBeside : () => null;
  const sending = below.filter((field) => hasButton(field, sends) || beside(field));
  if (sending.length) return sending;
  return boxes.length ? boxes : lines;
};

/**
 * @param {Element[]} fields  of a page that seems to have no message box
 * @param {(dialog: Element) => boolean} isChat  it has messages in it
 * @returns {Element[]} those like a search, or in a dialog, that are a message box by another sign
 */
export const doubtfulBoxes = (fields, isChat) =>
  fields.filter((field) => {
    const purpose = purposeOfField(field);
    if (purpose !== "search" && purpose !== "dialog") return false;
    const dialog = purpose === "dialog" && closest(field, DIALOG);
    return buttonBeside(field) !== null || (dialog && isChat(dialog));
  });
