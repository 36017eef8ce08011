/**
 * Fail-open: while something is hidden, Python must answer. Ticks are counted, not milliseconds, so that a page
 * that was busy itself does not take Python for dead.
 */

const TICK = 100;
/** Ticks without an answer after which nobody will come back. */
const FOREVER = 300;

export class Pulse {
  /**
   * @param {object} parts
   * @param {() => boolean} parts.needed  something is hidden
   * @param {() => void} parts.ping
   * @param {() => void} parts.lost
   * @param {() => void} parts.found
   * @param {() => void} parts.end
   * @param {number} parts.patience  ms without a word after which Python is taken for dead
   * @param {AbortSignal} parts.signal
   */
  constructor({ needed, ping, lost, found, end, patience, signal }) {
    this.misses = Math.max(1, Math.floor(patience / TICK));
    this.needed = needed;
    this.ping = ping;
    this.lost = lost;
    this.found = found;
    this.end = end;
    this.missed = 0;
    this.dead = false;
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.signal = signal;
  }

  /** Something was hidden: the watch begins, if it is not on already. */
  start() {
    if (this.timer || this.signal.aborted) return;
    this.missed = 0;
    this.#next();
  }

  /** Python spoke. */
  beat() {
    this.missed = 0;
    if (!this.dead) return;
    this.dead = false;
    this.found();
  }

  #next() {
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (!this.dead && !this.needed()) return;
      this.missed += 1;
      if (this.missed > FOREVER) {
        this.end();
        return;
      }
      if (this.missed >= this.misses && !this.dead) {
        this.dead = true;
        this.lost();
      }
      this.ping();
      this.#next();
    }, TICK);
  }
}
