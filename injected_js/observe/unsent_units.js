/** The units whose changes Python has not got yet: which of them can wait, in which order they are sent, and how soon. */
import { DistantBlocks } from "./distant_blocks.js";
import { ViewOrder } from "./view_order.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** Characters of a text that has just begun. */
const YOUNG = 400;
/** A chat with this many blocks (code and messages) is long: blocks far from the view are read when they come near it. */
const LONG = 200;

export class UnsentUnits {
  /**
   * @param {object} parts
   * @param {(unit: Unit) => import("./view_order.js").Place} parts.placeOf
   * @param {boolean} parts.whole  a long history is read whole, not only near the view
   * @param {(unit: Unit) => boolean} parts.isKnown  the unit was not forgotten
   * @param {(pace?: import("../platform/scheduling.js").Pace) => void} parts.requestFlush
   * @param {AbortSignal} parts.signal
   */
  constructor({ placeOf, whole, isKnown, requestFlush, signal }) {
    /** @type {Set<Unit>} */
    this.units = new Set();
    this.order = new ViewOrder(placeOf, signal);
    const near = (/** @type {Unit[]} */ units) => {
      for (const unit of units) if (isKnown(unit) && !unit.unreadable) this.units.add(unit);
      requestFlush("hurry");
    };
    this.distant = whole ? null : new DistantBlocks({ near, signal });
  }

  /** @param {Unit} unit */
  add(unit) {
    this.distant?.release(unit);
    this.units.add(unit);
  }

  /** @param {Unit} unit */
  remove(unit) {
    this.distant?.release(unit);
    this.units.delete(unit);
  }

  /** @param {Unit} unit @returns {boolean} the unit waits until it comes near the view */
  isDistant(unit) {
    return !!this.distant?.has(unit);
  }

  /** @returns {import("../platform/scheduling.js").Pace} how soon Python must get the changes */
  pace() {
    /** @type {import("../platform/scheduling.js").Pace} */
    let pace = this.units.size ? "calm" : "wait";
    for (const unit of this.units) {
      if (unit.named && unit.addsOnlyWords) continue;
      // The text of a possible call is still short: its name has just arrived, or arrives next.
      if (unit.verdict === "held" || unit.verdict === "covered")
        return unit.tracker.text.length < YOUNG && !unit.named ? "hurry" : "wait";
      if (unit.kind === "fence" || unit.plainLength < YOUNG || !unit.announced) pace = "wait";
    }
    return pace;
  }

  /** @returns {boolean} many units wait to be sent, so those near the view should be found first */
  get unordered() {
    return this.order.due(this.units.size);
  }

  /** Puts the units near the view first. The browser has to lay out the page for it. */
  putNearFirst() {
    const ordered = this.order.nearFirst(this.units);
    this.units.clear();
    for (const unit of ordered) this.units.add(unit);
  }

  /**
   * In a long chat, sets aside new units that can wait until they come near the view.
   * @param {number} shown  the units in the page. A page that keeps only those in view is not long.
   * @returns {boolean} there is more to do, in another task, before anything is collected
   */
  setAside(shown) {
    return !!this.distant && shown >= LONG && this.distant.sort(this.units);
  }
}
