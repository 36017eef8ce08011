/**
 * Code that is drawn with one row per line, each with its own `code` or `pre`: in a table, or in boxes with line numbers.
 * The rows together are one code block.
 */
import {
  all,
  childCountOf,
  childrenOf,
  closest,
  contains,
  createWalker,
  isElement,
  lastElementOf,
  lengthOf,
  localNameOf,
  matches,
  one,
  parentOf,
  previousElementOf,
  textOf,
} from "../platform/captured_dom.js";
import { hasColumns, isPlacedApart, layoutOf } from "./box_layout.js";
import { codeLines } from "./code_text.js";
import { withSpaces } from "./drawn_lines.js";
import { besideNumbers } from "./line_numbers.js";
import { codeBesideNumbers } from "./number_column.js";
import { BUTTONS, CODE, codeOfRow, elementsIn, hasNumber, isNumber } from "./row_code.js";
import { isSmallButton } from "./toolbar_filter.js";
import { onceInWalk } from "./walk_memory.js";

/** How many rows at the end may be bars, and the last line. */
const LAST = 3;
/** Elements with rows, other than tables. */
const BOXES = new Set(["div", "section", "figure", "ol", "ul"]);
const BLOCK = new Set(["block", "grid", "flex", "table"]);
/** Levels around the code that may be its row's box. */
const AROUND = 5;
const DIGITS = /^\s*\d+\s*$/;
/** Maximum characters of a bar over the rows. */
const BAR = 80;

/** @param {Element} row @returns {boolean} it has only buttons, and no line of the code that is one too */
const isButtons = (row) => {
  const name = localNameOf(row);
  if (name === "button") return isSmallButton(row) && !one(row, "code, pre");
  if (name === "tr" || matches(row, BUTTONS) || one(row, "code, pre")) return false;
  const buttons = [...all(row, BUTTONS)].filter((button) => localNameOf(button) !== "svg");
  if (!buttons.length || !buttons.every(isSmallButton)) return false;
  return textOf(row).trim() === buttons.map(textOf).join("").trim();
};

/** @param {Element} row @returns {Element | null} the element with the code of the row; null: the page draws it inside a line of other text */
const lineIn = (row) => {
  const code = codeOfRow(row);
  if (!code || localNameOf(row) === "tr") return code;
  const { display, whiteSpace } = getComputedStyle(code);
  if (BLOCK.has(display)) return code;
  // Code in a sentence, or in an item of a list, may keep its spaces too.
  const isLine = whiteSpace === "pre" ? localNameOf(row) !== "li" : isInGrid(row, code);
  return isLine ? code : null;
};

/** @param {Element} row @param {Element} code @returns {boolean} the code is a cell of the grid: its own style says so only while the grid is drawn */
const isInGrid = (row, code) => row === code && hasColumns(layoutOf(/** @type {Element} */ (parentOf(code))));

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
    if (row && (at < rows.length - 2 || !isBar(row) || lineIn(row))) return row;
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

/** @param {ArrayLike<Element>} rows @returns {Element | undefined} the first row that is not a bar, a button or a line number */
const firstRow = (rows) => {
  let at = 0;
  const skip = (/** @type {(row: Element) => boolean} */ isOther) => {
    const row = rows[at];
    if (row && isOther(row) && !lineIn(row)) at += 1;
  };
  skip(isBar);
  skip(isButtons);
  skip((row) => textOf(row).trim() === "1");
  return rows[at];
};

/**
 * @param {Element} box
 * @returns {Element[] | null} the rows with its lines, without bars, buttons and numbers; null: they are no lines
 */
const codeRowsIn = (box) => {
  const rows = Array.from(rowsIn(box)).filter((row) => !isButtons(row) && !isLayer(row));
  const isEdge = (/** @type {Element | undefined} */ row) =>
    row && !codeOfRow(row) && isBar(row) && !isNumber(row) && !one(row, "[rowspan]");
  if (isEdge(rows[0])) rows.shift();
  if (isEdge(rows.at(-1))) rows.pop();
  const beside = besideNumbers(box, rows);
  if (beside) return beside;
  const last = rows.at(-1);
  // The cell with the code of the last row may still be to come.
  const isBegun = !!last && childCountOf(last) < 2 && textOf(last).trim() === String(rows.length);
  if (isNumber(last) && (isBegun || !hasNumber(rows[0]))) rows.pop();
  return isNumber(rows[0]) || !areUnder(box, rows) ? null : rows;
};

