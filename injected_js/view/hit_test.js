/** Asks the page's hit test whether a block is on top, at points all over a part of it. */
import { elementAt, rectOf, rootOf } from "../platform/captured_dom.js";
import { scaleOf } from "./frame_area.js";

/** Pixels between two points of a part that are tested. */
const STEP = { x: 60, y: 18 };
const MOST_POINTS = 150;
const MOST_COLUMNS = 50;

/** @typedef {import("../face/face_protocol.js").Box} Box */

/** @param {Box[]} some @param {Box[]} others @returns {boolean} one of `some` overlaps one of `others` */
export const overlap = (some, others) =>
  some.some((one) =>
    others.some(
      (other) =>
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    ),
  );

/** Returns the result of the document's hit test for an element that may be in shadow trees. @param {Element} element */
export const outermost = (element) => {
  for (;;) {
    const root = rootOf(element);
    if (!(root instanceof ShadowRoot)) return element;
    element = root.host;
  }
};

/**
 * @param {number} width @param {number} height
 * @returns {{ x: number, y: number }} the distances between the tested points of a part, so that there are `MOST_POINTS` at most
 */
const stepsOver = (width, height) => {
  // A block may be wider than any screen: on a page that scrolls sideways, or that is drawn very small.
  const x = Math.max(STEP.x, width / (MOST_COLUMNS - 1));
  return { x, y: Math.max(STEP.y, height / (MOST_POINTS / (width / x + 1) - 1)) };
};

/**
 * @param {HTMLElement} frame @param {Box} box  in pixels of the frame
 * @returns {boolean} the page's hit test finds the frame at all tested points of the box
 */
export const isOnTop = (frame, { x, y, width, height }) => {
  const { left, top } = rectOf(frame);
  const scale = scaleOf(frame);
  const own = outermost(frame);
  const step = stepsOver(width, height);
  for (let down = 1; down < height; down += step.y) {
    for (let across = 1; across < width; across += step.x) {
      if (elementAt(left + (x + across) * scale, top + (y + down) * scale) !== own) return false;
    }
    if (elementAt(left + (x + width - 1) * scale, top + (y + down) * scale) !== own) return false;
  }
  return true;
};
