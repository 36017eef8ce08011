/**
 * Limits how often hosts may be restored. If a site's script keeps replacing a host, and the observer's
 * microtask keeps restoring it, the two loop forever and block timers, Python's commands and the user. So the
 * attempts are counted and stopped in the same microtask.
 */
import { textOf } from "../platform/captured_dom.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** How often a unit's hosts may be restored within one task while its text does not grow. */
const IN_TASK = 12;
/** How many observer callbacks within one task may write to the page. */
const WRITES = 120;
/** How often hosts may be restored in a burst, and per second, while no text of the page grows. */
const BURST = 10;
const RATE = 3;
/** Ms: restores that are closer together count as one. */
const TOGETHER = 40;
/** Ms after any text of the page grew in which rebuilt nodes are no conflict. */
const GROWING = 200;
/** Ms for which a block shows its raw text after a conflict: the first and the longest pause. */
const PAUSE = { first: 4000, most: 120_000 };
/** Ms after which a conflict has ended: the next one begins with the first pause. */
const OVER = 60_000;

/** A pause that doubles with each conflict that follows soon after the last. */
class Backoff {
  constructor() {
    this.until = 0;
    this.pause = 0;
  }

  /** @param {number} now @param {number} first @returns {number} ms to wait */
  next(now, first) {
    const again = this.until > 0 && now - this.until < OVER;
    this.pause = again ? Math.min(PAUSE.most, Math.max(PAUSE.first, this.pause * 2)) : first;
    this.until = now + this.pause;
    return this.pause;
  }
}

class State {
  constructor() {
    this.task = -1;
    this.inTask = 0;
    this.credit = BURST;
    this.at = -Infinity;
    this.length = -1;
    this.paused = false;
    this.backoff = new Backoff();
  }
}

export class Conflicts {
  /**
   * @param {object} parts
   * @param {(job: () => void) => void} parts.queueTask  runs a job in a separate task
   * @param {(unit: Unit) => void} parts.retry  called when the unit's hosts may be placed again
   * @param {() => void} parts.rest  removes every host
   * @param {() => void} parts.resume  called when hosts may be placed again
   * @param {(units: number[]) => void} parts.report  called with blocks that show raw text for a while; empty: all
   * @param {AbortSignal} parts.signal
   */
  constructor({ queueTask, retry, rest, resume, report, signal }) {
    this.queueTask = queueTask;
    this.retry = retry;
    this.rest = rest;
    this.resume = resume;
    this.report = report;
    this.signal = signal;
    /** @type {WeakMap<Unit, State>} */
    this.states = new WeakMap();
    this.task = 0;
    this.watched = false;
    this.writes = 0;
    this.written = false;
    this.resting = false;
    this.backoff = new Backoff();
    /** When a text of the page grew last, in ms of the page's clock. */
    this.grownAt = -Infinity;
    /** @type {number[]} */
    this.unreported = [];
  }

  /** Marks the beginning of an observer callback. */
  enter() {
    this.written = false;
  }

  /** Counts a write to the page in this callback. @returns {boolean} whether the write is allowed */
  write() {
    if (this.resting) return false;
    this.#watch();
    if (this.written) return true;
    this.written = true;
    this.writes += 1;
    if (this.writes > WRITES) this.#rest();
    return !this.resting;
  }

  /** @param {Unit} unit @returns {boolean} whether the unit shows its raw text for a while: nothing is hidden for it */
  isPaused(unit) {
    return this.resting || (this.states.get(unit)?.paused ?? false);
  }

  /**
   * @param {Unit} unit
   * @param {boolean} back  the page removed its hosts but kept the elements that they hide
   * @returns {boolean} whether the hosts may be placed now
   */
  mayPlace(unit, back) {
    if (this.isPaused(unit) || !this.write()) return false;
    if (this.#isAllowed(unit, back)) return true;
    this.#pause(unit);
    return false;
  }

  #watch() {
    if (this.watched) return;
    this.watched = true;
    this.queueTask(() => {
      this.watched = false;
      this.task += 1;
      this.writes = 0;
      const units = this.unreported.splice(0);
      if (units.length) this.report(units);
    });
  }

  /** @param {Unit} unit @param {boolean} back @returns {boolean} whether the unit was not restored too often */
  #isAllowed(unit, back) {
    const state = this.states.get(unit) ?? new State();
    this.states.set(unit, state);
    const now = performance.now();
    const length = textOf(unit.node).length;
    const grew = length !== state.length;
    state.length = length;
    if (state.task !== this.task) {
      state.task = this.task;
      state.inTask = 0;
    }
    if (grew) return true;
    state.inTask += 1;
    if (state.inTask > IN_TASK) return false;
    if (!back || now - this.grownAt < GROWING || now - state.at < TOGETHER) return true;
    state.credit = Math.min(BURST, state.credit + ((now - state.at) / 1000) * RATE) - 1;
    state.at = now;
    return state.credit >= 0;
  }

  /** @param {Unit} unit */
  #pause(unit) {
    const state = /** @type {State} */ (this.states.get(unit));
    const known = state.backoff.until > 0 && performance.now() - state.backoff.until < OVER;
    state.paused = true;
    if (!known) this.unreported.push(unit.id);
    setTimeout(
      () => {
        if (this.signal.aborted) return;
        state.paused = false;
        this.retry(unit);
      },
      state.backoff.next(performance.now(), PAUSE.first),
    );
  }

  #rest() {
    if (this.resting) return;
    this.resting = true;
    // The first pause ends with the next task, since a site may draw a whole answer in one task.
    const wait = this.backoff.next(performance.now(), 0);
    this.rest();
    if (wait) this.report([]);
    setTimeout(() => {
      if (this.signal.aborted) return;
      this.resting = false;
      this.resume();
    }, wait);
  }
}
