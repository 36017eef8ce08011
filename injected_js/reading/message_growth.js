/**
 * What came to a message since it was looked at last. A message may be a megabyte long and grow by a word at a time:
 * what is done at each word must cost what the word costs.
 */
import { all, dataOf, isElement, isText, lengthOf, localNameOf, matches, shadowOf, substring, textOf } from "../platform/captured_dom.js";
import { CALL_TAGS } from "./block_text.js";

/** So much of what was known must still be there for the rest to be taken as known, as `text_diff.js` does. */
const PROOF = 64;
const TAGS = [...CALL_TAGS].join(", ");

export class Growth {
  /** @param {number} border  what may begin before the new text and end in it is at most so long */
  constructor(border) {
    this.border = border;
    /** How many of the unit's records were looked at. */
    this.looked = 0;
    /** @type {Node | null} */
    this.node = null;
    this.length = 0;
    this.proof = "";
    this.tail = "";
  }

  /**
   * @param {MutationRecord} record  the next one of the unit
   * @returns {string | null} the new text with the end of what was before it, or null if it is not as simple as that
   */
  next(record) {
    const { target, addedNodes } = record;
    if (isText(target)) return this.#grown(target);
    let text = this.tail;
    let begins = false;
    for (const node of addedNodes) {
      if (!isText(node) && !isElement(node)) continue;
      if (isElement(node) && !plain(node)) return null;
      const added = isText(node) ? dataOf(node) : textOf(node);
      // What begins a call may end one node, with others after it that the page draws beside it.
      begins ||= added.slice(-this.border).includes("<");
      text += added;
    }
    this.tail = text.slice(-this.border);
    return begins ? null : text;
  }

  /** @param {Node} node */
  #grown(node) {
    const length = lengthOf(node);
    const known = this.node === node && length >= this.length && this.#stillThere(node);
    const from = known ? Math.max(0, this.length - this.border) : 0;
    const text = from || known ? substring(node, from, length - from) : this.tail + dataOf(node);
    this.node = node;
    this.length = length;
    this.proof = text.slice(-PROOF);
    this.tail = text.slice(-this.border);
    return text;
  }

  /** @param {Node} node */
  #stillThere(node) {
    const proof = Math.min(this.proof.length, this.length);
    return substring(node, this.length - proof, proof) === this.proof.slice(this.proof.length - proof);
  }
}

/** @param {Element} element @returns {boolean} its text is what `textContent` says, with no tag of a call in it */
const plain = (element) => {
  if (shadowOf(element) || localNameOf(element).includes("-")) return false;
  return !matches(element, TAGS) && ![...all(element, TAGS)].length;
};
