/**
 * A cheap test before the first paint whether a text may become a call. It decides only about hiding, which
 * Python confirms or reverts a few milliseconds later: a wrong yes costs one round trip, a wrong no one flash
 * of raw text.
 */

import { withoutCursor } from "../reading/cursor.js";

const HEAD = 96;
/** A language before a tag. */
const LABEL = /^[a-z][a-z\d+#.-]{1,20}\s*(?=<)/;

/** @param {string[]} words @returns {RegExp} */
const anyOf = (words) =>
  new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|") || "(?!)", "i");

export class Prefilter {
  /** @param {string[]} openers lower-case */
  constructor(openers) {
    this.openers = openers;
    /** Openers that do not occur by chance in prose: a tag or a keyword, not a single bracket. */
    this.strong = openers.filter((opener) => opener.length >= 5 && /^[<[|]|:$/.test(opener));
    this.longest = Math.max(0, ...openers.map((opener) => opener.length));
    this.pattern = anyOf(this.strong);
    this.weak = anyOf(openers.filter((opener) => opener));
  }

  /**
   * @param {string} text
   * @returns {"maybe" | "no" | "early"} early: the text is empty so far, so there is nothing to hide
   */
  startsLikeCall(text) {
    const head = text
      .slice(0, HEAD * 4)
      .trimStart()
      .slice(0, HEAD)
      .toLowerCase();
    // A renderer may end a block's last line and draw its cursor there while the opener is still being written.
    const begun = withoutCursor(head.trimEnd()) || head.trimEnd();
    if (!begun) return "early";
    if (this.openers.some((opener) => head.startsWith(opener) || opener.startsWith(begun))) return "maybe";
    // A site may draw the name of the language in the block's text.
    const code = head.replace(LABEL, "");
    const tag = withoutCursor(code.trimEnd()) || code.trimEnd();
    const begins = (/** @type {string} */ opener) => code.startsWith(opener) || opener.startsWith(tag);
    return code !== head && this.strong.some(begins) ? "maybe" : "no";
  }

  /** @param {string} text @returns {boolean} whether the text begins with an opener that only calls have */
  startsWithCall(text) {
    return (
      text
        .slice(0, HEAD * 4)
        .trimStart()
        .search(this.pattern) === 0
    );
  }

  /**
   * Whether unfenced text contains an opener, or ends with the beginning of one.
   * @param {string} text
   * @param {boolean} open  the text may still grow
   * @returns {boolean}
   */
  containsOpener(text, open) {
    if (this.pattern.test(text)) return true;
    if (!open) return false;
    const end = withoutCursor(text.slice(-2 * this.longest))
      .slice(-this.longest)
      .toLowerCase();
    const tail = end.slice(Math.max(0, end.lastIndexOf("<")));
    return tail.length > 1 && tail.startsWith("<") && this.strong.some((opener) => opener.startsWith(tail));
  }

  /** @param {string} text @returns {boolean} Python may find a call in it, though nothing is hidden for it yet */
  mentions(text) {
    return this.weak.test(text);
  }

  /** @param {string} text @returns {number} offset of the first opener, or of an incomplete opener at the end */
  firstOpener(text) {
    const found = text.search(this.pattern);
    return found >= 0 ? found : text.lastIndexOf("<");
  }
}
