/** Virtual time, controlled by Python; it replaces the clock and the timers of overlay's isolated world. */

/** @typedef {{ due: number, order: number, every: number, run: () => void }} Timer */

export class Time {
  constructor() {
    this.now = 0;
    this.order = 0;
    /** @type {Map<number, Timer>} */
    this.timers = new Map();
    /** @type {string[]} */
    this.problems = [];
    this.performance = { now: () => this.now };
    this.setTimeout = (/** @type {() => void} */ run, wait = 0) => this.#add(run, wait, 0);
    this.setInterval = (/** @type {() => void} */ run, wait = 0) =>
      this.#add(run, Math.max(1, wait), Math.max(1, wait));
    this.clearTimeout = (/** @type {number} */ id) => {
      this.timers.delete(id);
    };
    this.clearInterval = this.clearTimeout;
    this.MessageChannel = channels(this.setTimeout);
  }

  /** @returns {number | null} when the next timer is due */
  get due() {
    return this.#next()?.[1].due ?? null;
  }

  /** Sets the time to that of the next timer and runs it. */
  fireNext() {
    const [id, timer] = this.#next() ?? [];
    if (id === undefined || !timer) return;
    this.now = Math.max(this.now, timer.due);
    if (timer.every) timer.due += timer.every;
    else this.timers.delete(id);
    this.attempt(timer.run);
  }

  /** Runs `work`; an error in it is added to `problems`. @param {() => void} work */
  attempt(work) {
    try {
      work();
    } catch (error) {
      this.problems.push(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {() => void} run @param {number} wait @param {number} every */
  #add(run, wait, every) {
    this.order += 1;
    this.timers.set(this.order, { due: this.now + Math.max(0, wait), order: this.order, every, run });
    return this.order;
  }

  /** @returns {[number, Timer] | undefined} */
  #next() {
    /** @type {[number, Timer] | undefined} */
    let first;
    for (const entry of this.timers) if (!first || entry[1].due < first[1].due) first = entry;
    return first;
  }
}

/**
 * Returns a MessageChannel replacement whose messages are delivered in order, at the current virtual time.
 * @param {(run: () => void) => number} later
 */
const channels = (later) =>
  class {
    constructor() {
      /** @type {{ onmessage: (() => void) | null, close: () => void }} */
      this.port1 = {
        onmessage: null,
        close: () => {
          this.port1.onmessage = null;
        },
      };
      this.port2 = {
        postMessage: () => {
          later(() => this.port1.onmessage?.());
        },
      };
    }
  };
