/** Finds the line numbers that sites draw in a code block: elements that are not code. */
import {
  all,
  attributeOf,
  createWalker,
  dataOf,
  isElement,
  localNameOf,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";

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

/** @param {string} text @returns {boolean} it has the numbers from 1 on, one after the other */
const counts = (text) => {
  const digits = text.replace(/\s+/g, "");
  let at = 0;
  for (let number = 1; at < digits.length; number += 1) {
    if (!digits.startsWith(String(number), at)) return false;
    at += String(number).length;
  }
  return at > 0;
};
