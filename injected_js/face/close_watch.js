/**
 * Looks at every frame of the browser while the user may press, or a call is about to run. The browser's visibility
 * tracking looks at a part every 100 ms at most, so a page that covers a block for some of the frames between would not
 * be noticed. A new observer looks at the frame in which it begins; each frame gets its own.
 */

/** Ms between two looks of one observer, as the browser requires for tracking. */
const DELAY = 100;
/** Ms after which the watch ends if nothing extends it. */
const LASTS = 1000;
/** Ms for which each frame must have been looked at before a press or a call is judged. */
export const COMPLETE = 220;
/** Ms, and frames at most, that the time between frames is taken from. */
const RECENT = 500;
const MOST = 100;
/** Ms after which a browser that draws no frames is not waited for any more. */
const PATIENCE = 3000;

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
   * @param {(entries: IntersectionObserverEntry[]) => void} parts.report  called with what each frame shows
   * @param {() => void} parts.ended  called when frames are no longer looked at
   */
  constructor({ observe, report, ended }) {
    this.observe = observe;
    this.report = report;
    this.ended = ended;
    this.watching = false;
    /** When the watch began and when it ends, in ms of the frame's clock. */
    this.beganAt = 0;
    this.endsAt = 0;
    /** The time of the last frame whose result arrived. */
    this.lookedAt = 0;
    /** When the watch began, and the times of its last frames. @type {number[]} */
    this.frames = [];
    /** Those that wait until enough frames were looked at. @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /** Begins the watch, or makes it last longer. */
  extend() {
    const now = performance.now();
    this.endsAt = now + LASTS;
    if (this.watching) return;
    this.watching = true;
    this.beganAt = now;
    // No frame was looked at before the watch began, so that time is no gap between two frames.
    this.frames = [now];
    requestAnimationFrame(this.#look);
  }

  /** Extends the watch. @returns {Promise<boolean>} every frame of a while has been looked at, and one that began after this call; false: the browser draws none */
  complete() {
    this.extend();
    const asked = performance.now();
    return new Promise((go) => {
      const end = (/** @type {boolean} */ looked) => {
        clearTimeout(timer);
        this.waiting.delete(check);
        go(looked);
      };
      const timer = setTimeout(() => end(false), PATIENCE);
      const check = () => {
        this.endsAt = performance.now() + LASTS;
        // The frame after this moment too: the page may have covered the block just now.
        if (this.lookedAt >= Math.max(asked, this.beganAt + COMPLETE)) end(true);
      };
      this.waiting.add(check);
      check();
    });
  }

  /** @returns {number} the most ms between two frames that were looked at: what a compositor draws between is not seen */
  get gap() {
    const since = performance.now() - RECENT;
    const times = [...this.frames.filter((time) => time > since), performance.now()];
    return times.reduce((most, time, at) => Math.max(most, at ? time - (times[at - 1] ?? time) : 0), 0);
  }

  #look = (/** @type {number} */ time) => {
    this.frames = [...this.frames.slice(-MOST), time];
    if (performance.now() > this.endsAt) {
      this.watching = false;
      this.ended();
      return;
    }
    const observer = newObserver((entries) => {
      observer.disconnect();
      this.lookedAt = time;
      this.report(entries);
      for (const check of [...this.waiting]) check();
    });
    this.observe(observer);
    // There is a result of each frame, also without parts.
    observer.observe(document.documentElement);
    requestAnimationFrame(this.#look);
  };
}
