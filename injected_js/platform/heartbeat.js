/**
 * Fail-open: while text is hidden, Python must answer pings, else the text is shown. Ticks are counted
 * instead of milliseconds, so that a page that was busy does not conclude that Python is dead. The lifeline
 * (lifeline.js) signals the end of Python's connection. With a lifeline, pings only detect a Python that
 * hangs: a Python that is slow on a busy machine gets more time, and at rest ticks are long.
 */

const TICK = 100;
/** Ms of a tick at rest. */
const LONG = 5000;
/** The patience is multiplied by this while a lifeline shows that Python is connected. */
export const LIVES = 10;
/** Ticks without an answer after which Python counts as slow: a lifeline is wanted. */
const SLOW = 2;
/** Ticks in a row without a message to send, after which the page is at rest. */
const REST = 5;
/** Ms since the last ping after which a message may also be a ping, so that no separate one is needed. */
const CARRIED = 90;
/** Ticks without an answer after which the page script ends. */
const FOREVER = 300;

export class Heartbeat {
  /**
   * @param {object} parts
   * @param {() => boolean} parts.needed  whether something is hidden
   * @param {(lifeline: boolean) => void} parts.ping  `lifeline`: one is wanted
   * @param {() => boolean} [parts.hasLifeline]  whether a lifeline is in place
   * @param {() => void} parts.lost
   * @param {() => number} [parts.busy]  how many pieces of a history were sent and not acknowledged yet
   * @param {() => void} parts.found
   * @param {() => void} parts.end
   * @param {number} parts.patience  ms without an answer after which Python counts as dead
   * @param {AbortSignal} parts.signal
   */
  constructor({ needed, ping, hasLifeline = () => false, lost, busy = () => 0, found, end, patience, signal }) {
    this.misses = Math.max(1, Math.floor(patience / TICK));
    this.needed = needed;
    this.ping = ping;
    this.hasLifeline = hasLifeline;
    this.lost = lost;
    this.busy = busy;
    this.found = found;
    this.end = end;
    this.missed = 0;
    this.idle = 0;
    this.dead = false;
    this.prepared = false;
    this.timer = 0;
    this.long = false;
    /** When the last ping was sent, in ms of the page's clock. */
    this.askedAt = -Infinity;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.signal = signal;
  }

  /**
   * Starts the ticks, if they do not run yet: something was hidden. The lifeline is asked for immediately: a Python
   * that is slow on a busy machine would get the request too late.
   */
  start() {
    if (this.timer || this.signal.aborted) return;
    this.missed = 0;
    this.prepare();
    this.#next();
  }

  /** Python will have much to read: asks for a lifeline immediately, before Python is slow. */
  prepare() {
    if (this.prepared || this.hasLifeline() || this.signal.aborted) return;
    this.prepared = true;
    this.ping(true);
  }

  /** Ends the rest: a message is sent, or the connection ended. Pings immediately, and often from now on. */
  wake() {
    this.idle = 0;
    if (!this.long || this.signal.aborted) return;
    clearTimeout(this.timer);
    this.missed = 0;
    this.#next();
    this.ping(false);
  }

  /** @returns {boolean} Python did not answer the last pings */
  get isSilent() {
    return this.missed >= SLOW;
  }

  /** Python sent something. */
  acknowledge() {
    this.missed = 0;
    if (!this.dead) return;
    this.dead = false;
    this.found();
  }

  /**
   * Whether the message that is sent now should also be the next ping.
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
    this.long = !this.dead && this.idle >= REST && this.missed <= 1 && this.hasLifeline();
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
    this.ping(this.#wantsLifeline());
    this.#next();
  }

  /** @returns {boolean} nothing changes in the page, or Python is slow */
  #wantsLifeline() {
    return !this.dead && !this.hasLifeline() && (this.idle >= REST || this.missed >= SLOW);
  }

  /** Counts a ping as not answered. @returns {boolean} there is still reason to ping */
  #count() {
    this.missed += 1;
    if (this.missed > FOREVER) {
      this.end();
      return false;
    }
    // Python reads the pieces that it received before it answers a ping.
    const most = this.hasLifeline() ? this.misses * LIVES : this.misses + this.busy();
    if (this.missed >= most && !this.dead) {
      this.dead = true;
      this.lost();
    }
    return true;
  }
}
