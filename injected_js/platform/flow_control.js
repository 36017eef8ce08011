/** Flow control: limits how many pieces may be sent before Python has acknowledged earlier ones. */

/** Ms without an acknowledgement after which a piece counts as read: a lost one must not stop the page. */
const LOST = 2000;
/** Units in one piece. The first is small: it contains the blocks in view, which get an answer sooner. */
const FIRST = 20;
const MORE = 40;

export class FlowControl {
  /**
   * @param {number} most
   * @param {() => void} again  called when another piece may be sent
   * @param {AbortSignal} signal
   */
  constructor(most, again, signal) {
    this.most = most;
    this.left = most;
    /** Maximum units in the next piece. */
    this.units = FIRST;
    this.again = again;
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** From now on more pieces may be unacknowledged. @param {number} most */
  widen(most) {
    if (most <= this.most) return;
    this.left += most - this.most;
    this.most = most;
    this.again();
  }

  sent() {
    this.left -= 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.acknowledged(), LOST);
  }

  /** @returns {boolean} Python has read the first piece */
  get hasAnswer() {
    return this.units > FIRST;
  }

  /** A piece was read. */
  acknowledged() {
    if (this.left >= this.most) return;
    this.left += 1;
    this.units = MORE;
    if (this.left === this.most) clearTimeout(this.timer);
    this.again();
  }
}
