/** The copy of an answer that a page has for screen readers only: its calls repeat those of the answer. */
import { attributeOf } from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";

/** Class names that hide an element visually. With a condition (`sm:`) or `not-` in the class name, the element may be visible. */
const NAMES = /(?:^|\s)(?!\S*(?:not-|:))\S*(?:sr-?only|visually-?hidden|screen-?reader-?(?:text|only))\S*/i;

/** @param {Element} element @returns {boolean} */
export const isForReaders = (element) => {
  const names = attributeOf(element, "class");
  return !!names && NAMES.test(names);
};

/** @param {Element} element @returns {boolean} whether the element is such a copy, or inside one */
export const inCopyForReaders = (element) => flatPath(element).some(isForReaders);