/** @param {Element} box @param {Element[]} rows @returns {boolean} each of them is drawn under the one before */
const areUnder = (box, rows) => {
  if (localNameOf(box) === "table") return true;
  const layout = layoutOf(box);
  if (!hasColumns(layout)) return layout !== "row";
  return rows.every((row) => {
    const { display, gridColumnEnd } = getComputedStyle(row);
    return display === "contents" || gridColumnEnd === "-1";
  });
};

/** @param {Element} row @returns {boolean} it is a cursor or a selection that is drawn over the rows */
const isLayer = (row) => !textOf(row) && !one(row, "*") && isPlacedApart(getComputedStyle(row));

/** @param {Element} row  of a view, without code @param {boolean} isNumbered  the view has line numbers @param {boolean} hasCell  in a first cell @returns {string | null} its line; null: it can't be told */
const plainLine = (row, isNumbered, hasCell) => {
  if (!textOf(row).trim()) return localNameOf(row) === "svg" ? null : "";
  if (matches(row, BUTTONS) || one(row, `${BUTTONS}, code, pre`) || isPlacedApart(getComputedStyle(row))) return null;
  const inside = elementsIn(row);
  const cells = inside.length ? inside : [row];
  const [cell, more] = cells.filter((inner) => textOf(inner).trim());
  if (!cell || more || childCountOf(cell) || textOf(cell) !== textOf(row).trim()) return null;
  if (isNumbered) return hasCell && cell === cells[0] && cells.length > 1 && DIGITS.test(textOf(cell)) ? "" : null;
  // Other spaces may be drawn in another way than they are written.
  return /^\S+(?: \S+)*$/.test(textOf(cell)) ? textOf(cell) : null;
};

/** @param {Element} row @param {Element} code @returns {boolean} nothing is before the code in the row */
const isFirst = (row, code) => {
  const [cell] = elementsIn(row);
  return !!cell && contains(cell, code);
};

/** @param {Element} box @returns {string[] | null} its lines; null: the row of one of them has anything else */
const linesIn = (box) => {
  const rows = codeRowsIn(box);
  if (!rows) return null;
  const [first] = rows;
  const [cell] = first ? elementsIn(first) : [];
  const isNumbered = hasNumber(first);
  const hasCell = !!cell && DIGITS.test(textOf(cell)) && codeOfRow(/** @type {Element} */ (first)) !== cell;
  const lines = [];
  for (const row of rows) {
    const code = codeOfRow(row);
    // What looks like the number of a later line only may be code, and so may one in another place.
    const mayHaveNumber = isNumbered && !(code && hasCell && isFirst(row, code));
    if (code && !mayHaveNumber && textOf(row) !== textOf(code) && hasNumber(row)) return null;
    const line = code ? textOf(code).replace(/\n$/, "") : plainLine(row, isNumbered, hasCell);
    if (line === null) return null;
    lines.push(line);
  }
  return lines;
};

/** @param {Element} box @returns {boolean} each of its rows is a line of code; the first and the last row tell most others apart */
export const isCodeRows = onceInWalk((box) => {
  const isTable = localNameOf(box) === "table";
  if (!isTable && (!BOXES.has(localNameOf(box)) || !endsWithCode(box))) return false;
  if (codeBesideNumbers(box)) return true;
  const rows = rowsIn(box);
  const last = lastRow(rows);
  const code = last && lineIn(last);
  if (!last || !code) return false;
  const first = firstRow(rows);
  if (!first || !lineIn(first)) return false;
  const isSole = first === last;
  // A single row of a table has the form of a line.
  if (isTable && isSole && codeLines(code).length > 1) return false;
  const isNumbered = [first, last].some((row) => isNumber(previousElementOf(row)));
  // A single box may be any code, and what is under a paragraph is rather a part of a message.
  if (isSole && rows[0] && localNameOf(rows[0]) === "p") return false;
  if (!isTable && isSole && !(first === code ? isNumbered && hasColumns(layoutOf(box)) : hasNumber(first)))
    return false;
  return linesIn(box) !== null;
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
  const beside = codeBesideNumbers(box);
  if (beside) return codeLines(beside);
  const lines = linesIn(box);
  return lines && withSpaces(lines);
};
