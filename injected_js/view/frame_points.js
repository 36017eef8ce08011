/** Where a frame is drawn, and which elements of the page are at points of it. */
import { elementAt, parentOrHost, rectOf } from "../platform/captured_dom.js";
import { common } from "./frame_area.js";

/** Points across and down at which other elements over the block are looked for. */
const POINTS = 6;
/** Pixels between two points at which the page's buttons are searched. */
const GRID = 12;

/** @typedef {import("./frame_area.js").Area} Area */
/** @typedef {[number, number]} Point  x and y in pixels of the view */

/** @param {Element} frame @returns {Promise<Area>} where the browser draws it: its edges are whole pixels then */
export const drawnArea = (frame) =>
  new Promise((go) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      const { left, top, right, bottom } = /** @type {IntersectionObserverEntry} */ (entries.at(-1)).boundingClientRect;
      go({ left, top, right, bottom });
    });
    observer.observe(frame);
  });

/** @param {Element} outer @param {Element} inner */
export const isAround = (outer, inner) => {
  for (let node = /** @type {Node | null} */ (inner); node; node = parentOrHost(node)) if (node === outer) return true;
  return false;
};

/** @param {Point} point @param {Element} own @returns {Element | null} what takes presses there, if it is neither `own` nor around it */
export const foreignAt = ([x, y], own) => {
  const element = elementAt(x, y);
  return element && element !== own && !isAround(element, own) ? element : null;
};

/** @param {DOMRect} rect @param {Area} seen @returns {Point[]} */
export const pointsOf = (rect, seen) => {
  /** @type {Point[]} */
  const points = [];
  const [left, top] = [Math.max(rect.left, seen.left, 0), Math.max(rect.top, seen.top, 0)];
  const [right, bottom] = [
    Math.min(rect.right, seen.right, innerWidth),
    Math.min(rect.bottom, seen.bottom, innerHeight),
  ];
  for (let down = 0; down < POINTS; down += 1) {
    for (let across = 0; across < POINTS; across += 1) {
      points.push([left + ((across + 0.5) * (right - left)) / POINTS, top + ((down + 0.5) * (bottom - top)) / POINTS]);
    }
  }
  return points;
};

/** @param {Area} area @param {Element} own @returns {Area[]} the areas of page elements that receive presses there */
export const foreignAreas = (area, own) => {
  /** @type {Map<Element, Point[]>} */
  const found = new Map();
  for (let y = area.top; y < area.bottom; y += GRID) {
    for (let x = area.left; x < area.right; x += GRID) {
      const element = foreignAt([x, y], own);
      if (!element) continue;
      const points = found.get(element) ?? [];
      points.push([x, y]);
      found.set(element, points);
    }
  }
  return [...found].map(([element, points]) => common(rectOf(element), around(points)));
};

/** @param {Point[]} points @returns {Area} from the points of the grid before them to those after them */
const around = (points) => {
  const across = points.map(([x]) => x);
  const down = points.map(([, y]) => y);
  return {
    left: Math.min(...across) - GRID,
    top: Math.min(...down) - GRID,
    right: Math.max(...across) + GRID,
    bottom: Math.max(...down) + GRID,
  };
};

/** @param {Area} area @param {number} x @param {number} y */
export const holds = ({ left, top, right, bottom }, x, y) => x >= left && x < right && y >= top && y < bottom;
