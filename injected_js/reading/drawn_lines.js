/**
 * Code that is drawn with an element for each line: the line ends are not in the text, but in how the page draws the elements.
 */
import { dataOf, firstOf, isElement, isText, localNameOf, matches, nextOf, textOf } from "../platform/captured_dom.js";

/** Elements that are one line each: highlighters that use them leave out the line ends. */
export const LINES = ".line, .token-line, [data-line], .block, tr";
export const ROWS = new Set(["div", "p", "li", "tr"]);
/** Values of `display` of an element that has its lines for itself; a child of a grid or flex box has one of them too. */
const BLOCK = new Set(["block", "flow-root", "list-item", "flex", "grid", "table", "table-row"]);
/** Levels of elements around all lines. */
const DEEP = 6;
/** @type {Set<Element>} */
const NONE = new Set();

/** Lines that were recognised by how they are drawn, which may not be known while their code is hidden. @type {WeakSet<Element>} */
const known = new WeakSet();

/** @param {Element} element @returns {boolean} */
const isNamed = (element) => ROWS.has(localNameOf(element)) || matches(element, LINES);

/** @param {Element} element @returns {boolean} it is drawn as a line */
const isLine = (element) => {
  if (isNamed(element) || known.has(element)) return true;
  if (!BLOCK.has(getComputedStyle(element).display)) return false;
  known.add(element);
  return true;
};

/** Whether what is in a box is drawn side by side; not known while the box itself is hidden. @type {WeakMap<Element, boolean>} */
const rows = new WeakMap();

/** @param {Element} box @returns {boolean} what is in it is drawn side by side */
const isRow = (box) => {
  const { display, flexDirection, gridTemplateColumns } = getComputedStyle(box);
  if (display === "none") return rows.get(box) ?? true;
  const isFlex = display.endsWith("flex") && !flexDirection.startsWith("column");
  const isGrid = display.endsWith("grid") && gridTemplateColumns.trim().split(/\s+/).length > 1;
  rows.set(box, isFlex || isGrid);
  return isFlex || isGrid;
};

/** @param {Element} box @param {Set<Element>} out @returns {Element[]} its elements without `out`; none if other text is beside them */
const elementsIn = (box, out) => {
  const found = [];
  for (let node = firstOf(box); node; node = nextOf(node)) {
    if (isText(node) && dataOf(node).trim()) return [];
    if (isElement(node) && !out.has(node)) found.push(node);
  }
  return found;
};

/** @param {Element} box @returns {boolean} the text has line ends between its elements */
const hasEnds = (box) => {
  for (let node = firstOf(box); node; node = nextOf(node)) if (isText(node) && dataOf(node).includes("\n")) return true;
  return false;
};

/** @param {Element} line @param {Set<Element>} out @returns {string} its text, with a line end for each `br`; one at its end draws nothing */
const textOfLine = (line, out) => {
  let text = "";
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) text += dataOf(node);
      else if (isElement(node) && localNameOf(node) === "br") text += "\n";
      else if (isElement(node) && !out.has(node)) walk(node);
    }
  };
  walk(line);
  return text.replace(/\n$/, "");
};

/**
 * @param {string[]} lines
 * @returns {string[]} with spaces, if the renderer drew each space as one that does not break, and a blank line as one of them
 */
export const withSpaces = (lines) => {
  if (!lines.some((line) => line.includes("\u00a0")) || lines.some((line) => line.includes(" "))) return lines;
  return lines.map((line) => (line === "\u00a0" ? "" : line.replaceAll("\u00a0", " ")));
};

/**
 * @param {Element} root  the element that holds a code block's text
 * @param {Set<Element>} [out]  elements in it that are not code
 * @returns {string[] | null} the lines, without line ends; null: it is not drawn with an element for each of them
 */
export const drawnLines = (root, out = NONE) => {
  let box = root;
  for (let depth = 0; depth < DEEP; depth += 1) {
    const found = elementsIn(box, out);
    const [first] = found;
    if (!first) return null;
    if (found.length > 1) {
      if (!isLine(first) || hasEnds(box) || !found.every(isLine)) return null;
      if (!found.every(isNamed) && isRow(box)) return null;
      // An element with several lines of text is none.
      if (found.some((line) => textOf(line).replace(/\n$/, "").includes("\n"))) return null;
      return withSpaces(found.map((line) => textOfLine(line, out)));
    }
    box = first;
  }
  return null;
};
