/** One block's text as Python knows it, and the cheapest correct splice for each change. */
import { contains, isConnected, lengthOf, substring } from "../platform/captured_dom.js";
import { withoutCursor } from "./cursor.js";

const PROOF = 64;

/** @param {string} a @param {string} b @returns {number} length of the common prefix, by binary search with native comparisons */
export const commonPrefix = (a, b) => {
  // Not `startsWith`: it compares unit by unit, and takes seventy times as long on 100 KB.
  if (b.substring(0, a.length) === a) return a.length;
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.substring(low, middle) === b.substring(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
};

export class Tracker {
  constructor() {
    this.text = "";
    /** The last few units, kept separately: a slice of a long concatenated string would copy all of it at each token. */
    this.tail = "";
    /** @type {Text | null} */
    this.last = null;
    this.lastLength = 0;
  }

  /** Forgets the known text, so that all of it is sent again. */
  forget() {
    this.text = "";
    this.tail = "";
    this.last = null;
  }

  /**
   * @param {import("./block_text.js").Reading} reading
   * @returns {{ at: number, text: string } | null} null when nothing changed
   */
  diff(reading) {
    const known = this.text;
    const at = commonPrefix(known, reading.text);
    this.text = reading.text;
    this.tail = reading.text.slice(-PROOF);
    const length = (reading.last ? lengthOf(reading.last) : 0) - (reading.cursor ?? 0);
    this.last = length < 0 ? null : reading.last;
    this.lastLength = Math.max(0, length);
    if (at === known.length && at === reading.text.length) return null;
    return { at, text: reading.text.slice(at) };
  }

  /**
   * @param {Element} root
   * @param {MutationRecord[]} records
   * @returns {boolean} only the last text node changed
   */
  changedOnlyLast(root, records) {
    const last = this.last;
    return (
      !!last &&
      isConnected(last) &&
      contains(root, last) &&
      records.every((record) => record.type === "characterData" && record.target === last)
    );
  }

  /**
   * The common case, at the cost of the new text only: the last text node grew and nothing else changed.
   * @param {Element} root
   * @param {MutationRecord[]} records
   * @returns {{ at: number, text: string } | null | undefined} null: nothing changed; undefined: another change
   */
  diffAppend(root, records) {
    const last = this.last;
    if (!last || !this.changedOnlyLast(root, records)) return undefined;
    const length = lengthOf(last);
    if (length < this.lastLength) return undefined;
    // A framework may set the whole value again: the known text must still be its beginning.
    const proof = Math.min(PROOF, this.lastLength, this.tail.length);
    if (proof && substring(last, this.lastLength - proof, proof) !== this.tail.slice(-proof)) return undefined;
    if (length === this.lastLength) return null;
    const text = withoutCursor(substring(last, this.lastLength, length - this.lastLength));
    if (!text) return null;
    const at = this.text.length;
    this.text += text;
    this.tail = (this.tail + text).slice(-PROOF);
    this.lastLength += text.length;
    return { at, text };
  }
}
