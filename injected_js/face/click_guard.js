/**
 * Accepts a press only if the name, the arguments and the button were fully visible for half a second. The
 * browser's visibility tracking detects covers, opacity, crops, scales and filters that the page applies
 * around the frame; the page script checks what it misses (press_check.js).
 */
import { mark } from "../platform/language.js";
import { CloseWatch, newObserver } from "./close_watch.js";
import { onPress } from "./trusted_press.js";

export const DWELL = 500;
/** Ms in which several changes of visibility become one message. */
const GATHER = 50;

/**
 * @typedef {object} Sight
 * @property {boolean} good  it is fully visible
 * @property {number} since  when it became visible, in ms of the frame's clock
 * @property {boolean} covered  it is inside the view, and something may cover it
 * @property {number} hiddenAt  when it was last found inside the view, but not fully visible
 * @property {Set<IntersectionObserver | "frame">} against  what last found it not fully visible: the tracking, the last frame
 * @property {() => void} changed
 */

const UNSEEN = "unseen";

/** @typedef {import("./face_protocol.js").Box} Box */
/** @typedef {import("./face_protocol.js").Covered} Covered */

/** @type {WeakMap<Element, Sight>} */
const sights = new WeakMap();
/** The parts that have one. @type {Set<Element>} */
const watched = new Set();

/** @param {IntersectionObserverEntry[]} entries @param {IntersectionObserver | "frame"} from */
const report = (entries, from) => {
  for (const entry of entries) {
    const sight = sights.get(entry.target);
    if (!sight) continue;
    const now = performance.now();
    const plain = /** @type {any} */ (entry).isVisible === true && entry.intersectionRatio >= 0.99;
    if (plain) sight.against.delete(from);
    else sight.against.add(from);
    const good = sight.against.size === 0;
    if (good && !sight.good) sight.since = now;
    if (!plain && (sight.good || entry.intersectionRatio >= 0.99)) sight.hiddenAt = now;
    sight.good = good;
    if (!plain) sight.covered = entry.intersectionRatio >= 0.99;
    else if (good) sight.covered = false;
    sight.changed();
  }
};

/** One observer for all parts of all blocks. */
const observer = newObserver(report);
const closeWatch = new CloseWatch({
  observe: (each) => {
    for (const part of watched) each.observe(part);
  },
  report: (entries) => report(entries, "frame"),
  ended: () => {
    for (const part of watched) {
      const sight = sights.get(part);
      if (!sight?.against.delete("frame") || sight.against.size) continue;
      sight.good = true;
      sight.since = performance.now();
      sight.covered = false;
      sight.changed();
    }
  },
});

/** The block appears to the user only now: until now its frame was hidden. */
export const appeared = () => {
  for (const part of watched) {
    const sight = sights.get(part);
    if (sight) sight.hiddenAt = -Infinity;
  }
};

/** The user may press soon: watches every frame of the browser for a while. */
export const watchClosely = () => closeWatch.extend();

/** @returns {Promise<boolean>} every frame of a while has been looked at */
export const untilWatched = () => closeWatch.complete();

/** @returns {number} the most ms between two frames that were looked at lately */
export const frameGap = () => closeWatch.gap;

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
        hiddenAt: -Infinity,
        against: new Set([observer]),
        changed: () => this.#reportSoon(),
      };
      sights.set(part, sight);
      watched.add(part);
      observer.observe(part);
    }
    this.watched = wanted;
    this.#reportSoon();
  }

  /** @param {Element} part */
  #forget(part) {
    observer.unobserve(part);
    watched.delete(part);
    sights.delete(part);
  }

  #reportSoon() {
    this.timer ||= setTimeout(() => {
      this.timer = 0;
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
        const pointed = pointedAt(event, parts);
        const decide = (/** @type {boolean} */ looked) => {
          // What was drawn again meanwhile is compared by Python.
          const left = parts.filter((part) => part.isConnected);
          const why = before || (looked ? this.#objection(event, left) : UNSEEN);
          if (why === UNSEEN) unseen(pointed);
          else if (why) refuse(why);
          else accept(pointed);
        };
        if (before) decide(true);
        else void closeWatch.complete().then(decide);
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

  /** @param {Element[]} parts @returns {boolean} all of them are in full view now, and none was covered in the time that a user needs to look */
  shows(parts) {
    const before = performance.now() - DWELL;
    return parts.every((part) => sights.get(part)?.good && (sights.get(part)?.hiddenAt ?? 0) < before);
  }

  /** @param {Element[]} parts @returns {boolean} one of them is inside the view, and something may lie over it now */
  findsCovered(parts) {
    return parts.some((part) => sights.get(part)?.covered);
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
export const downTo = (whole, parts) => ({
  ...whole,
  height: Math.max(...parts.map(({ y, height }) => y + height)) - whole.y,
});
