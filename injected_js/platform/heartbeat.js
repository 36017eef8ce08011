/**
 * Fail-open: while something is hidden, Python must answer. Ticks are counted, not milliseconds, so that a page
 * that was busy itself does not take Python for dead. At rest a tick is a long one: that Python died is told by its
 * connection then (lifeline.js), and only a Python that hangs is found by asking.
 */

const TICK = 100;
/** Ms of a tick at rest. */
const LONG = 5000;
/** Ticks in a row without anything to tell, after which the page is at rest. */
const REST = 5;
/** Ms after which what is told may ask as well, so that no ping of its own has to. */
const CARRIED = 90;
/** Ticks without an answer after which nobody will come back. */
const FOREVER = 300;

export class Heartbeat {
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
    /** When Python was last asked, in ms of the page's clock. */
    this.askedAt = -Infinity;
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

  /**
   * Something is sent to Python now: should it ask for an answer, in place of the next ping?
   * @returns {boolean}
   */
  carry() {
    if (!this.timer || this.long || this.dead || this.signal.aborted) return false;
    if (!this.needed() || performance.now() - this.askedAt < CARRIED) return false;
    clearTimeout(this.timer);
    if (!this.#count()) return false;
    this.#next();
    return !this.dead;
  }

  #next() {
    this.askedAt = performance.now();
    this.long = !this.dead && this.idle >= REST && this.missed <= 1 && this.tied();
    this.timer = setTimeout(() => this.#tick(), this.long ? LONG : TICK);
  }

  #tick() {
    this.timer = 0;
    if (!this.dead && !this.needed()) {
      this.long = false;
      return;
    }
    this.idle += 1;
    if (!this.#count()) return;
    this.ping(this.idle >= REST && !this.dead && !this.tied());
    this.#next();
  }

  /** One more question that may stay without an answer. @returns {boolean} there is somebody to ask */
  #count() {
    this.missed += 1;
    if (this.missed > FOREVER) {
      this.end();
      return false;
    }
    if (this.missed >= this.misses && !this.dead) {
      this.dead = true;
      this.lost();
    }
    return true;
  }
}
