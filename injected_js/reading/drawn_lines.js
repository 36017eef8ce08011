/**
 * Code that is drawn with an element for each line: the line ends are not in the text, but in how the page draws the elements.
 *
 * overlay hides the code while it reads it. A box that is not drawn does not tell how its parts would be placed, so what was
 * seen before counts then.
 */
import {
  checkVisibility,
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";

/** Elements that are one line each: highlighters that use them leave out the line ends. */
export const LINES = ".line, .token-line, [data-line], .block, tr";
export const ROWS = new Set(["div", "p", "li", "tr"]);
/** Values of `display` of an element that has its lines for itself; a child of a grid or flex box has one of them too. */
const BLOCK = new Set(["block", "flow-root", "list-item", "flex", "grid", "table", "table-row"]);
/** Levels of elements around all lines. */
const DEEP = 6;
const NBSP = "\u00a0";
/** @type {Set<Element>} */
const NONE = new Set();

/** Whether the elements in a box were drawn as lines when they were seen. @type {WeakMap<Element, boolean>} */
const seen = new WeakMap();

/** @param {Element} element @returns {boolean} */
const isNamed = (element) => ROWS.has(localNameOf(element)) || matches(element, LINES);

/** @param {Element} element @returns {boolean} it is drawn as a line */
const isBlock = (element) => isNamed(element) || BLOCK.has(getComputedStyle(element).display);

/** @param {string} columns  of a grid: resolved to lengths, or as they were specified @returns {boolean} there are several */
const areSeveral = (columns) => {
  if (/repeat\((?!1\b)/.test(columns)) return true;
  return (
    columns
      .replace(/\[[^\]]*\]|\([^()]*\)/g, "")
      .trim()
      .split(/\s+/).length > 1
  );
};

/** @param {Element} box @returns {boolean} what is in it is drawn side by side */
const isRow = (box) => {
  let style = getComputedStyle(box);
  for (let up = parentOf(box); style.display === "contents" && up && isElement(up); up = parentOf(up))
    style = getComputedStyle(up);
  if (style.display.endsWith("flex")) return !style.flexDirection.startsWith("column");
  if (!style.display.endsWith("grid")) return false;
  return style.gridAutoFlow.startsWith("column") || areSeveral(style.gridTemplateColumns);
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

/** @param {Element} box @param {Element[]} found  what is in it @param {boolean} outermost @returns {boolean} each is drawn as a line */
const areLines = (box, found, outermost) => {
  if (outermost && found.every(isNamed)) return true;
  const before = checkVisibility(box) ? undefined : seen.get(box);
  const lines = before ?? (found.every(isBlock) && !isRow(box));
  seen.set(box, lines);
  return lines;
};

/**
 * @param {Node} root @param {Set<Element>} [out]  elements in it that are not code
 * @returns {string} the text, with a line end for each `br`; a `br` right before a line end draws none
 */
export const withBreaks = (root, out = NONE) => {
  let text = "";
  let broken = false;
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) {
        const data = dataOf(node);
        if (!data) continue;
        if (broken && !data.startsWith("\n")) text += "\n";
        broken = false;
        text += data;
      } else if (isElement(node) && localNameOf(node) === "br") {
        if (broken) text += "\n";
        broken = true;
      } else if (isElement(node) && !out.has(node)) walk(node);
    }
  };
  walk(root);
  return broken ? `${text}\n` : text;
};

/** @param {Element} line @param {Set<Element>} out @returns {string[]} its text, or the lines in it */
const linesIn = (line, out) => {
  const [first, second] = elementsIn(line, out);
  return (first && second && isNamed(first) && drawnLines(line, out)) || [withBreaks(line, out).replace(/\n$/, "")];
};

/**
 * @param {string[]} lines
 * @returns {string[]} with spaces, if the renderer drew each space as one that does not break, and a blank line as one of them
 */
export const withSpaces = (lines) => {
  if (!lines.some((line) => line.startsWith(NBSP)) || lines.some((line) => line.includes(" "))) return lines;
  return lines.map((line) => (line === NBSP ? "" : line.replaceAll(NBSP, " ")));
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
      if (hasEnds(box)) return null;
      // A cursor without text may be beside the lines.
      const parts = found.filter((part) => textOf(part) || isBlock(part));
      // An element with several lines of text is none; a sole line end fills a blank line.
      if (parts.some((part) => textOf(part) !== "\n" && textOf(part).includes("\n"))) return null;
      if (!areLines(box, parts, box === root)) return null;
      return withSpaces(parts.flatMap((part) => linesIn(part, out)));
    }
    box = first;
  }
  return null;
};
