/** The parts of blocks that are compared in screenshots, and how much a pixel that differs in them counts. */
import { rectOf } from "../platform/captured_dom.js";
import { areaOf, common, sizeOf } from "./frame_area.js";
import { foreignAreas, holds } from "./frame_points.js";
import { outermost, overlap } from "./hit_test.js";
import { areaBetweenBars } from "./page_bars.js";

/** Width in pixels of a ring around a raised frame, which shows on any background that a screenshot has the frame. */
const RING = 2;

/** @typedef {import("./frame_area.js").Area} Area */
/** @typedef {import("../face/face_protocol.js").Box} Box */
/** @typedef {import("../face/face_protocol.js").Covered} Covered */

export class ComparedParts {
  /**
   * @param {HTMLIFrameElement} frame
   * @param {Map<string, Covered>} covered  the parts of each block
   * @param {Set<string>} leftOut  blocks that the page covers with elements that take presses: they are not compared
   * @param {Area} seen  the part of the frame that the page does not cut off
   */
  constructor(frame, covered, leftOut, seen) {
    this.leftOut = leftOut;
    /** All blocks that are raised together, in pixels of the frame. @type {Box[]} */
    this.blocks = [...covered.values()].map(({ whole }) => whole);
    const comparable = [...covered].filter(([id]) => !leftOut.has(id)).map(([, parts]) => parts);
    const underBars = [...covered].filter(([id]) => leftOut.has(id)).map(([, parts]) => parts);
    const neededOf = (/** @type {Covered[]} */ some) =>
      some.flatMap(({ boxes }) => boxes).map((box) => areaOf(frame, box));
    const view = common(seen, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    const foreign = foreignAreas(view, outermost(frame));
    /** What bars of the page leave free. */
    this.freeArea = areaBetweenBars(view, foreign, neededOf(comparable));
    // The cut is at a whole pixel, of which the bar may fill a part.
    const inside = common(view, shrunk(this.freeArea));
    const rests = neededOf(underBars)
      .map((part) => common(part, inside))
      .filter((rest) => sizeOf(rest));
    /** Only bars, at which the raised frame is cut, cover the blocks that are left out. */
    this.isCutFree = rests.every((rest) => foreign.every((each) => !sizeOf(common(each, rest))));
    /** The parts that must be readable, and what the cut leaves of the parts under bars, which are raised too. @type {Area[]} */
    this.needed = [...neededOf(comparable), ...rests];
    const wholes = comparable
      .map(({ whole }) => common(common(areaOf(frame, whole), view), this.freeArea))
      .map(rounded);
    /** Nothing of one of the blocks is in the view. */
    this.isEmpty = wholes.some((area) => !sizeOf(area));
    /** In pixels of the view. @type {Area[]} */
    this.areas = [...wholes, ...rests.map(rounded)];
    /** A button of the page may be next to the parts that must be readable: its area is ignored outside of them. @type {Area[]} */
    this.apart = foreign.map(({ left, top, right, bottom }) => ({
      left: Math.floor(left),
      top: Math.floor(top),
      right: Math.ceil(right),
      bottom: Math.ceil(bottom),
    }));
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

/** @param {Area} area @returns {Area} a pixel of the screen and of the page smaller at each side */
const shrunk = ({ left, top, right, bottom }) => {
  const by = Math.max(1, 1 / devicePixelRatio);
  return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
};

/** @param {Area} area @returns {Area} the whole pixels in it */
const rounded = ({ left, top, right, bottom }) => ({
  left: Math.ceil(left),
  top: Math.ceil(top),
  right: Math.floor(right),
  bottom: Math.floor(bottom),
});

/** @param {Element} raised @returns {import("./picture_diff.js").Weight} counts the pixels of the ring around it */
export const ringAround = (raised) => {
  const { left, top, right, bottom } = rectOf(raised);
  const around = { left: left - RING, top: top - RING, right: right + RING, bottom: bottom + RING };
  const inside = { left, top, right, bottom };
  return (x, y) => Number(holds(around, x, y) && !holds(inside, x, y));
};
