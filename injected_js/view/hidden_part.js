/** Finds why a part of a block was not visible when it was pressed, and scrolls it into view. */
import {
  all,
  attributeOf,
  contains,
  create,
  isElement,
  localNameOf,
  parentOf,
  rectOf,
  remove,
  shadowOf,
  scrollIntoView,
} from "../platform/captured_dom.js";
import { areaOf, clip } from "./frame_area.js";
import { outermost } from "./hit_test.js";

/** Maximum characters of an element's name. */
const NAME = 40;
/** Maximum number of elements that are searched for one with `pointer-events: none`. */
const MOST = 20_000;
/** Pixels by which equal positions may differ. */
const SLACK = 1;
/** Pixels between two points that are tested. */
const STEP = 8;

/** @typedef {import("../face/face_protocol.js").Box} Box */
/** @typedef {import("./frame_area.js").Area} Area */

/**
 * @param {import("./face_frame.js").Face} face
 * @param {Box[]} boxes  of the parts that must be visible
 * @returns {boolean} a part is out of view, or cut off
 */
export const isOutOfView = ({ frame, content }, boxes) => {
  const seen = content && clip(content.host, rectOf(frame));
  if (!seen) return true;
  const view = {
    left: Math.max(0, seen.left),
    top: Math.max(0, seen.top),
    right: Math.min(innerWidth, seen.right),
    bottom: Math.min(innerHeight, seen.bottom),
  };
  return boxes
    .map((box) => areaOf(frame, box))
    .some(
      ({ left, top, right, bottom }) =>
        left < view.left - SLACK ||
        top < view.top - SLACK ||
        right > view.right + SLACK ||
        bottom > view.bottom + SLACK,
    );
};

/** Scrolls all boxes into view. @param {import("./face_frame.js").Face} face @param {Box[]} boxes */
export const bringIntoView = ({ content }, boxes) => {
  if (!content || !boxes.length) return;
  const top = Math.min(...boxes.map(({ y }) => y));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const marker = create("div");
  Object.assign(marker.style, {
    position: "absolute",
    left: "0",
    width: "1px",
    top: `${top}px`,
    height: `${bottom - top}px`,
  });
  content.place.append(marker);
  scrollIntoView(marker, { block: "center", inline: "nearest", behavior: "instant" });
  remove(marker);
};

/**
 * @param {import("./face_frame.js").Face} face
 * @param {Box[]} boxes
 * @returns {Element | null} an element that covers one of them, if it can be found
 */
export const coverOf = ({ frame, top: layer }, boxes) => {
  const own = outermost(frame);
  const areas = boxes.map((box) => areaOf(frame, box));
  for (const { left, top, right, bottom } of areas) {
    for (let y = top + 1; y < bottom; y += STEP) {
      for (let x = left + 1; x < right; x += STEP) {
        const found = layer.elementAt(x, y);
        if (found && found !== own && !contains(found, own)) return found;
      }
    }
  }
  return passive(document, own, areas);
};

/** @param {Document | ShadowRoot} root @param {Element} own @param {Area[]} areas @returns {Element | null} the last element over them with `pointer-events: none` */
const passive = (root, own, areas) => {
  let last = null;
  let count = 0;
  for (const element of all(root, "*")) {
    count += 1;
    if (count > MOST) break;
    if (contains(element, own) || element === own) continue;
    const inner = shadowOf(element);
    const within = inner && passive(inner, own, areas);
    if (within) last = within;
    const { left, top, right, bottom } = rectOf(element);
    const over = areas.some((area) => left < area.right && right > area.left && top < area.bottom && bottom > area.top);
    if (over && getComputedStyle(element).pointerEvents === "none") last = element;
  }
  return last;
};

/** @param {Element} element @returns {string} the element's tag and the page's name for it, to show to the user */
export const nameOf = (element) => {
  for (let at = /** @type {Node | null} */ (element); at && isElement(at); at = parentOf(at)) {
    const words = attributeOf(at, "id") || attributeOf(at, "class") || attributeOf(at, "aria-label");
    if (at === element && !words) return `<${localNameOf(at)}>`;
    if (words) return `<${localNameOf(at)}> “${words.trim().slice(0, NAME)}”`;
  }
  return "";
};
