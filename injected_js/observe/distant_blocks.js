/**
 * The blocks of a long history that are far from the view. Those that begin like a call are hidden; Python gets their
 * text when they come near the view, so that the cost of a chat does not grow with the part that is not looked at.
 *
 * What is near is looked up by samples, when something may have moved: an IntersectionObserver of thousands of elements
 * costs more in each frame.
 */
import { comparePosition, rectOf } from "../platform/captured_dom.js";
import { onScroll } from "../platform/scroll_events.js";
import { nearView } from "./view_order.js";

/** Pixels from the view at which a block is read: about a screen, so that it is drawn before it is scrolled into view. */
const NEAR = 1000;
/** Ms between two look-ups that no scroll asked for. */
const PAUSE = 250;
/** What can move a page's parts without a scroll or a mutation. */
const MOVING = ["load", "toggle", "transitionend", "pointermove", "pointerup", "keyup"];

/** @typedef {import("../reading/tracked_block.js").TrackedBlock} TrackedBlock */

/** @param {TrackedBlock} unit @param {TrackedBlock} other @returns {boolean} the unit comes later in the document */
const isAfter = (unit, other) => !!(comparePosition(other.node, unit.node) & Node.DOCUMENT_POSITION_FOLLOWING);

export class DistantBlocks {
  /** @param {(units: TrackedBlock[]) => void} near  called with the blocks that came near the view @param {AbortSignal} signal */
  constructor(near, signal) {
    this.near = near;
    this.signal = signal;
    /** @type {Set<TrackedBlock>} */
    this.units = new Set();
    /** The same, with some that are not among them any more. @type {TrackedBlock[]} */
    this.list = [];
    /** The list is in the order of the document. */
    this.ordered = true;
    this.looked = false;
    this.timer = 0;
    onScroll(() => this.look(), signal);
    const options = { capture: true, passive: true, signal };
    for (const name of MOVING) addEventListener(name, () => this.lookSoon(), options);
    addEventListener("resize", () => this.lookSoon(), options);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** @param {TrackedBlock} unit @returns {boolean} */
  has(unit) {
    return this.units.has(unit);
  }

  /** @param {TrackedBlock} unit  it waits until it comes near the view */
  take(unit) {
    const last = this.list.at(-1);
    this.ordered &&= !last || isAfter(unit, last);
    this.units.add(unit);
    this.list.push(unit);
    this.lookSoon();
  }

  /** @param {TrackedBlock} unit  it left the page, or need not wait */
  release(unit) {
    this.units.delete(unit);
  }

  /** The page may have moved. */
  lookSoon() {
    if (this.timer || !this.units.size || this.signal.aborted) return;
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  /** Looks at once, unless that was done before: while a page loads, each look makes the browser lay out all of it. */
  lookFirst() {
    if (!this.looked) this.look();
  }

  look() {
    this.looked = true;
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.units.size) return;
    if (this.list.length > this.units.size) this.list = this.list.filter((unit) => this.units.has(unit));
    if (!this.ordered) this.list.sort((one, other) => (isAfter(one, other) ? 1 : -1));
    this.ordered = true;
    const came = nearView(this.list, ({ node }) => rectOf(node), NEAR);
    for (const unit of came) this.release(unit);
    if (came.length) this.near(came);
  }
}
