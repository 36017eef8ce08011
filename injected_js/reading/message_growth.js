/**
 * Finds the text that was added to a message since the last check. A message may be a megabyte long and grow by one word
 * at a time, so the cost per word must not depend on the message's length.
 */
import {
  all,
  dataOf,
  isElement,
  isText,
  lengthOf,
  localNameOf,
  matches,
  shadowOf,
  substring,
  textOf,
} from "../platform/captured_dom.js";
import { CALL_TAGS } from "./element_names.js";

/** If this many characters at the end of the known text are unchanged, the text before them is too, as in `text_diff.js`. */
const PROOF = 64;
const TAGS = [...CALL_TAGS].join(", ");

export class Growth {
  /** @param {number} border  the longest beginning of a call, in UTF-16 units: it may begin before the new text */
  constructor(border) {
    this.border = border;
    /** How many of the unit's records were looked at. */
    this.checked = 0;
    /** @type {Node | null} */
    this.node = null;
    this.length = 0;
    this.proof = "";
    this.tail = "";
  }

  /**
   * @param {MutationRecord} record  the next one of the unit
   * @returns {string | null} the new text with the end of the text before it; null: the whole message must be read
   */
  next(record) {
    if (isText(record.target)) return this.#readGrowth(record.target);
    let text = this.tail;
    let begins = false;
    for (const node of record.addedNodes) {
      if (!isText(node) && !isElement(node)) continue;
      if (isElement(node) && !plain(node)) return null;
      const added = isText(node) ? dataOf(node) : textOf(node);
      // The beginning of a call may be at the end of this node, and continue in the next one.
      begins ||= added.slice(-this.border).includes("<");
      text += added;
    }
    this.tail = text.slice(-this.border);
    return begins ? null : text;
  }

  /** @param {Node} node */
  #readGrowth(node) {
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

/** @param {Element} element @returns {boolean} whether the element's text equals `textContent`, and it contains no call tag */
const plain = (element) => {
  if (shadowOf(element) || localNameOf(element).includes("-")) return false;
  return !matches(element, TAGS) && ![...all(element, TAGS)].length;
};
