/**
 * New blocks that equal another one. Some sites add a block's new node a moment before they remove its old one:
 * until then, Python does not get the new node as a separate block.
 */
import { isConnected } from "../platform/captured_dom.js";

/** Ms within which a site removes the old node: in the next task or animation frame, or when it has faded out. */
const HELD = 1000;

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

export class AdjacentCopies {
  /**
   * @param {object} parts
   * @param {() => Iterable<Unit>} parts.hidden  the units whose text is hidden because it is a call, or may become one
   * @param {(unit: Unit) => string} parts.messageOf  the name of the message around it, "" if it has none
   * @param {(unit: Unit) => void} parts.expired  called for a unit that is a separate block after all
   */
  constructor({ hidden, messageOf, expired }) {
    this.hidden = hidden;
    this.messageOf = messageOf;
    this.expired = expired;
    /** Each copy with the blocks that it equals. @type {Map<Unit, Unit[]>} */
    this.units = new Map();
  }

  /** Holds a new unit back if it equals or continues another one of its message. @param {Unit} unit */
  add(unit) {
    const beside = [...this.hidden()].filter(
      (one) => one.kind === unit.kind && one.announced && !one.lostAt && isConnected(one.node),
    );
    if (!beside.length) return;
    const message = this.messageOf(unit);
    const same = beside.filter((one) => !message || !one.message || one.message === message);
    if (!same.length) return;
    const { text } = unit.read();
    const equal = same.filter(({ tracker }) => tracker.text.trim() && text.startsWith(tracker.text.trimEnd()));
    if (!equal.length) return;
    this.units.set(unit, equal);
    setTimeout(() => {
      if (this.units.delete(unit)) this.expired(unit);
    }, HELD);
  }

  /** @param {Unit} unit @returns {Unit[]} the blocks in the page that it is held back for */
  originals(unit) {
    return (this.units.get(unit) ?? []).filter((one) => !one.lostAt && isConnected(one.node));
  }

  /** @param {Unit} unit @returns {boolean} */
  has(unit) {
    return this.units.has(unit);
  }

  /** @param {Unit} unit */
  release(unit) {
    this.units.delete(unit);
  }
}
