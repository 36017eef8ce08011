/** The person's caret: where it stood in their draft, and back there after the draft got company. */
import { contains, createRange, createWalker, lengthOf, isConnected, rootOf, shadowOf, isElement, isText } from "./dom.js";
import { isField, selectionIn } from "./box.js";

const activeElement = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(Document.prototype, "activeElement")).get;

/** @returns {Element | null} what has the focus, inside open shadow trees too */
export const focused = () => {
  let found = /** @type {Element | null} */ (activeElement?.call(document) ?? null);
  for (let root = found && shadowOf(found); root?.activeElement; root = shadowOf(found)) found = root.activeElement;
  return found;
};

/** @param {Element} element @returns {boolean} one types into it */
export const isEditable = (element) => isField(element) || (element instanceof HTMLElement && element.isContentEditable);

/** @param {Node} box @param {Node} node @param {number} offset @returns {number} characters of the box's text nodes before that point */
const charactersBefore = (box, node, offset) => {
  const range = createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return range.toString().length;
};

/** @param {Node} box @param {number} count @returns {[Node, number] | null} */
const pointAfter = (box, count) => {
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
  const before = focused();
  if (!before || !isEditable(before)) return () => {};
  if (before !== box && !contains(box, before)) {
    return () => {
      if (isConnected(before)) /** @type {HTMLElement} */ (before).focus({ preventScroll: true });
    };
  }
  if (isField(box)) {
    const { selectionStart, selectionEnd, selectionDirection } = box;
    return () => box.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
  }
  const selection = selectionIn(box);
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection ?? {};
  if (!anchorNode || !focusNode || anchorOffset === undefined || focusOffset === undefined) return () => {};
  if (!contains(box, anchorNode) || !contains(box, focusNode)) return () => {};
  const points = /** @type {[Node, number][]} */ ([[anchorNode, anchorOffset], [focusNode, focusOffset]]);
  const held = points.map(([node, offset]) => ({ node, offset, count: charactersBefore(box, node, offset) }));
  return () => {
    const [anchor, focus] = held.map(({ node, offset, count }) => {
      const inside = rootOf(node) === rootOf(box) && contains(box, node) && (isText(node) ? lengthOf(node) : isElement(node) ? node.childNodes.length : 0) >= offset;
      return inside ? /** @type {[Node, number]} */ ([node, offset]) : pointAfter(box, count);
    });
    if (anchor && focus) selectionIn(box)?.setBaseAndExtent(...anchor, ...focus);
  };
};
