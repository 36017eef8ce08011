/**
 * Code that is drawn with one row per line, each with its own `code` or `pre`: in a table, or in boxes with line numbers.
 * The rows together are one code block.
 */
import {
  all,
  attributeOf,
  childCountOf,
  childrenOf,
  closest,
  createWalker,
  firstOf,
  isElement,
  lastElementOf,
  lengthOf,
  localNameOf,
  matches,
  nextOf,
  one,
  parentOf,
  previousElementOf,
  textOf,
} from "../platform/captured_dom.js";
import { withSpaces } from "./drawn_lines.js";
import { NUMBER } from "./line_numbers.js";
import { onceInWalk } from "./walk_memory.js";

const CODE = new Set(["code", "pre"]);
/** How many rows at the end may be bars, and the last line. */
const LAST = 3;
const BUTTONS = 'button, [role="button"], svg';
/** Elements with rows, other than tables. */
const BOXES = new Set(["div", "section", "figure", "ol", "ul"]);
const BLOCK = new Set(["block", "grid", "flex", "table"]);
/** Levels and elements of a row that are searched for its code, and levels around the code that may be its row's box. */
const DEEP = 3;
const WIDE = 12;
const AROUND = 5;
/** Maximum characters of a bar over the rows. */
const BAR = 80;

/** @param {Element} parent @returns {Element[]} */
const elementsIn = (parent) => {
  const found = [];
  for (let node = firstOf(parent); node; node = nextOf(node)) if (isElement(node)) found.push(node);
  return found;
};

/** @param {Element} row @returns {Element[] | null} the elements with code in it; null: it has too many elements to be a line */
const cellsOf = (row) => {
  const found = [];
  let level = [row];
  for (let depth = 0, seen = 0; level.length && depth <= DEEP; depth += 1) {
    const next = [];
    for (const element of level) {
      seen += 1;
      if (seen > WIDE) return null;
      if (CODE.has(localNameOf(element))) found.push(element);
      else next.push(...elementsIn(element));
    }
    level = next;
  }
  return found;
};

/**
 * @param {Element} row @param {Element} code
 * @returns {boolean} the code is drawn as a line of its own, unlike code in a sentence or in an item of a list
 */
const isLine = (row, code) => {
  const { display, whiteSpace } = getComputedStyle(code);
  return BLOCK.has(display) || (whiteSpace === "pre" && localNameOf(row) !== "li");
};

/** @param {Element} row @param {Element} code @returns {string} the row's text without the code and the buttons */
const restOf = (row, code) => {
  let rest = textOf(row).replace(textOf(code), "");
  for (const button of all(row, BUTTONS)) rest = rest.replace(textOf(button), "");
  return rest;
};

/** @param {Element} row  of a table without `code` @returns {Element | null} the last cell, if it keeps its spaces and the cells before it have numbers */
const plainCell = (row) => {
  const cells = [...all(row, "td")];
  const last = cells.pop();
  if (!last || !cells.length || !cells.every((cell) => NUMBER.test(textOf(cell)))) return null;
  return isElement(last) && getComputedStyle(last).whiteSpace.startsWith("pre") ? last : null;
};

/** @param {Element} row @returns {Element | null} the element with its line of code, if the row has nothing else but numbers and buttons */
const codeOfRow = (row) => {
  const cells = cellsOf(row);
  if (!cells) return null;
  const inTable = localNameOf(row) === "tr";
  if (!cells.length) return inTable ? plainCell(row) : null;
  const lines = cells.length > 1 ? cells.filter((cell) => !NUMBER.test(textOf(cell))) : cells;
  const code = lines.length || cells.length !== 2 ? lines[0] : cells[1];
  if (!code || lines.length > 1) return null;
  const text = textOf(code);
  if (text.trimEnd().includes("\n")) return null;
  const rest = restOf(row, code);
  if (!NUMBER.test(rest)) return null;
  if (inTable) return closest(code, "th") ? null : code;
  if (localNameOf(code) === "pre" && !/\d/.test(rest) && attributeOf(code, "data-prefix") === null) return null;
  return isLine(row, code) ? code : null;
};

