/** What stands in an input box of whatever kind: its text, line by line, and which kind it is. */
import { all, closest, createRange, dataOf, firstOf, isElement, isText, localNameOf, matches, nextOf, one, rectOf, rootOf } from "../platform/captured_dom.js";
import { drawsAll, isDrawn } from "./editor_decorations.js";

/**
 * @typedef {"none" | "textarea" | "input" | "bare" | "editor" | "eager" | "pasted" | "rich"} BoxKind
 *
 * @typedef {object} BoxState
 * @property {BoxKind} kind
 * @property {number} number  the same for the same box; 0 without one
 * @property {string} text  what would be sent
 * @property {number} turns  how many messages of the person stand in the page
 *
 * @typedef {object} SendState
 * @property {boolean} streaming  the site's own sign says that an answer is being written
 * @property {boolean} busy  the person is writing
 * @property {boolean} empty  nothing is in the box
 * @property {number} turns  how many messages of the person are in the page
 * @property {"none" | "off" | "covered" | "on"} button  the state of the send button
 */

const LINE = new Set(["p", "div", "li", "pre"]);
/** Editors that keep a text of their own and write the box from it. */
const EDITORS = ".ProseMirror, .ql-editor, .cm-content, .ck-editor__editable, .public-DraftEditor-content, [data-lexical-editor], [data-slate-editor]";
/** Of these, the ones that take over what is written into the box past them, as they do with what a browser types. */
const WATCHFUL = ".ProseMirror, .ql-editor, .cm-content";
/** These take what a browser types before it does: at once, however much it is. */
const EAGER = "[data-lexical-editor]";
/** And these know lines only in what is pasted. */
const PASTED = "[data-slate-editor], .public-DraftEditor-content";
/** What CodeMirror does not draw as it is: lines out of view, and a sign for characters that have no look. */
const UNDRAWN = ".cm-gap, .cm-specialChar";
/** What the browser itself makes in a box that has no such editor. */
const OWN = new Set(["div", "br", "span"]);
const innerText = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")).get;

/** @param {Element} element @returns {boolean} */
export const shown = (element) => {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
};

/** @param {Element} element @returns {boolean} a person can see it, or scroll to it, and write in it */
export const usable = (element) => {
  if (matches(element, ":disabled, :read-only") || closest(element, "[inert], [aria-hidden=true]")) return false;
  const { right, bottom } = rectOf(element);
  return right + scrollX > 0 && bottom + scrollY > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
};

/** @param {Element} element @returns {element is HTMLTextAreaElement | HTMLInputElement} */
export const isField = (element) => element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;

/** @param {ParentNode} root @returns {string} a rich box's text as it would be sent, a line a block element */
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
          // A line within a line that has just begun is that line.
          const within = node === firstOf(parent) && isElement(parent) && parent !== root && LINE.has(localNameOf(parent));
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
 * A bare box: its site can only read what stands in it, as text. Line ends that the browser made of blocks count
 * double then, and a space that must not break is one.
 * @param {Element} box
 * @returns {boolean}
 */
const isBare = (box) =>
  !matches(box, EDITORS) && [...all(box, "*")].every((element) => OWN.has(localNameOf(element)) && !isLocked(element) && !isDrawn(element));

/** @param {Element} element @returns {boolean} no caret goes into it */
const isLocked = (element) => matches(element, "[contenteditable=false]");

/** @param {Element} box @returns {BoxKind} */
export const kindOf = (box) => {
  if (box instanceof HTMLTextAreaElement) return "textarea";
  if (box instanceof HTMLInputElement) return "input";
  if (matches(box, WATCHFUL)) return "editor";
  if (matches(box, EAGER)) return "eager";
  if (matches(box, PASTED)) return "pasted";
  return isBare(box) ? "bare" : "rich";
};

/** @param {Element} box @returns {string} its text as far as it is drawn */
export const read = (box) => {
  if (isField(box)) return box.value;
  return isBare(box) ? /** @type {() => string} */ (innerText).call(box) : readRich(box);
};

/** @param {Element} box @returns {Selection | null} the selection as its tree sees it */
export const selectionIn = (box) => {
  const root = /** @type {ShadowRoot & { getSelection?: () => Selection | null }} */ (rootOf(box));
  return root instanceof ShadowRoot && root.getSelection ? root.getSelection() : getSelection();
};

/** Puts the caret at the end of a rich box, or takes all of it. @param {Element} box @param {boolean} whole */
export const select = (box, whole) => {
  const selection = getSelection();
  if (!selection) return;
  const range = createRange();
  range.selectNodeContents(box);
  if (!whole) range.collapse(false);
  selection.removeAllRanges();
  selection.addRange(range);
};

/** @param {Element} box @returns {boolean} it draws only the lines in view */
export const isPartly = (box) => matches(box, ".cm-content") && [...all(box, ".cm-gap")].length > 0;

/**
 * An editor that does not draw its text as it is has it for whoever copies it: it is asked for a copy of all, in a
 * clipboard of our own.
 * @param {Element} box
 * @returns {Promise<string>}
 */
export const readAll = async (box) => {
  if (!matches(box, ".cm-content") || !one(box, UNDRAWN)) return read(box);
  const heard = new Promise((resolve) => {
    document.addEventListener("selectionchange", resolve, { once: true });
    setTimeout(resolve, 200);
  });
  select(box, true);
  await heard;
  const clipboardData = new DataTransfer();
  box.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
  select(box, false);
  return clipboardData.getData("text/plain");
};
