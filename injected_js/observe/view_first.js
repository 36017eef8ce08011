/**
 * Lets the rest of a long history wait until the first blocks, those near the view, are drawn: reading it takes the browser
 * the time in which it would draw them.
 */

/** Ms for which it waits at most. */
const MOST = 700;
const AGAIN = 30;

export class ViewFirst {
  /** @param {() => boolean} isDrawn  the blocks near the view are drawn @param {import("../platform/scheduling.js").Request} requestFlush @param {AbortSignal} signal */
  constructor(isDrawn, requestFlush, signal) {
    this.isDrawn = isDrawn;
    this.requestFlush = requestFlush;
    this.signal = signal;
    /** When it began to wait. @type {number | null} */
    this.since = null;
    this.over = false;
    this.asked = false;
  }

  /** @returns {boolean} the rest waits now; a flush is requested later */
  waits() {
    if (this.over) return false;
    this.since ??= performance.now();
    this.over = this.isDrawn() || performance.now() - this.since >= MOST;
    if (!this.over && !this.asked) {
      this.asked = true;
      setTimeout(() => {
        this.asked = false;
        if (!this.signal.aborted) this.requestFlush("hurry");
      }, AGAIN);
    }
    return !this.over;
  }
}
