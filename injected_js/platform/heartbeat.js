/**
 * Fail-open: while something is hidden, Python must answer. Ticks are counted, not milliseconds, so that a page
 * that was busy itself does not take Python for dead. At rest a tick is a long one: that Python died is told by its
 * connection then (lifeline.js), and only a Python that hangs is found by asking.
 */

const TICK = 100;
/** Ms of a tick at rest. */
const LONG = 5000;
/** Ticks in a row without anything to tell, after which the page is at rest. */
const REST = 20;
/** Ticks without an answer after which nobody will come back. */
const FOREVER = 300;

export class Pulse {
  /**
   * @param {object} parts
   * @param {() => boolean} parts.needed  something is hidden
   * @param {(rest: boolean) => void} parts.ping  `rest`: nothing happens, and a connection that tells of its end is wanted
   * @param {() => boolean} [parts.tied]  the end of Python's connection would be told
   * @param {() => void} parts.lost
   * @param {() => void} parts.found
   * @param {() => void} parts.end
   * @param {number} parts.patience  ms without a word after which Python is taken for dead
   * @param {AbortSignal} parts.signal
   */
  constructor({ needed, ping, tied = () => false, lost, found, end, patience, signal }) {
    this.misses = Math.max(1, Math.floor(patience / TICK));
    this.needed = needed;
    this.ping = ping;
    this.tied = tied;
    this.lost = lost;
    this.found = found;
    this.end = end;
    this.missed = 0;
    this.idle = 0;
    this.dead = false;
    this.timer = 0;
    this.long = false;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.signal = signal;
  }

  /** Something was hidden: the watch begins, if it is not on already. */
  start() {
    if (this.timer || this.signal.aborted) return;
    this.missed = 0;
    this.#next();
  }

  /** Something is told, or the connection ended: Python is asked at once, and often from now on. */
  wake() {
    this.idle = 0;
    if (!this.long || this.signal.aborted) return;
    clearTimeout(this.timer);
    this.missed = 0;
    this.#next();
    this.ping(false);
  }

  /** Python spoke. */
  beat() {
    this.missed = 0;
    if (!this.dead) return;
    this.dead = false;
    this.found();
  }

  #next() {
    this.long = !this.dead && this.idle >= REST && this.missed <= 1 && this.tied();
    this.timer = setTimeout(() => this.#tick(), this.long ? LONG : TICK);
  }

  #tick() {
    this.timer = 0;
    if (!this.dead && !this.needed()) {
      this.long = false;
      return;
    }
    this.missed += 1;
    this.idle += 1;
    if (this.missed > FOREVER) {
      this.end();
      return;
    }
    if (this.missed >= this.misses && !this.dead) {
      this.dead = true;
      this.lost();
    }
    this.ping(this.idle >= REST && !this.tied());
    this.#next();
  }
}
