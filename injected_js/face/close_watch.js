/**
 * Looks at every frame of the browser while the user may press. The browser's visibility tracking looks at a part every
 * 100 ms at most, so a page that covers a block for some of the frames between would not be noticed. Observers that
 * begin one frame after the other look at different frames.
 */

/** The number of observers, and the ms between their beginnings: one frame of most screens. */
const COUNT = 7;
const STEP = 17;
/** Ms between two looks of one observer, as the browser requires for tracking. */
const DELAY = 100;
/** Ms after which the watch ends if nothing extends it. */
const LASTS = 1000;
/** Ms after which each observer has looked at least once. */
const COMPLETE = COUNT * STEP + DELAY;

/** @param {(entries: IntersectionObserverEntry[], from: IntersectionObserver) => void} report @returns {IntersectionObserver} */
export const newObserver = (report) =>
  new IntersectionObserver(
    report,
    /** @type {any} */ ({ threshold: [0, 0.25, 0.5, 0.75, 0.99, 1], trackVisibility: true, delay: DELAY }),
  );

export class CloseWatch {
  /**
   * @param {object} parts
   * @param {(observer: IntersectionObserver) => void} parts.observe  makes a new observer observe all parts
   * @param {(entries: IntersectionObserverEntry[], from: IntersectionObserver) => void} parts.report
   * @param {(observer: IntersectionObserver) => void} parts.ended  called with an observer that looks no more
   */
  constructor({ observe, report, ended }) {
    this.observe = observe;
    this.report = report;
    this.ended = ended;
    /** @type {IntersectionObserver[]} */
    this.observers = [];
    /** When the watch began and when it ends, in ms of the frame's clock. */
    this.beganAt = 0;
    this.endsAt = 0;
    this.timer = 0;
  }

  /** Begins the watch, or makes it last longer. @returns {number} ms until every frame of a while has been looked at; 0 or less: it has */
  extend() {
    const now = performance.now();
    this.endsAt = now + LASTS;
    if (!this.timer) {
      this.beganAt = now;
      this.#begin();
    }
    return this.beganAt + COMPLETE - now;
  }

  /** @param {Element} part  a new one */
  add(part) {
    for (const observer of this.observers) observer.observe(part);
  }

  /** @param {Element} part */
  remove(part) {
    for (const observer of this.observers) observer.unobserve(part);
  }

  #begin() {
    if (this.observers.length < COUNT) {
      const observer = newObserver(this.report);
      this.observers.push(observer);
      this.observe(observer);
      this.timer = setTimeout(() => this.#begin(), STEP);
      return;
    }
    const left = this.endsAt - performance.now();
    this.timer = left > 0 ? setTimeout(() => this.#begin(), left) : 0;
    if (this.timer) return;
    for (const observer of this.observers.splice(0)) {
      observer.disconnect();
      this.ended(observer);
    }
  }
}
