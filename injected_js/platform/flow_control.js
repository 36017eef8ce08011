/** Flow control: how much may be told before Python has read what it was told. */

/** Ms without a word after which a piece counts as read: a lost answer must not silence the page. */
const LOST = 2000;
/** Units in one piece. The first is small: it holds what is in view. */
const UNITS = { first: 20, least: 10, most: 120 };
/** Ms for an answer: Python is asked whether it is there, too, and answers that after what it reads. */
const SLOW = 100;
const QUICK = 50;

export class Credit {
  /**
   * @param {number} most
   * @param {() => void} again  called when there is credit again
   * @param {AbortSignal} signal
   */
  constructor(most, again, signal) {
    this.most = most;
    this.left = most;
    /** How many units the next piece may hold: Python is given as much as it reads in time. */
    this.units = UNITS.first;
    /** When what has no answer yet was told. @type {number[]} */
    this.told = [];
    this.again = again;
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  spend() {
    this.left -= 1;
    this.told.push(performance.now());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.gain(), LOST);
  }

  /** A piece was read. */
  gain() {
    if (this.left >= this.most) return;
    this.left += 1;
    const took = performance.now() - (this.told.shift() ?? 0);
    if (took > SLOW) this.units = Math.max(UNITS.least, Math.floor(this.units / 2));
    else if (took < QUICK) this.units = Math.min(UNITS.most, Math.ceil(this.units * 1.5));
    if (this.left === this.most) clearTimeout(this.timer);
    this.again();
  }
}
