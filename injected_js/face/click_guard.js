/**
 * Accepts a press only if the name, the arguments and the button were fully visible for half a second. The
 * browser's visibility tracking detects covers, opacity, crops, scales and filters that the page applies
 * around the frame; the page script checks what it misses (press_check.js).
 */
import { mark } from "../platform/language.js";
import { onPress } from "./trusted_press.js";

export const DWELL = 500;
/** Ms in which several changes of visibility become one message. */
const GATHER = 50;

/**
 * @typedef {object} Sight
 * @property {boolean} good  it is fully visible
 * @property {number} since  when it became visible, in ms of the frame's clock
 * @property {boolean} covered  it is inside the view, and something may cover it
 * @property {number} credited  the time of the last credit that it used
 * @property {() => void} changed
 */

/** Maximum ms between the screenshots and a report of the tracking. */
const CREDIT = 1000;
const UNSEEN = "unseen";

/** @typedef {import("./face_protocol.js").Box} Box */
/** @typedef {import("./face_protocol.js").Covered} Covered */

/** @type {WeakMap<Element, Sight>} */
const sights = new WeakMap();
/** The same objects, for iteration. @type {Set<Sight>} */
const tracked = new Set();

/** The time from which screenshots prove that everything is visible, and the time at which that result arrived. */
const credit = { from: Infinity, given: -Infinity };

/**
 * Applies a proof by screenshots: nothing is painted over the parts that the tracking reported as covered.
 * @param {number} time  of the first of them, by the frame's clock
 */
export const creditSince = (time) => {
  credit.from = time;
  credit.given = performance.now();
  for (const sight of tracked) {
    if (!sight.good) continue;
    if (sight.since - time < CREDIT) sight.since = Math.min(sight.since, time);
    sight.credited = credit.given;
  }
};

/** One observer for all parts of all blocks. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const sight = sights.get(entry.target);
      if (!sight) continue;
      const good = /** @type {any} */ (entry).isVisible === true && entry.intersectionRatio >= 0.99;
      const now = performance.now();
      if (good && !sight.good) {
        // A part uses a credit once: the page may cover the part and uncover it again before the credit ends.
        const credited = now - credit.given < CREDIT && sight.credited !== credit.given;
        sight.since = credited ? Math.min(now, credit.from) : now;
        sight.credited = credit.given;
      }
      sight.good = good;
      sight.covered = !good && entry.intersectionRatio >= 0.99;
      sight.changed();
    }
  },
  /** @type {any} */ ({ threshold: [0, 0.25, 0.5, 0.75, 0.99, 1], trackVisibility: true, delay: 100 }),
);

export class ClickGuard {
  /**
   * @param {HTMLElement} block
   * @param {AbortSignal} signal
   * @param {(covered: Covered | null) => void} [onCovered]  called with the parts that are covered, according to the browser; null: none
   * @param {() => void} [changed]  called when a part came into full view, or left it
   */
  constructor(block, signal, onCovered = () => {}, changed = () => {}) {
    this.changed = changed;
    this.block = block;
    this.onCovered = onCovered;
    this.timer = 0;
    this.last = "";
    /** @type {Set<Element>} */
    this.watched = new Set();
    /** When a part last moved inside the block. */
    this.movedAt = -Infinity;
    /** @type {Element | null} the list of blocks: a block that grows moves the others */
    this.list = null;
    this.sizes = new ResizeObserver(() => {
      this.movedAt = performance.now();
    });
    signal.addEventListener("abort", () => {
      this.sizes.disconnect();
      clearTimeout(this.timer);
      for (const part of this.watched) this.#forget(part);
    });
  }

