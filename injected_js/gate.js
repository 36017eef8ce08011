/**
 * The cheap test that runs before the first paint: may this text become a call? It only hides; Python's verdict
 * confirms or lifts a few milliseconds later, so a wrong yes costs one round trip and a wrong no one flash.
 */

const HEAD = 96;

export class Gate {
  /** @param {string[]} openers lower-case */
  constructor(openers) {
    this.openers = openers;
    /** Those that can't be met by chance in prose: a tag or a keyword, not a lone bracket. */
    this.strong = openers.filter((opener) => opener.length >= 5 && /^[<\[|]|:$/.test(opener));
    this.longest = Math.max(0, ...openers.map((opener) => opener.length));
  }

  /**
   * @param {string} text
   * @returns {"maybe" | "no" | "early"} early: too short to say anything, and nothing there to hide
   */
  head(text) {
    const head = text.slice(0, HEAD * 4).trimStart().slice(0, HEAD).toLowerCase();
    if (!head) return "early";
    return this.openers.some((opener) => head.startsWith(opener) || opener.startsWith(head)) ? "maybe" : "no";
  }

  /**
   * Unfenced text: an opener anywhere, or the beginning of one at the end.
   * @param {string} text
   * @param {boolean} open  the text may still grow
   * @returns {boolean}
   */
  inside(text, open) {
    const lower = text.toLowerCase();
    if (this.strong.some((opener) => lower.includes(opener))) return true;
    if (!open) return false;
    const from = Math.max(lower.lastIndexOf("<"), lower.length - this.longest);
    const tail = lower.slice(Math.max(0, from));
    return tail.length > 1 && tail.startsWith("<") && this.strong.some((opener) => opener.startsWith(tail));
  }

  /** @param {string} text @returns {number} where the first opener, or the beginning of one, stands */
  where(text) {
    const lower = text.toLowerCase();
    const found = this.strong.map((opener) => lower.indexOf(opener)).filter((at) => at >= 0);
    return found.length ? Math.min(...found) : lower.lastIndexOf("<");
  }
}
