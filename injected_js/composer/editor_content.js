/** The content of a message box of any kind: its text, line by line, and its kind. */
import {
  all,
  closest,
  createRange,
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  one,
  rectOf,
  rootOf,
} from "../platform/captured_dom.js";
import { drawsAll, isDrawn, isLocked } from "./editor_decorations.js";

/**
 * @typedef {"none" | "textarea" | "input" | "bare" | "editor" | "eager" | "pasted" | "rich"} BoxKind
 *
 * @typedef {object} BoxState
 * @property {BoxKind} kind
 * @property {number} number  the same for the same box; 0 without one
 * @property {string} text  the text that would be sent
 * @property {number} turns  the number of user messages in the page
 * @property {number} limit  the most UTF-16 units that a field accepts; -1: no limit
 *
 * @typedef {object} SendState
 * @property {boolean} streaming  the site shows that an answer is being written
 * @property {boolean} busy  the user is writing
 * @property {boolean} empty  the box has no text
 * @property {number} turns  the number of user messages in the page
 * @property {"none" | "off" | "covered" | "on"} button  the state of the send button
 * @property {boolean} going  an unknown page shows that it took a press of the button (press_echo.js)
 */

const LINE = new Set(["p", "div", "li", "pre"]);
/** Editors with a separate text model, from which they render the box. */
const EDITORS =
  ".ProseMirror, .ql-editor, .cm-content, .ck-editor__editable, .public-DraftEditor-content, [data-lexical-editor], [data-slate-editor]";
/**
 * The EDITORS that accept direct DOM changes in the box as if they were typed.
 */
const WATCHFUL = ".ProseMirror, .ql-editor, .cm-content";
/** Editors that handle `beforeinput`: they accept a text of any size in one event. */
const EAGER = "[data-lexical-editor]";
/** Editors that create several lines only from pasted text. */
const PASTED = "[data-slate-editor], .public-DraftEditor-content";
/** Parts of the text that CodeMirror does not draw: lines out of view, and characters without a glyph. */
const UNDRAWN = ".cm-gap, .cm-specialChar";
/** Elements that the browser itself makes in a box without such an editor. */
const OWN = new Set(["div", "br", "span"]);
const innerText = /** @type {PropertyDescriptor} */ (
  Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")
).get;

/** @param {Element} element @returns {boolean} a user can see it, or scroll to it, and write in it */
export const usable = (element) => {
  if (matches(element, ":disabled, :read-only") || closest(element, "[inert], [aria-hidden=true]")) return false;
  const { right, bottom } = rectOf(element);
  return (
    right + scrollX > 0 &&
    bottom + scrollY > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  );
};

/** @param {Element} element @returns {element is HTMLTextAreaElement | HTMLInputElement} */
export const isField = (element) => element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;

/** @param {ParentNode} root @returns {string} a rich box's text as it would be sent, one line per block element */
export const readRich = (root) => {
  let text = "";
  if (drawsAll(root)) return text;
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) {
        text += dataOf(node);
      } else if (isElement(node)) {
        const name = localNameOf(node);
        if (isDrawn(node)) continue;
        if (name === "br") {
          if (nextOf(node) || parent === root) text += "\n";
        } else if (LINE.has(name)) {
          // A line element that is the first child of a line element starts no second line.
          const within =
            node === firstOf(parent) && isElement(parent) && parent !== root && LINE.has(localNameOf(parent));
          if (text && node !== firstOf(root) && !within) text += "\n";
          walk(node);
        } else {
          walk(node);
        }
      }
    }
  };
  walk(root);
  return text.replaceAll("\u00a0", " ").replaceAll("\u200b", "").replaceAll("\ufeff", "");
};

/**
 * Whether the box is bare: its site can only read its content as text (`innerText`). There, line ends that
 * the browser made as blocks count double, and no-break spaces stay as they are.
 * @param {Element} box
 * @returns {boolean}
 */
const isBare = (box) =>
  !matches(box, EDITORS) &&
  [...all(box, "*")].every((element) => OWN.has(localNameOf(element)) && !isLocked(element) && !isDrawn(element));

/** @param {Element} box @returns {BoxKind} */
export const kindOf = (box) => {
  if (box instanceof HTMLTextAreaElement) return "textarea";
  if (box instanceof HTMLInputElement) return "input";
  if (matches(box, WATCHFUL)) return "editor";
  if (matches(box, EAGER)) return "eager";
  if (matches(box, PASTED)) return "pasted";
  return isBare(box) ? "bare" : "rich";
};

/** @param {Element} box @returns {string} the box's text; for a rich box only the part that is drawn */
export const read = (box) => {
  if (isField(box)) return box.value;
  return isBare(box) ? /** @type {() => string} */ (innerText).call(box) : readRich(box);
};

/** @param {Element} box @returns {Selection | null} the selection, as its document or shadow tree reports it */
export const selectionIn = (box) => {
  const root = /** @type {ShadowRoot & { getSelection?: () => Selection | null }} */ (rootOf(box));
  return root instanceof ShadowRoot && root.getSelection ? root.getSelection() : getSelection();
};

/** Sets the caret at the end of a rich box, or selects all of it. @param {Element} box @param {boolean} whole */
export const select = (box, whole) => {
  const selection = getSelection();
  if (!selection) return;
  const range = createRange();
  range.selectNodeContents(box);
  if (!whole) range.collapse(false);
  selection.removeAllRanges();
  selection.addRange(range);
};

/** @param {Element} box @returns {boolean} whether the box draws only the lines in view */
export const isVirtualized = (box) => matches(box, ".cm-content") && [...all(box, ".cm-gap")].length > 0;

/** @param {Element} box @returns {string} the text that its editor puts on the clipboard for a copy; "" if the editor does not handle `copy` */
const copyOf = (box) => {
  const clipboardData = new DataTransfer();
  box.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData("text/plain");
};

/**
 * Whether a box draws parts of a running text as separate blocks. A block swallows adjacent line ends, so the drawn text
 * differs from the text that is sent.
 * @param {Element} box
 */
const hasBlocksInText = (box) =>
  !isField(box) &&
  !matches(box, EDITORS) &&
  getComputedStyle(box).whiteSpace.startsWith("pre") &&
  [...box.children].some((element) => !LINE.has(localNameOf(element)) && getComputedStyle(element).display === "block");

/** @param {Element} box @returns {Promise<void>} resolves when the page has seen that all of the box is selected */
const selectAll = async (box) => {
  const selected = new Promise((resolve) => {
    document.addEventListener("selectionchange", resolve, { once: true });
    setTimeout(resolve, 200);
  });
  select(box, true);
  await selected;
};

/**
 * Reads the full text of a box. If the editor does not draw all of its text, or draws it differently from
 * what it sends, a `copy` event is dispatched: the editor writes the full text into the event's DataTransfer.
 * @param {Element} box
 * @returns {Promise<string>}
 */
export const readAll = async (box) => {
  const partly = matches(box, ".cm-content") && one(box, UNDRAWN) !== null;
  if (!partly && !hasBlocksInText(box)) return read(box);
  const selection = selectionIn(box);
  const { anchorNode = null, anchorOffset = 0, focusNode = null, focusOffset = 0 } = selection ?? {};
  await selectAll(box);
  const copy = copyOf(box);
  if (partly) {
    select(box, false);
    return copy;
  }
  if (anchorNode && focusNode) selection?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  return copy || read(box);
};
