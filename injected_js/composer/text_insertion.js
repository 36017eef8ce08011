/**
 * Inserts text into a box by the events that a browser fires there, and by `document.execCommand`. Input
 * through the DevTools protocol would go to the element that has the focus at that moment, which may be in a
 * frame of another site.
 *
 * The order is the browser's (https://w3c.github.io/input-events): keydown, beforeinput, then the default action. An
 * editor with a separate text model prevents one of the events and writes the text itself.
 */
import { isField, select, selectionIn } from "./editor_content.js";
import { focused } from "./selection.js";
import { contains, createTextEvent, execute } from "../platform/captured_dom.js";
import { nextTask } from "../platform/scheduling.js";

/** Ms after which the page counts as having seen a new selection, even without an event. */
const HEARD = 200;
/** Ms after which some frameworks read a new selection. */
const LOOKED = 110;
const CODES = /** @type {Record<string, number>} */ ({ Backspace: 8, Enter: 13, End: 35, Home: 36 });
const IS_MAC = navigator.platform.startsWith("Mac");
const ON = { bubbles: true, cancelable: true, composed: true };

/** The focus or the caret is not in the box, so the insertion was stopped. */
export class CaretLost extends Error {}

/** @param {Element} box @returns {boolean} the focus and the caret are in the box, so text would be inserted there */
export const hasCaret = (box) => {
  const place = focused();
  if (!place || isField(box) || isField(place)) return place === box;
  if (place !== box && !contains(box, place)) return false;
  const { anchorNode, focusNode } = selectionIn(box) ?? {};
  return !!anchorNode && !!focusNode && contains(box, anchorNode) && contains(box, focusNode);
};

/** @param {Element} box */
const check = (box) => {
  if (!hasCaret(box)) throw new CaretLost("the focus is not in the box");
};

/** @param {Element} box @returns {unknown[]} */
const selected = (box) => {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selectionIn(box) ?? {};
  return [anchorNode, anchorOffset, focusNode, focusOffset];
};

/** Focuses the box and sets the caret at its end (or selects everything). @param {HTMLElement} box @param {boolean} whole */
export const placeCaretNow = (box, whole) => {
  box.focus();
  if (isField(box)) box.setSelectionRange(whole ? 0 : box.value.length, box.value.length);
  else select(box, whole);
  check(box);
};

/** Like `placeCaretNow`, and waits until the box's editor has seen the selection. @param {HTMLElement} box @param {boolean} whole */
export const placeCaret = async (box, whole) => {
  const was = selected(box);
  const seen = new Promise((resolve) => {
    document.addEventListener("selectionchange", resolve, { once: true, capture: true });
    setTimeout(resolve, HEARD);
  });
  placeCaretNow(box, whole);
  if (!isField(box) && selected(box).some((part, index) => part !== was[index])) {
    await seen;
    await nextTask();
  }
  check(box);
};

/** Like `placeCaret`, for editors that read the selection a moment later. @param {HTMLElement} box @param {boolean} whole */
export const placeCaretSlowly = async (box, whole) => {
  await placeCaret(box, whole);
  await new Promise((resolve) => {
    setTimeout(resolve, LOOKED);
  });
  check(box);
};

/** @param {Element} box @param {Event} event @returns {boolean} the event was not prevented, so the default action must follow */
const fire = (box, event) => {
  check(box);
  const open = /** @type {Element} */ (focused()).dispatchEvent(event);
  if (open) check(box);
  return open;
};

/** @param {string} key @param {{ shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean }} held */
const keyDown = (key, held = {}) =>
  new KeyboardEvent("keydown", { ...ON, key, code: key, keyCode: CODES[key] ?? 0, ...held });

/** @param {string} inputType @param {InputEventInit} more */
const before = (inputType, more = {}) => new InputEvent("beforeinput", { ...ON, inputType, ...more });

/** Types text as a browser does, in one task. @param {Element} box @param {string} text */
export const type = (box, text) => {
  if (!isField(box)) {
    if (!fire(box, before("insertText", { data: text }))) return;
    if (!fire(box, createTextEvent(text))) return;
  }
  check(box);
  execute("insertText", text);
};

/** Pastes text by the same events as the browser; an editor that does not handle them gets no text. @param {Element} box @param {string} text */
export const paste = (box, text) => {
  const held = () => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    return data;
  };
  if (!fire(box, new ClipboardEvent("paste", { ...ON, clipboardData: held() }))) return;
  fire(box, before("insertFromPaste", { data: text, dataTransfer: held() }));
};

/** Inserts a line end by Shift+Enter, since Enter would send. @param {Element} box */
export const breakLine = (box) => {
  if (!fire(box, keyDown("Enter", { shiftKey: true }))) return;
  if (!fire(box, before("insertLineBreak"))) return;
  execute("insertLineBreak");
};

/** Deletes the selection. @param {Element} box */
export const erase = (box) => {
  if (!fire(box, keyDown("Backspace"))) return;
  if (!fire(box, before("deleteContentBackward"))) return;
  execute("delete");
};

/** Makes an editor that draws only a part of its text go to one end of it. @param {Element} box @param {"Home" | "End"} key */
export const goToEdge = (box, key) => {
  fire(box, keyDown(key, IS_MAC ? { metaKey: true } : { ctrlKey: true }));
};

/**
 * Presses Enter to send. It inserts no line end: a box that doesn't send on Enter stays as it was.
 * @param {HTMLElement} box
 */
export const enter = (box) => {
  const key = { ...ON, key: "Enter", code: "Enter", keyCode: 13 };
  const taken =
    !fire(box, new KeyboardEvent("keydown", key)) ||
    !fire(box, new KeyboardEvent("keypress", { ...key, charCode: 13 }));
  if (!taken && box instanceof HTMLInputElement) {
    // A browser tells the field's new value before it submits the form; some sites take it only then.
    box.dispatchEvent(new Event("change", { bubbles: true }));
    box.form?.requestSubmit();
  } else if (!taken && !isField(box)) fire(box, before("insertParagraph"));
  (focused() ?? box).dispatchEvent(new KeyboardEvent("keyup", key));
};
