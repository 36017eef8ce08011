/** The person's caret: where it stood in their draft, and back there after the draft got company. */
import { childrenIn, contains, createRange, createWalker, firstOf, isConnected, isText, lengthOf, nextOf, shadowOf } from "../platform/captured_dom.js";
import { isField, read, readRich, selectionIn } from "./editor_content.js";

const activeElement = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(Document.prototype, "activeElement")).get;

/** @returns {Element | null} what has the focus, inside open shadow trees too */
export const focused = () => {
  let found = /** @type {Element | null} */ (activeElement?.call(document) ?? null);
  for (let root = found && shadowOf(found); root?.activeElement; root = shadowOf(found)) found = root.activeElement;
  return found;
};

/** @param {Element} element @returns {boolean} one types into it */
export const isEditable = (element) => isField(element) || (element instanceof HTMLElement && element.isContentEditable);

/**
 * @param {Node} box @param {Node} node @param {number} offset
 * @returns {{ count: number, lines: number }} characters before that point: of text nodes alone, and with line ends
 */
const before = (box, node, offset) => {
  const range = createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return { count: range.toString().length, lines: readRich(range.cloneContents()).length };
};

/**
 * Where a point is in a box that was written anew: a single text has its line ends in it.
 * @param {Node} box @param {{ count: number, lines: number }} ahead
 * @returns {[Node, number] | null}
 */
const pointAfter = (box, ahead) => {
  const only = firstOf(box);
  let count = only && isText(only) && !nextOf(only) ? ahead.lines : ahead.count;
  const walker = createWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = lengthOf(node);
    if (count <= length) return [node, count];
    count -= length;
  }
  return null;
};

/**
 * Remembers where the person is; call the answer to bring them back. It does nothing where they were not writing, or
 * where what they wrote in is gone.
 * @param {HTMLElement} box
 * @returns {() => void}
 */
export const hold = (box) => {
  const place = focused();
  if (!place || !isEditable(place)) return () => {};
  if (place !== box && !contains(box, place)) {
    return () => {
      if (isConnected(place)) /** @type {HTMLElement} */ (place).focus({ preventScroll: true });
    };
  }
  if (!read(box).trim()) return () => {};
  if (isField(box)) {
    const { selectionStart, selectionEnd, selectionDirection } = box;
    return () => box.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
  }
  const selection = selectionIn(box);
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection ?? {};
  if (!anchorNode || !focusNode || anchorOffset === undefined || focusOffset === undefined) return () => {};
  if (!contains(box, anchorNode) || !contains(box, focusNode)) return () => {};
  const points = /** @type {[Node, number][]} */ ([[anchorNode, anchorOffset], [focusNode, focusOffset]]);
  const held = points.map(([node, offset]) => ({ node, offset, ahead: before(box, node, offset) }));
  return () => {
    const [anchor, focus] = held.map(({ node, offset, ahead }) => {
      const size = isText(node) ? lengthOf(node) : childrenIn(node).length;
      return contains(box, node) && size >= offset ? /** @type {[Node, number]} */ ([node, offset]) : pointAfter(box, ahead);
    });
    if (anchor && focus) getSelection()?.setBaseAndExtent(...anchor, ...focus);
  };
};
