/**
 * The blocks and messages of a long history that are far from the view. Python gets their text when they come near the
 * view, so that the cost of a chat does not grow with the part that is not looked at.
 *
 * Blocks near the view are found by samples, whenever something may have moved: an IntersectionObserver for thousands of
 * elements costs more in each frame.
 */
import { rectOf } from "../platform/captured_dom.js";
import { onScroll } from "../platform/scroll_events.js";
import { OrderedUnits } from "./ordered_units.js";
import { MANY } from "./view_order.js";

/** Pixels from the view at which a block is read: about a screen, so that it is drawn before it is scrolled into view. */
const NEAR = 1000;
/** Ms of sorting in one task. */
const SORTING = 10;
/** Ms between two look-ups that were not caused by a scroll. */
const PAUSE = 250;
/** Ms that blocks near the view wait, so that Python handles those in the view first. */
const LATER = 50;
/** Events after which parts of the page may have moved without a scroll or a mutation. */
const MOVING = ["load", "toggle", "transitionend", "pointermove", "pointerup", "keyup"];

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** @param {{ top: number, bottom: number }} place  in pixels of the view */
const isInView = ({ top, bottom }) => bottom > 0 && top < innerHeight;

export class DistantBlocks {
  /**
   * @param {object} parts
   * @param {(units: Unit[]) => void} parts.near  called with the blocks that came near the view
   * @param {AbortSignal} parts.signal
   */
  constructor({ near, signal }) {
    this.near = near;
    this.signal = signal;
    this.units = new OrderedUnits();
    /** The number of blocks that were found together and are being sorted. */
    this.sorting = 0;
    /** The blocks near the view were looked up once. While a page loads, each look-up makes the browser lay out the whole page. */
    this.looked = false;
    this.timer = 0;
    onScroll(() => this.look(), signal);
    const options = { capture: true, passive: true, signal };
    for (const name of MOVING) addEventListener(name, () => this.lookSoon(), options);
    addEventListener("resize", () => this.lookSoon(), options);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** @param {Unit} unit @returns {boolean} */
  has(unit) {
    return this.units.has(unit);
  }

  /**
   * Moves new blocks that can wait from `dirty` to this set, as many as fit into one task.
   * @param {Set<Unit>} dirty
   * @returns {boolean} whether there is more to do before anything is sent
   */
  sort(dirty) {
    const until = performance.now() + SORTING;
    const found = [...dirty].filter((unit) => !unit.announced && !unit.sorted);
    this.sorting = found.length ? Math.max(this.sorting, found.length) : 0;
    for (const unit of found) {
      if (performance.now() > until) return true;
      unit.sorted = true;
      // A live block that appears together with only a few others may be a new answer.
      if (unit.live && this.sorting < MANY) continue;
      this.#take(unit);
      dirty.delete(unit);
    }
    if (this.looked || !this.units.size) return false;
    // The blocks in view are handled first. The layout gets a separate task.
    if (found.length) return true;
    this.look();
    return false;
  }

  /** @param {Unit} unit  one that waits until it comes near the view */
  #take(unit) {
    this.units.add(unit);
    this.lookSoon();
  }

  /** @param {Unit} unit  one that left the page, or need not wait */
  release(unit) {
    this.units.delete(unit);
  }

  /** The page may have moved. */
  lookSoon() {
    if (this.timer || !this.units.size || this.signal.aborted) return;
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  look() {
    this.looked = true;
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.units.size) return;
    const came = this.units.near(NEAR);
    for (const unit of came) this.release(unit);
    const seen = came.filter(({ node }) => isInView(rectOf(node)));
    if (seen.length) this.near(seen);
    const others = came.filter((unit) => !seen.includes(unit));
    if (others.length) setTimeout(() => !this.signal.aborted && this.near(others), seen.length ? LATER : 0);
  }
}
