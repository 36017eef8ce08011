/** Finds the line of code in one row of a code view: what is beside it is a line number or a button. */
import {
  all,
  attributeOf,
  childCountOf,
  childrenOf,
  closest,
  firstElementOf,
  localNameOf,
  nextElementOf,
  one,
  textOf,
} from "../platform/captured_dom.js";
import { withBreaks } from "./drawn_lines.js";
import { NUMBER } from "./line_numbers.js";

export const CODE = new Set(["code", "pre"]);
export const BUTTONS = 'button, [role="button"], svg';
/** Levels and elements of a row that are searched for its code. */
const DEEP = 3;
const WIDE = 12;

/** @param {Element} parent @returns {Element[]} */
export const elementsIn = (parent) => {
  const found = [];
  for (let element = firstElementOf(parent); element; element = nextElementOf(element)) found.push(element);
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

/** @param {Element} row @param {Element} code @returns {string} the row's text without the code and the buttons */
const restOf = (row, code) => {
  let rest = textOf(row).replace(textOf(code), "");
  for (const button of all(row, BUTTONS)) rest = rest.replace(textOf(button), "");
  return rest;
};

/** @param {Element} row  of a table without `code` @returns {Element | null} the last cell, if it keeps its spaces and the cells before it have numbers */
const plainCell = (row) => {
  const cells = [...all(row, "td, th")];
  const last = cells.pop();
  if (!last || localNameOf(last) !== "td" || !cells.length || !cells.every((cell) => NUMBER.test(textOf(cell))))
    return null;
  return getComputedStyle(last).whiteSpace.startsWith("pre") ? last : null;
};

/** @param {Element} row @returns {Element | null} the element with its line of code, if the row has nothing else but numbers and buttons */
export const codeOfRow = (row) => {
  const name = localNameOf(row);
  const inTable = name === "tr";
  if (!inTable && !CODE.has(name) && !one(row, "code, pre")) return null;
  const cells = cellsOf(row);
  if (!cells) return null;
  if (!cells.length) return inTable ? plainCell(row) : null;
  const lines = cells.length > 1 ? cells.filter((cell) => !NUMBER.test(textOf(cell))) : cells;
  const code = lines.length || cells.length < 2 ? lines[0] : cells.at(-1);
  if (!code || lines.length > 1) return null;
  const text = one(code, "br") ? withBreaks(code) : textOf(code);
  if (text.trimEnd().includes("\n")) return null;
  const rest = restOf(row, code);
  if (!NUMBER.test(rest)) return null;
  if (inTable) return closest(code, "th") ? null : code;
  if (localNameOf(code) === "pre" && !/\d/.test(rest) && attributeOf(code, "data-prefix") === null) return null;
  return code;
};

/** @param {Element} row  of a code view @returns {string} its line, without a number and buttons */
export const lineOfRow = (row) => {
  const code = codeOfRow(row);
  if (code) return textOf(code).replace(/\n$/, "");
  const [first] = childrenOf(row);
  const numbered = first && childCountOf(row) > 1 && /^\s*\d+\s*$/.test(textOf(first));
  return (numbered ? textOf(row).slice(textOf(first).length) : textOf(row)).replace(/\n$/, "");
};

/** @param {Element | null | undefined} row @returns {boolean} it is a line number and no code */
export const isNumber = (row) => {
  if (!row) return false;
  const text = textOf(row);
  return /\d/.test(text) && NUMBER.test(text) && !codeOfRow(row);
};

/** @param {Element | null | undefined} row @returns {boolean} it has its number and its code */
export const hasNumber = (row) => {
  const code = row && codeOfRow(row);
  return !!code && /\d/.test(restOf(row, code));
};