/** @param {Element} row  of a code view @returns {string} its line, without a number and buttons */
export const lineOfRow = (row) => {
  const code = codeOfRow(row);
  if (code) return textOf(code).replace(/\n$/, "");
  const [first] = childrenOf(row);
  const numbered = first && childCountOf(row) > 1 && /^\s*\d+\s*$/.test(textOf(first));
  return (numbered ? textOf(row).slice(textOf(first).length) : textOf(row)).replace(/\n$/, "");
};

/** @param {Element} box @returns {ArrayLike<Element>} not copied: each code block asks for those of the list of messages */
const rowsIn = (box) => (localNameOf(box) === "table" ? [...all(box, "tr")] : childrenOf(box));

/**
 * Text is added up only as far as a bar's goes: the row may be a whole answer, which is asked for at each of its tokens.
 * @param {Element} row @returns {boolean} it may be a bar over or under the rows
 */
const isBar = (row) => {
  if (one(row, "code, pre, p")) return false;
  const walker = createWalker(row, NodeFilter.SHOW_TEXT);
  let size = 0;
  for (let text = walker.nextNode(); text && size <= BAR; text = walker.nextNode())
    size += lengthOf(/** @type {Text} */ (text));
  return size <= BAR;
};

/** @param {ArrayLike<Element>} rows @returns {Element | undefined} the last one that is no bar */
const lastRow = (rows) => {
  for (let at = rows.length - 1; at >= Math.max(0, rows.length - LAST); at -= 1) {
    const row = rows[at];
    if (row && (at < rows.length - 2 || !isBar(row) || codeOfRow(row))) return row;
  }
  return undefined;
};

/** @param {Element} box @returns {boolean} one of its last rows has code: a test for most boxes of a page, which have none */
const endsWithCode = (box) => {
  let row = lastElementOf(box);
  for (let count = 0; row && count < LAST; count += 1, row = previousElementOf(row))
    if (CODE.has(localNameOf(row)) || one(row, "code, pre")) return true;
  return false;
};

/** @param {Element} box @returns {boolean} each of its rows is a line of code; only the first and the last row are checked */
export const isCodeRows = onceInWalk((box) => {
  const isTable = localNameOf(box) === "table";
  if (!isTable && (!BOXES.has(localNameOf(box)) || !endsWithCode(box))) return false;
  const rows = rowsIn(box);
  const last = lastRow(rows);
  const code = last && codeOfRow(last);
  if (!last || !code) return false;
  const first = rows[0] && isBar(rows[0]) && !codeOfRow(rows[0]) ? rows[1] : rows[0];
  if (!first || !codeOfRow(first)) return false;
  // A single box may be any code; a single row of a table has the form of a line.
  return isTable || first !== last || (first !== code && /\d/.test(restOf(first, code)));
});

/** @param {Element} element @returns {Element | null} the rows of code around it, or itself: the outermost */
export const rowsAround = (element) => {
  const table = closest(element, "table");
  if (table) return isCodeRows(table) ? table : null;
  let found = null;
  let at = /** @type {Element | null} */ (element);
  // A row with a number that is code too looks like rows itself.
  for (let level = 0; at && level <= AROUND; level += 1) {
    if (isCodeRows(at)) found = at;
    const up = parentOf(at);
    at = up && isElement(up) ? up : null;
  }
  return found;
};

/** @param {Element} root @returns {string[] | null} the lines of the rows of code that it is, or that are in it */
export const linesOfRows = (root) => {
  const box = isCodeRows(root) ? root : one(root, "table");
  if (!box || !isCodeRows(box)) return null;
  const lines = [];
  for (const row of Array.from(rowsIn(box))) {
    const code = codeOfRow(row);
    if (!code && isBar(row) && (!lines.length || matches(row, ":last-child"))) continue;
    lines.push(textOf(code ?? row).replace(/\n$/, ""));
  }
  return withSpaces(lines);
};
