/**
 * Which elements are code blocks: a `pre`, a code view, a tree that draws JSON, rows with one line of code each, and a `code`
 * that is drawn as a block. Code in a sentence is not one.
 */
import {
  childrenIn,
  closest,
  dataOf,
  hasAttributes,
  isElement,
  isText,
  localNameOf,
  matches,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";
import { isCodeRows, rowsAround } from "./code_rows.js";
import { VIEWS } from "./code_editors.js";
import { isJsonTree, jsonTreeAround } from "./json_tree.js";
import { onceInWalk } from "./walk_memory.js";

export const OUTER = `pre, ${VIEWS}`;
/** The elements that are code blocks, or trees of JSON, by their name alone. */
const NAMES = new Set(["pre", "json-viewer"]);
const BLOCK = new Set(["block", "grid", "flex", "table"]);

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
  if (!found) return jsonTreeAround(element) ?? rowsAround(element) ?? closest(element, "code");
  for (let up = parentOf(found); up && isElement(up); up = parentOf(up)) {
    const outer = closest(up, OUTER);
    if (!outer) break;
    found = up = outer;
  }
  return rowsAround(found) ?? found;
};

/** @param {Element} element @returns {boolean} a code block, not code in a sentence */
export const isFence = onceInWalk((element) => {
  const name = localNameOf(element);
  // Without an attribute, only the name can tell: most elements of a page are decided without a selector.
  const isNamed = hasAttributes(element) || NAMES.has(name);
  if (isNamed && matches(element, OUTER)) {
    const up = parentOf(element);
    return !(up && isElement(up) && closest(up, OUTER)) && !rowsAround(element);
  }
  if (isNamed && isJsonTree(element)) return !closest(element, OUTER);
  if (isCodeRows(element)) return !closest(element, OUTER) && rowsAround(element) === element;
  if (name !== "code" || closest(element, OUTER) || jsonTreeAround(element) || rowsAround(element)) return false;
  return textOf(element).includes("\n") || isBlock(element);
});
