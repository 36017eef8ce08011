/** Finds a place for the strip near the message box, where it covers no control of the page and no block. */
import { contains, matches, rectOf, rootOf, shadowOf, elementsAt } from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";
import { outermost } from "./hit_test.js";

/** Pixels between the strip and the area with the message box, and the edges of the view. */
const GAP = 6;
/** Pixels by which the area of a message box and its buttons may be taller than the box. */
const MORE = 120;
/** Pixels between two points of a place that are tested. */
const STEP = { x: 24, y: 12 };
const CONTROL = `a[href], button, input, textarea, select, summary, video, audio, [contenteditable=""], [contenteditable=true],
  [role=button], [role=link], [role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=option], dialog, [popover]`;

/** How good a place is: it covers something that the user needs, a text or picture of the page, or only background. */
const RANK = { never: 0, content: 1, empty: 2 };

/** @typedef {{ x: number, y: number, side: string }} Place  in pixels of the view */

/**
 * @param {Element} box
 * @param {{ width: number, height: number }} size  of the strip, in pixels
 * @param {object} about
 * @param {Element} about.host  of the strip
 * @param {(element: Element) => boolean} about.isOwn  it is one of overlay's nodes
 * @param {boolean} about.rtl
 * @param {string} about.side  where the strip is now; it stays there while that place is allowed
 * @returns {Place | null} null if there is no such place, or if the page covers the box
 */
export const placeNear = (box, { width, height }, { host, isOwn, rtl, side }) => {
  const path = flatPath(box);
  const inner = rectOf(box);
  const end = path.findIndex((element) => rectOf(element).height > inner.height + MORE);
  const area = path[Math.max(0, end - 1)] ?? box;
  const around = rectOf(area);
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    deepest(
      elementsAt(x, y).find((element) => element !== host),
      x,
      y,
    );
  const middle = at((inner.left + inner.right) / 2, (Math.max(inner.top, 0) + Math.min(inner.bottom, innerHeight)) / 2);
  if (!middle || !(contains(outermost(area), outermost(middle)) || flatPath(middle).includes(area))) return null;
  const across = Math.min(Math.max(GAP, rtl ? inner.left : inner.right - width), innerWidth - width - GAP);
  const down = Math.min(inner.bottom, innerHeight - GAP) - height;
  const places = [
    { side: "above", x: across, y: around.top - GAP - height },
    { side: "below", x: across, y: around.bottom + GAP },
    { side: "right", x: around.right + GAP, y: down },
    { side: "left", x: around.left - GAP - width, y: down },
  ].filter(({ x, y }) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight);
  /** @param {Place} place @returns {number} */
  const rank = ({ x, y }) => {
    let least = RANK.empty;
    for (let top = y; least && top <= y + height; top += STEP.y) {
      for (let left = x; least && left <= x + width; left += STEP.x)
        least = Math.min(least, rankOf(at(left, Math.min(top, innerHeight - 1))));
    }
    return least;
  };
  /** @param {Element | null} element */
  const rankOf = (element) => {
    if (!element) return RANK.empty;
    if (isOwn(element)) return RANK.never;
    if (path.includes(element)) return RANK.empty;
    const over = flatPath(element);
    const own = over.findIndex((each) => path.includes(each));
    return over.slice(0, own < 0 ? over.length : own).some((each) => isOwn(each) || matches(each, CONTROL))
      ? RANK.never
      : RANK.content;
  };
  const now = places.find((place) => place.side === side);
  if (now && rank(now) > RANK.never) return now;
  const ranked = places.map((place) => ({ place, rank: rank(place) })).filter((each) => each.rank > RANK.never);
  return (ranked.find((each) => each.rank === RANK.empty) ?? ranked[0])?.place ?? null;
};

/** @param {Element | undefined} found @param {number} x @param {number} y @returns {Element | null} the element at the point inside of open shadow trees */
const deepest = (found, x, y) => {
  let element = found ?? null;
  for (let root = element && shadowOf(element); element && root; root = shadowOf(element)) {
    const tree = root;
    const inner = root.elementsFromPoint(x, y).find((each) => rootOf(each) === tree);
    if (!inner) break;
    element = inner;
  }
  return element;
};
