/** Finds the line numbers that sites draw in a code block: elements that are not code. */
import {
  all,
  attributeOf,
  checkVisibility,
  createWalker,
  dataOf,
  isElement,
  localNameOf,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";
import { endsLines, hasColumns, isPlacedApart, layoutOf } from "./box_layout.js";

/** The text of an element beside the code: a line number, or a sign of an added or removed line. */
export const NUMBER = /^[\s\d+\-−.:]*$/;
const NAMED =
  '[class*="line-number" i], [class*="linenumber" i], [class*="lineno" i], .hljs-ln-numbers, .gutter, .rouge-gutter';
const DIGITS = /^[\s\d]*$/;
const FIRST = /^\s*1(?!\d)/;

/**
 * @param {Element} root  the element that holds a code block's text
 * @returns {Element[]}
 */
export const lineNumbersIn = (root) => {
  // A renderer may give such a class to the whole line.
  const named = [...all(root, NAMED)].filter((element) => NUMBER.test(textOf(element)));
  return named.length ? named : unnamedIn(root);
};

/**
 * Finds numbers without a class that says so: the code begins with 1, which the user can't select, and the others follow in
 * the same element or in equal ones.
 * @param {Element} root
 * @returns {Element[]}
 */
const unnamedIn = (root) => {
  const walker = createWalker(root, NodeFilter.SHOW_TEXT);
  let text = walker.nextNode();
  while (text && !dataOf(text).trim()) text = walker.nextNode();
  if (!text || !FIRST.test(dataOf(text))) return [];
  const first = largest(root, text);
  if (!first || getComputedStyle(first).userSelect !== "none") return [];
  if (textOf(first).trim() !== "1") return counts(textOf(first)) ? [first] : [];
  const numbers = [...all(root, localNameOf(first))].filter((one) => isLike(one, first) && DIGITS.test(textOf(one)));
  return counts(numbers.map(textOf).join("")) ? numbers : [];
};

/** @param {Element} root @param {Node} text @returns {Element | null} the largest element around the text that has only digits, in the root */
const largest = (root, text) => {
  let found = null;
  for (let up = parentOf(text); up && up !== root && isElement(up) && DIGITS.test(textOf(up)); up = parentOf(up))
    found = up;
  return found;
};

/** @param {Element} one @param {Element} other */
const isLike = (one, other) => ["class", "style"].every((name) => attributeOf(one, name) === attributeOf(other, name));

/** @param {string} text @returns {number} how many numbers it has, from 1 on, one after the other; 0: it has anything else */
export const counts = (text) => {
  const digits = text.replace(/\s+/g, "");
  let [at, last] = [0, 0];
  while (at < digits.length) {
    last += 1;
    if (!digits.startsWith(String(last), at)) return 0;
    at += String(last).length;
  }
  return last;
};

/** @param {Element} part  of a grid @returns {boolean} it is in one of its columns */
const isInColumn = (part) => {
  const { gridColumnStart, gridColumnEnd } = getComputedStyle(part);
  return gridColumnEnd === "auto" ? !gridColumnStart.includes("span") : +gridColumnEnd === +gridColumnStart + 1;
};

/** @param {Element} number @param {Element} line @returns {boolean} they are drawn beside each other, as far as that can be seen now */
const isBeside = (number, line) => {
  if (!checkVisibility(number)) return true;
  const [{ top, height }, other] = [number.getBoundingClientRect(), line.getBoundingClientRect()];
  return Math.abs(top - other.top) <= height / 2;
};

/**
 * Finds the lines of a box that has the number of each line in an element before the line.
 * @param {Element} box  the outermost one of the code: in a box in it, numbers may be code
 * @param {Node[]} parts  all of it
 * @returns {Element[] | null} every second part; null: those before them are not its line numbers
 */
export const besideNumbers = (box, parts) => {
  if (parts.length < 2 || !parts.every(isElement)) return null;
  if (!parts.every((part, at) => at % 2 || textOf(part).trim() === String(at / 2 + 1))) return null;
  const isColumn = hasColumns(layoutOf(box)) && parts.every(isInColumn);
  const isApart = () =>
    parts.every((part, at) => {
      const style = getComputedStyle(part);
      return at % 2 ? endsLines(style) && !isPlacedApart(style) : isPlacedApart(style);
    });
  if (!isColumn && !isApart()) return null;
  const lines = parts.filter((_, at) => at % 2);
  const areBeside = lines.every((line, at) => isBeside(/** @type {Element} */ (parts[2 * at]), line));
  return areBeside ? lines : null;
};
