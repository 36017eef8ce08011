/**
 * Finds the blocks near the view by samples: measuring all blocks takes longer than drawing those near the
 * view.
 */
import { onScroll } from "../platform/scroll_events.js";

/** Pixels outside the view that still count as near it. */
const NEAR = 400;
const SAMPLES = 64;
/** With at least this many items, those near the view are handled first. */
export const MANY = 100;
/** Ms between two look-ups of the items near the view: after a scroll, and without one. */
const LOOK = 300;
const STILL_LOOK = 1500;

/** @typedef {{ top: number, bottom: number }} Place */

/** @param {Place} place @param {number} margin  pixels outside the view @returns {number} -1 above the view, 1 below it, 0 near it; NaN if nothing is drawn */
const sideOf = ({ top, bottom }, margin) => {
  if (bottom <= top) return NaN;
  return bottom <= -margin ? -1 : Number(top >= innerHeight + margin);
};

/**
 * Returns the items near the view. A chat is drawn in document order or in reverse order, so no block between
 * two blocks on the same side of the view is in the view. If a page uses another order, the missed blocks are
 * handled later.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => Place} placeOf  in pixels of the view
 * @param {number} [margin]  pixels outside the view that count as near it
 * @returns {T[]} those near the view
 */
export const nearView = (all, placeOf, margin = NEAR) => {
  const step = Math.max(1, Math.floor(all.length / SAMPLES));
  /** @type {Set<T>} */
  const near = new Set();
  let from = 0;
  let side = NaN;
  const look = (/** @type {number} */ to) => {
    const next = sideOf(placeOf(/** @type {T} */ (all[to])), margin);
    if (next === 0 || (side !== next && !Number.isNaN(next))) {
      for (const one of all.slice(from, to + 1)) if (sideOf(placeOf(one), margin) === 0) near.add(one);
    }
    // An item that draws nothing has no position: the current stretch continues.
    if (Number.isNaN(next)) return;
    [from, side] = [to, next];
  };
  for (let at = 0; at < all.length; at += step) look(at);
  if (all.length) look(all.length - 1);
  // The items after the last sample that draws something.
  for (const one of all.slice(from)) if (sideOf(placeOf(one), margin) === 0) near.add(one);
  return [...near];
};

/**
 * Puts the items near the view first: a user who opens a long chat looks at its end. The look-up is
 * rate-limited, since it makes the browser lay out the page.
 * @template T
 */
export class ViewOrder {
  /** @param {(one: T) => Place} placeOf  in pixels of the view @param {AbortSignal} signal */
  constructor(placeOf, signal) {
    this.placeOf = placeOf;
    /** When the items near the view were last looked up, in ms of the page's clock. */
    this.lookedAt = -Infinity;
    this.scrolled = false;
    onScroll(() => {
      this.scrolled = true;
    }, signal);
  }

  /** @param {number} count  of items @returns {boolean} `nearFirst` would change their order */
  due(count) {
    return count >= MANY && performance.now() - this.lookedAt >= (this.scrolled ? LOOK : STILL_LOOK);
  }

  /** @param {Iterable<T>} items @returns {T[]} */
  nearFirst(items) {
    const all = [...items];
    if (!this.due(all.length)) return all;
    const near = new Set(nearView(all, this.placeOf));
    this.lookedAt = performance.now();
    this.scrolled = false;
    return [...near, ...all.filter((one) => !near.has(one))];
  }
}
