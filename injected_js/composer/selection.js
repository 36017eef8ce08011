/** Saves the user's caret in their draft, and restores it after text was inserted. */
import {
  childrenIn,
  contains,
  createRange,
  createWalker,
  firstOf,
  isConnected,
  isText,
  lengthOf,
  nextOf,
} from "../platform/captured_dom.js";
import { treeOf } from "../platform/closed_trees.js";
import { isField, read, readRich, selectionIn } from "./editor_content.js";

const activeElement = /** @type {PropertyDescriptor} */ (
  Object.getOwnPropertyDescriptor(Document.prototype, "activeElement")
).get;

/** @returns {Element | null} the focused element, searched in the known shadow trees too */
export const focused = () => {
  let found = /** @type {Element | null} */ (activeElement?.call(document) ?? null);
  for (let root = found && treeOf(found); root?.activeElement; root = treeOf(found)) found = root.activeElement;
  return found;
};

/** @param {Element} element @returns {boolean} the user can type into it */
export const isEditable = (element) =>
  isField(element) || (element instanceof HTMLElement && element.isContentEditable);

/**
 * @param {Node} box @param {Node} node @param {number} offset
 * @returns {{ count: number, lines: number }} the number of characters before that point: of text nodes only, and with line ends
 */
const before = (box, node, offset) => {
  const range = createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return { count: range.toString().length, lines: readRich(range.cloneContents()).length };
};

/**
 * Finds a point again in a box that was rewritten. A box with a single text node has its line ends in that
 * node.
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
 * Saves the user's caret and returns a function that restores it. The function does nothing if the user was
 * not writing, or if the element they wrote in is gone.
 * @param {HTMLElement} box
 * @returns {() => void}
 */
export const saveCaret = (box) => {
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
  const points = /** @type {[Node, number][]} */ ([
    [anchorNode, anchorOffset],
    [focusNode, focusOffset],
  ]);
  const held = points.map(([node, offset]) => ({ node, offset, ahead: before(box, node, offset) }));
  return () => {
    const [anchor, focus] = held.map(({ node, offset, ahead }) => {
      const size = isText(node) ? lengthOf(node) : childrenIn(node).length;
      return contains(box, node) && size >= offset
        ? /** @type {[Node, number]} */ ([node, offset])
        : pointAfter(box, ahead);
    });
    if (anchor && focus) getSelection()?.setBaseAndExtent(...anchor, ...focus);
  };
};
