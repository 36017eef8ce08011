/** CSS rules that script inserts into style sheets (as CSS-in-JS libraries do). No event reports them, so they are polled. */
import { all, localNameOf, textOf } from "../platform/captured_dom.js";
import { textOfSheet } from "./node_serializer.js";

/** @typedef {import("./recording_types.js").Op} Op @typedef {{ count: number, recorded: number }} Seen */

export class Rules {
  /** @param {import("./node_ids.js").NodeIds} known @param {import("./node_serializer.js").NodeSerializer} nodes */
  constructor(known, nodes) {
    this.known = known;
    this.nodes = nodes;
    /** @type {WeakMap<Node, Seen>} */
    this.seen = new WeakMap();
  }

  /**
   * Appends an operation for each sheet whose number of rules changed and was the same in two polls.
   * @param {Op[]} ops
   * @param {boolean} [last]  this is the last poll: do not wait for a second one
   */
  check(ops, last = false) {
    for (const style of all(document, "style")) {
      const id = this.known.ofSure(style);
      const sheet = /** @type {HTMLStyleElement} */ (style).sheet;
      if (!id || !sheet || localNameOf(style) !== "style" || textOf(style).trim()) continue;
      if (this.#changed(style, sheet.cssRules.length, 0, last))
        ops.push({ o: "sheets", id, sheets: [textOfSheet(sheet)] });
    }
    const count = this.nodes
      .sheets(document, (sheet) => String(sheet.cssRules.length))
      .reduce((sum, rules) => sum + Number(rules) + 1, 0);
    if (this.#changed(document, count, -1, last)) ops.push({ o: "sheets", id: 0, sheets: this.nodes.sheets(document) });
  }

  /**
   * @param {Node} node @param {number} count
   * @param {number} first  the count recorded at the start; -1: the count of the first poll
   * @param {boolean} last
   * @returns {boolean}
   */
  #changed(node, count, first, last) {
    const seen = this.seen.get(node);
    if (!seen) {
      this.seen.set(node, { count, recorded: first < 0 ? count : first });
      return last && first >= 0 && this.#changed(node, count, first, last);
    }
    const still = seen.count === count || last;
    seen.count = count;
    if (!still || seen.recorded === count) return false;
    seen.recorded = count;
    return true;
  }
}
