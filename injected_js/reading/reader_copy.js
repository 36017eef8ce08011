/** The copy of an answer that a page keeps for screen readers only: its calls are those of the answer itself. */
import { attributeOf } from "../platform/captured_dom.js";
import { lineOf } from "../platform/flat_tree.js";

/** Names by which frameworks hide an element from the eye. With a condition (`sm:`) or `not-` it may be shown. */
const NAMES = /(?:^|\s)(?!\S*(?:not-|:))\S*(?:sr-?only|visually-?hidden|screen-?reader-?(?:text|only))\S*/i;

/** @param {Element} element @returns {boolean} */
export const isForReaders = (element) => {
  const names = attributeOf(element, "class");
  return !!names && NAMES.test(names);
};

/** @param {Element} element @returns {boolean} it is such a copy, or in one */
export const inCopyForReaders = (element) => lineOf(element).some(isForReaders);
