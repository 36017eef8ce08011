/** Flow control: how much may be told before Python has read what it was told. */

/** Ms without a word after which a piece counts as read: a lost answer must not silence the page. */
const LOST = 2000;
/** Units in one piece. The first is small: it holds what is in view, and that is answered soon. */
const FIRST = 20;
const MORE = 60;

export class FlowControl {
  /**
   * @param {number} most
   * @param {() => void} again  called when there is credit again
   * @param {AbortSignal} signal
   */
  constructor(most, again, signal) {
    this.most = most;
    this.left = most;
    /** How many units the next piece may hold. */
    this.units = FIRST;
    this.again = again;
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  spend() {
    this.left -= 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.gain(), LOST);
  }

  /** A piece was read. */
  gain() {
    if (this.left >= this.most) return;
    this.left += 1;
    this.units = MORE;
    if (this.left === this.most) clearTimeout(this.timer);
    this.again();
  }
}
