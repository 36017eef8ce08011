/**
 * Decides when the text of blocks is hidden: changed blocks before the next paint; the blocks of a whole page in
 * several tasks, those near the view first.
 */
/** @typedef {import("../reading/text_unit.js").Unit} Unit */

const FIRST_HOSTS = 150;
/** Ms of hiding in one task: each task makes the browser lay out the page once more. */
const BUDGET = 25;
const FRAME = 16;

export class HidingQueue {
  /**
   * @param {object} parts
   * @param {import("./text_hiding.js").TextHiding} parts.hiding
   * @param {import("./view_order.js").ViewOrder<Unit>} parts.order
   * @param {(unit: Unit) => boolean} parts.hasNothing  whether the unit was read, and has nothing to hide
   */
  constructor({ hiding, order, hasNothing }) {
    this.hiding = hiding;
    this.order = order;
    this.hasNothing = hasNothing;
    /** True once server-rendered nodes may be changed and the hiding rule is in force. */
    this.enabled = false;
    /** Units that changed since they were last checked for text to hide. @type {Set<Unit>} */
    this.changed = new Set();
  }

  /** Starts hiding, and checks all units. @param {Iterable<Unit>} units */
  enable(units) {
    this.enabled = true;
    this.changed.clear();
    let waiting = this.order.nearFirst(units);
    const work = () => {
      const until = performance.now() + BUDGET;
      for (let unit = waiting.shift(); unit && this.enabled; unit = waiting.shift()) {
        if (!this.hasNothing(unit)) this.hiding.check(unit, true);
        if (performance.now() > until && waiting.length) {
          // The browser lays out the hidden blocks of a frame together: a thousand in one frame would block the page.
          waiting = this.order.nearFirst(waiting);
          setTimeout(work, FRAME);
          return;
        }
      }
    };
    work();
  }

  disable() {
    this.enabled = false;
  }

  /** Checks the units that changed. @param {number} [most]  maximum number of hosts that are placed in one call */
  check(most = FIRST_HOSTS) {
    if (!this.enabled) return;
    let placed = 0;
    for (const unit of this.changed) {
      if (placed > most) break;
      this.changed.delete(unit);
      if (this.hiding.check(unit)) placed += 1;
    }
  }
}