  /** @param {Iterable<Element>} parts  the buttons, and the parts that must be read before a press */
  watch(parts) {
    const list = this.block.parentElement;
    if (list && list !== this.list) {
      this.list = list;
      this.sizes.observe(list);
    }
    const wanted = new Set(parts);
    for (const part of this.watched) {
      if (wanted.has(part)) continue;
      this.#forget(part);
    }
    for (const part of wanted) {
      if (this.watched.has(part)) continue;
      const sight = {
        good: false,
        since: Infinity,
        covered: false,
        credited: -Infinity,
        changed: () => this.#reportSoon(),
      };
      sights.set(part, sight);
      tracked.add(sight);
      observer.observe(part);
    }
    this.watched = wanted;
    this.#reportSoon();
  }

  /** @param {Element} part */
  #forget(part) {
    observer.unobserve(part);
    const sight = sights.get(part);
    if (sight) tracked.delete(sight);
    sights.delete(part);
  }

  #reportSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.changed();
      const boxes = [...this.watched].filter((part) => sights.get(part)?.covered && part.checkVisibility()).map(boxOf);
      const covered = boxes.length ? { boxes, whole: downTo(boxOf(this.block), boxes) } : null;
      const now = JSON.stringify(covered);
      if (now === this.last) return;
      this.last = now;
      this.onCovered(covered);
    }, GATHER);
  }

  /**
   * @param {object} button
   * @param {HTMLElement} button.element
   * @param {() => Element[]} button.read  returns the parts that must be visible with it
   * @param {(pointed: import("./face_protocol.js").Pointed) => void} button.down
   * @param {(pointed: import("./face_protocol.js").Pointed) => void} button.accept
   * @param {(pointed: import("./face_protocol.js").Pointed) => void} button.unseen  called for a press while a part was out of view or covered
   * @param {(why: string) => void} button.refuse
   * @param {AbortSignal} signal
   */
  guard({ element, read, down, accept, unseen, refuse }, signal) {
    /** @type {string | null} why the press does not count, or ""; null: no press began */
    let pressed = null;
    const begin = (/** @type {Event} */ event) => {
      const parts = [element, ...read()];
      pressed = this.#objection(event, parts) ?? "";
      down(pointedAt(event, parts));
    };
    element.addEventListener("pointerdown", begin, { signal });
    element.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Enter" || event.key === " ") begin(event);
      },
      { signal },
    );
    onPress(
      element,
      (event) => {
        const before = pressed;
        pressed = null;
        if (before === null) return;
        const parts = [element, ...read()];
        const why = before || this.#objection(event, parts);
        if (why === UNSEEN) unseen(pointedAt(event, parts));
        else if (why) refuse(why);
        else accept(pointedAt(event, parts));
      },
      signal,
    );
  }

  /** @param {Event} event @param {Element[]} parts @returns {string | null} why the press does not count; null: it counts */
  #objection(event, parts) {
    if (!event.isTrusted) return mark("it did not come from you");
    // By the event's timestamp: a busy page may handle it much later.
    return this.objectionAt(event.timeStamp, parts);
  }

  /** @param {Element[]} parts @returns {boolean} all of them are in full view now */
  sees(parts) {
    return parts.every((part) => sights.get(part)?.good);
  }

  /** @param {number} now  in ms of the frame's clock @param {Element[]} parts @returns {string | null} why a press at that time does not count for them */
  objectionAt(now, parts) {
    for (const part of parts) {
      const sight = sights.get(part);
      if (!sight?.good) return UNSEEN;
      if (now - sight.since < DWELL) return mark("the block has just appeared or moved");
    }
    return now - this.movedAt < DWELL ? mark("the block has just moved") : null;
  }
}

/** @param {Event} event @param {Element[]} parts @returns {import("./face_protocol.js").Pointed} */
const pointedAt = (event, parts) => ({ at: performance.timeOrigin + event.timeStamp, boxes: parts.map(boxOf) });

/** @param {Element} element @returns {import("./face_protocol.js").Box} */
export const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};

/** @param {Box} whole @param {Box[]} parts @returns {Box} `whole`, down to the bottom of the lowest part */
const downTo = (whole, parts) => ({
  ...whole,
  height: Math.max(...parts.map(({ y, height }) => y + height)) - whole.y,
});
