/**
 * Decides when the text of blocks is hidden: that of changed blocks before the next paint, that of a long history when it
 * comes near the view. Each node that is added to a long page makes the browser lay out and compose the whole page, so
 * nothing is done for what nobody can see.
 */
import { onScroll } from "../platform/scroll_events.js";
import { OrderedUnits } from "./ordered_units.js";
import { MANY } from "./view_order.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/**
 * Pixels around the view in which text is hidden. A browser paints about 4,000 pixels in advance, and may show them
 * before the page gets to know of a scroll; what is farther away is painted after the page got to know.
 */
const AROUND = 5000;

export class HidingQueue {
  /**
   * @param {import("./text_hiding.js").TextHiding} hiding
   * @param {boolean} everywhere  text is hidden far from the view too, as in a replay, in which nothing scrolls
   * @param {AbortSignal} signal
   */
  constructor(hiding, everywhere, signal) {
    this.hiding = hiding;
    this.everywhere = everywhere;
    /** True once server-rendered nodes may be changed and the hiding rule is in force. */
    this.enabled = false;
    /** Units that changed since they were last checked for text to hide. @type {Set<Unit>} */
    this.changed = new Set();
    /** Units of a long history that are not checked before they come near the view. */
    this.far = new OrderedUnits();
    this.frame = 0;
    hiding.isFar = (unit) => this.far.has(unit);
    onScroll(() => this.look(), signal);
    addEventListener("resize", () => this.look(), { signal });
    signal.addEventListener("abort", () => this.disable());
  }

  /** Starts hiding, and checks all units. @param {Iterable<Unit>} units */
  enable(units) {
    this.enabled = true;
    this.changed.clear();
    this.#checkAll([...units], true);
  }

  disable() {
    this.enabled = false;
    this.far.clear();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** Checks the units that changed. */
  check() {
    if (!this.enabled || !this.changed.size) return;
    const changed = [...this.changed];
    this.changed.clear();
    this.#checkAll(changed, changed.length >= MANY);
  }

  /** @param {Unit[]} units @param {boolean} whole  whole texts are checked, not only what was added to them */
  #checkAll(units, whole) {
    const isHistory = units.length >= MANY && !this.everywhere;
    for (const unit of units) {
      if (isHistory && !unit.live) this.far.add(unit);
      else this.hiding.check(unit, whole);
    }
    if (isHistory) this.look();
  }

  /** @param {Unit} unit  one that left the page */
  remove(unit) {
    this.changed.delete(unit);
    this.far.delete(unit);
  }

  /** Hides what came near the view. It must run before the browser paints, as it does in an event of a scroll. */
  look() {
    if (!this.enabled || !this.far.size) return;
    for (const unit of this.far.near(AROUND)) this.hide(unit);
  }

  /** The page may have moved without a scroll: looks before the next paint. */
  lookBeforePaint() {
    if (!this.far.size) return;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.look();
    });
  }

  /** Checks a unit wherever it is. @param {Unit} unit */
  hide(unit) {
    this.far.delete(unit);
    this.hiding.check(unit, true);
  }
}
