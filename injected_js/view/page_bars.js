/**
 * Finds the area that the page's bars (a header, a message box) leave free of a frame: a frame that is drawn above all
 * elements of the page must not hide those, nor take their presses.
 */
import { common, sizeOf } from "./frame_area.js";

/** The part of a strip that an element must cover to be a bar: the rest of a strip that is cut off is empty. */
const FILLED = 0.8;
/** How many points at each side are looked at. */
const POINTS = 6;
/** @type {Area} */
const ALL = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** @typedef {import("./frame_area.js").Area} Area */
/** @typedef {import("./frame_points.js").Point} Point */

/**
 * @param {Area} seen  the part of a frame that the page does not cut off
 * @param {Area[]} foreign  the areas of the page's elements that take presses over it
 * @param {Area[]} kept  parts of the frame that must stay
 * @returns {Area} infinite at the sides without a bar: an element that fills one side of the frame, outside of what must stay
 */
export const areaBetweenBars = (seen, foreign, kept) => {
  let free = ALL;
  for (const each of foreign) {
    const rest = common(seen, free);
    const size = sizeOf(common(rest, each));
    const [best] = cutsAt(each)
      .map((side) => ({ ...free, ...side }))
      .map((cut) => ({ cut, lost: sizeOf(rest) - sizeOf(common(rest, cut)) }))
      .filter(({ lost }) => size > 0 && size >= lost * FILLED)
      .filter(({ cut }) => kept.every((part) => sizeOf(common(common(part, seen), cut)) === sizeOf(common(part, seen))))
      .sort((one, other) => one.lost - other.lost);
    if (best) free = best.cut;
  }
  return free;
};

/** @param {Area} bar @returns {Partial<Area>[]} the cuts at each of its sides, at whole pixels of the screen within it */
const cutsAt = ({ left, top, right, bottom }) => {
  const down = (/** @type {number} */ at) => Math.floor(at * devicePixelRatio) / devicePixelRatio;
  const up = (/** @type {number} */ at) => Math.ceil(at * devicePixelRatio) / devicePixelRatio;
  return [{ top: down(bottom) }, { bottom: up(top) }, { left: down(right) }, { right: up(left) }];
};

/**
 * @param {Area} seen @param {Area} free  what the bars leave free of it
 * @returns {{ within: Point[], beyond: Point[] }} points at the sides where bars are: a pixel within the free area, and on the bars
 */
export const pointsAtBars = (seen, free) => {
  const { left, top, right, bottom } = common(seen, free);
  const spread = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: POINTS }, (_, at) => from + ((at + 0.5) * (to - from)) / POINTS);
  /** @type {Point[]} */
  const within = [];
  /** @type {Point[]} */
  const beyond = [];
  for (const [side, edge, into] of /** @type {const} */ ([
    ["top", top, 1],
    ["bottom", bottom, -1],
    ["left", left, 1],
    ["right", right, -1],
  ])) {
    if (!Number.isFinite(free[side])) continue;
    const points = (/** @type {number} */ at) =>
      side === "top" || side === "bottom"
        ? spread(left, right).map((x) => /** @type {Point} */ ([x, at]))
        : spread(top, bottom).map((y) => /** @type {Point} */ ([at, y]));
    within.push(...points(edge + into));
    beyond.push(...points(edge - into));
  }
  return { within, beyond };
};
