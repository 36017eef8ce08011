/**
 * Units of a long history, of which those near the view are found by samples. Samples need the order of the document, in
 * which units are not always added: one that was removed from the set may be added again.
 */
import { comparePosition, rectOf } from "../platform/captured_dom.js";
import { nearView } from "./view_order.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** @param {Unit} unit @param {Unit} other @returns {boolean} the unit comes later in the document */
const isAfter = (unit, other) => !!(comparePosition(other.node, unit.node) & Node.DOCUMENT_POSITION_FOLLOWING);

export class OrderedUnits {
  constructor() {
    /** @type {Set<Unit>} */
    this.units = new Set();
    /** The one that was added last. @type {Unit | null} */
    this.last = null;
    /** The set is in the order of the document. */
    this.ordered = true;
  }

  /** @returns {number} */
  get size() {
    return this.units.size;
  }

  /** @param {Unit} unit @returns {boolean} */
  has(unit) {
    return this.units.has(unit);
  }

  /** @param {Unit} unit */
  add(unit) {
    if (this.units.has(unit)) return;
    const { last, units } = this;
    this.ordered = !units.size || (this.ordered && !!last && units.has(last) && isAfter(unit, last));
    this.last = unit;
    units.add(unit);
  }

  /** @param {Unit} unit */
  delete(unit) {
    this.units.delete(unit);
  }

  clear() {
    this.units.clear();
  }

  /** @param {number} margin  pixels outside the view that count as near it @returns {Unit[]} */
  near(margin) {
    if (!this.ordered) {
      this.units = new Set([...this.units].sort((one, other) => (isAfter(one, other) ? 1 : -1)));
      this.last = [...this.units].at(-1) ?? null;
      this.ordered = true;
    }
    return nearView([...this.units], ({ node }) => rectOf(node), margin);
  }
}
