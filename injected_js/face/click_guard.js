/**
 * A press counts only if the person could see what they pressed: the name, the arguments and the button, whole and
 * uncovered for half a second. The browser's visibility tracking tells of covers, fades, crops, scales and filters that
 * the page makes around the frame; what it misses is looked up from outside (press_check.js).
 */
import { onPress } from "./trusted_press.js";

const DWELL = 500;

/** @typedef {{ good: boolean, since: number }} Sight  since when it has been in plain sight, in ms of the frame's clock */

/** @type {WeakMap<Element, Sight>} */
const sights = new WeakMap();

/** One observer for all parts of all blocks. */
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const sight = sights.get(entry.target);
    if (!sight) continue;
    const good = /** @type {any} */ (entry).isVisible === true && entry.intersectionRatio >= 0.99;
    if (good && !sight.good) sight.since = performance.now();
    sight.good = good;
  }
}, /** @type {any} */ ({ threshold: [0, 0.25, 0.5, 0.75, 0.99, 1], trackVisibility: true, delay: 100 }));

export class ClickGuard {
  /**
   * @param {HTMLElement} block
   * @param {AbortSignal} signal
   */
  constructor(block, signal) {
    this.block = block;
    /** @type {Set<Element>} */
    this.watched = new Set();
    /** When something in the block last moved within it. */
    this.movedAt = -Infinity;
    /** @type {Element | null} the list of blocks: what grows in one moves the others */
    this.list = null;
    this.sizes = new ResizeObserver(() => { this.movedAt = performance.now(); });
    signal.addEventListener("abort", () => {
      this.sizes.disconnect();
      for (const part of this.watched) observer.unobserve(part);
    });
  }

  /** @param {Iterable<Element>} parts  what can be pressed, and what has to be read before */
  watch(parts) {
    const list = this.block.parentElement;
    if (list && list !== this.list) {
      this.list = list;
      this.sizes.observe(list);
    }
    const wanted = new Set(parts);
    for (const part of this.watched) {
      if (wanted.has(part)) continue;
      observer.unobserve(part);
      sights.delete(part);
    }
    for (const part of wanted) {
      if (this.watched.has(part)) continue;
      sights.set(part, { good: false, since: Infinity });
      observer.observe(part);
    }
    this.watched = wanted;
  }

  /**
   * @param {object} button
   * @param {HTMLElement} button.element
   * @param {() => Element[]} button.read  what has to be in view with it
   * @param {(pointed: import("./types.js").Pointed) => void} button.down
   * @param {(pointed: import("./types.js").Pointed) => void} button.accept
   * @param {(why: string) => void} button.refuse
   * @param {AbortSignal} signal
   */
  guard({ element, read, down, accept, refuse }, signal) {
    /** @type {string | null} why the press does not count; null when there was none */
    let pressed = null;
    const begin = (/** @type {Event} */ event) => {
      const parts = [element, ...read()];
      pressed = this.#objection(event, parts) ?? "";
      down(pointedAt(event, parts));
    };
    element.addEventListener("pointerdown", begin, { signal });
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") begin(event);
    }, { signal });
    onPress(element, (event) => {
      const before = pressed;
      pressed = null;
      if (before === null) return;
      const parts = [element, ...read()];
      const why = before || this.#objection(event, parts);
      if (why) refuse(why);
      else accept(pointedAt(event, parts));
    }, signal);
  }

  /** @param {Event} event @param {Element[]} parts @returns {string | null} why it does not count */
  #objection(event, parts) {
    if (!event.isTrusted) return "it did not come from you";
    // By the clock of the event: a busy page may hear of it much later.
    const now = event.timeStamp;
    for (const part of parts) {
      const sight = sights.get(part);
      if (!sight?.good) return "the block was not fully in view, or something lay over it";
      if (now - sight.since < DWELL) return "the block has just appeared or moved";
    }
    return now - this.movedAt < DWELL ? "the block has just moved" : null;
  }
}

/** @param {Event} event @param {Element[]} parts @returns {import("./types.js").Pointed} */
const pointedAt = (event, parts) => ({ at: performance.timeOrigin + event.timeStamp, boxes: parts.map(boxOf) });

/** @param {Element} element @returns {import("./types.js").Box} */
const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};
