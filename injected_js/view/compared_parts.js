/** The parts of blocks that are compared in screenshots, and how much a pixel that differs in them counts. */
import { rectOf } from "../platform/captured_dom.js";
import { areaOf, common } from "./frame_area.js";
import { foreignAreas, holds } from "./frame_points.js";
import { outermost, overlap } from "./hit_test.js";
import { areaBetweenBars } from "./page_bars.js";

/** Width in pixels of a ring around a raised frame, which shows on any background that a screenshot has the frame. */
const RING = 2;

/** @typedef {import("./frame_area.js").Area} Area */
/** @typedef {import("../face/face_protocol.js").Box} Box */
/** @typedef {import("../face/face_protocol.js").Covered} Covered */

export class ComparedParts {
  /** @param {HTMLIFrameElement} frame @param {Covered[]} covered @param {Area} seen  the part of the frame that the page does not cut off */
  constructor(frame, covered, seen) {
    /** The blocks, in pixels of the frame. @type {Box[]} */
    this.blocks = covered.map(({ whole }) => whole);
    /** The parts that must be readable. @type {Area[]} */
    this.needed = covered.flatMap(({ boxes }) => boxes).map((box) => areaOf(frame, box));
    const view = common(seen, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    const foreign = foreignAreas(view, outermost(frame));
    /** What bars of the page leave free. */
    this.freeArea = areaBetweenBars(view, foreign, this.needed);
    /** In pixels of the view. @type {Area[]} */
    this.areas = this.blocks
      .map((block) => common(common(areaOf(frame, block), view), this.freeArea))
      .map(({ left, top, right, bottom }) => ({
        left: Math.ceil(left),
        top: Math.ceil(top),
        right: Math.floor(right),
        bottom: Math.floor(bottom),
      }));
    /** A button of the page may be next to the parts that must be readable: its area is ignored outside of them. @type {Area[]} */
    this.apart = foreign.map(({ left, top, right, bottom }) => ({
      left: Math.floor(left),
      top: Math.floor(top),
      right: Math.ceil(right),
      bottom: Math.ceil(bottom),
    }));
  }

  /** @returns {boolean} nothing of one of the blocks is in the view */
  isEmpty() {
    return this.areas.some((area) => area.right <= area.left || area.bottom <= area.top);
  }

  /** @param {Box[]} boxes  in pixels of the frame @returns {boolean} */
  touches(boxes) {
    return overlap(boxes, this.blocks);
  }

  /** @type {import("./picture_diff.js").Weight} */
  weight = (x, y) => {
    const within = (/** @type {Area[]} */ areas) => areas.some((area) => holds(area, x, y));
    if (!within(this.areas)) return 0;
    return within(this.needed) ? Infinity : Number(!within(this.apart));
  };

  isNeeded = (/** @type {number} */ x, /** @type {number} */ y) => this.needed.some((area) => holds(area, x, y));
}

/** @param {Element} raised @returns {import("./picture_diff.js").Weight} counts the pixels of the ring around it */
export const ringAround = (raised) => {
  const { left, top, right, bottom } = rectOf(raised);
  const around = { left: left - RING, top: top - RING, right: right + RING, bottom: bottom + RING };
  const inside = { left, top, right, bottom };
  return (x, y) => Number(holds(around, x, y) && !holds(inside, x, y));
};
