/**
 * Which elements are code blocks: a `pre`, a code view, a tree that draws JSON, a table with one line of code per row, and a
 * `code` that is drawn as a block. Code in a sentence is not one.
 */
import {
  all,
  childrenIn,
  closest,
  dataOf,
  isElement,
  isText,
  localNameOf,
  matches,
  one,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";
import { VIEWS } from "./code_editors.js";
import { isJsonTree, jsonTreeAround } from "./json_tree.js";
import { NUMBER } from "./line_numbers.js";

export const OUTER = `pre, ${VIEWS}`;
const BLOCK = new Set(["block", "grid", "flex", "table"]);

/** @param {Element} row @returns {Element | null} its only `code`, if its other cells have at most a number */
const codeOfRow = (row) => {
  const code = one(row, "td > code");
  const cell = code && parentOf(code);
  if (!cell || [...all(row, "code, th, pre")].length !== 1 || textOf(cell).trim() !== textOf(code).trim()) return null;
  return [...all(row, "td")].every((other) => other === cell || NUMBER.test(textOf(other))) ? code : null;
};

/** @param {Element} table @returns {boolean} each row is a line of code; only the first and the last row are checked */
const isCodeTable = (table) => {
  const first = one(table, "tr");
  if (!first || !codeOfRow(first)) return false;
  const last = [...all(table, "tr")].at(-1);
  return !!last && (last === first || !!codeOfRow(last));
};

/** @param {Element} element @returns {Element | null} the table with one line of code per row around it, or itself */
const codeTable = (element) => {
  const table = closest(element, "table");
  return table && isCodeTable(table) ? table : null;
};

/** @param {Element} root @returns {string[] | null} the lines of the table with one line of code per row that is in it */
export const linesOfTable = (root) => {
  const table = localNameOf(root) === "table" ? root : one(root, "table");
  if (!table || !isCodeTable(table)) return null;
  return [...all(table, "tr")].map((row) => textOf(one(row, "code") ?? row).replace(/\n$/, ""));
};

/** @param {Element} code @returns {boolean} its parent has no other text */
const isAlone = (code) => {
  const around = parentOf(code);
  if (!around || !isElement(around) || localNameOf(around) !== "div") return false;
  for (const node of childrenIn(around)) {
    if (node === code) continue;
    if (isText(node) ? dataOf(node).trim() : isElement(node) && textOf(node).trim()) return false;
  }
  return true;
};

/** @param {Element} code @returns {boolean} the page draws it as a block, not inside a line, even if it has only one line so far */
const isBlock = (code) => {
  if (!isAlone(code)) return false;
  const { display, whiteSpace } = getComputedStyle(code);
  return BLOCK.has(display) || whiteSpace === "pre";
};

/** @param {Element} element @returns {Element | null} the outermost code block or code that contains it */
export const fenceAround = (element) => {
  let found = closest(element, OUTER);
  if (!found) return jsonTreeAround(element) ?? codeTable(element) ?? closest(element, "code");
  for (let up = parentOf(found); up && isElement(up); up = parentOf(up)) {
    const outer = closest(up, OUTER);
    if (!outer) break;
    found = up = outer;
  }
  return found;
};

/** @param {Element} element @returns {boolean} a code block, not code in a sentence */
export const isFence = (element) => {
  const name = localNameOf(element);
  if (matches(element, OUTER)) {
    const up = parentOf(element);
    return !(up && isElement(up) && closest(up, OUTER));
  }
  if (isJsonTree(element)) return !closest(element, OUTER);
  if (name === "table") return isCodeTable(element) && !closest(element, OUTER);
  if (name !== "code" || closest(element, OUTER) || jsonTreeAround(element) || codeTable(element)) return false;
  return textOf(element).includes("\n") || isBlock(element);
};
