/** Finds where a frame and its parts are in the page. The page may scale the frame by a transform, or cut off parts of it. */
import {
  clientHeightOf,
  getter,
  isElement,
  parentOf,
  parentOrHost,
  rectOf,
  rootElement,
} from "../platform/captured_dom.js";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** @param {Area} one @param {Area} other @returns {Area} its right side may be left of its left side: they do not overlap */
export const common = (one, other) => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/** @param {Area} area @returns {number} in square pixels */
export const sizeOf = ({ left, top, right, bottom }) => Math.max(0, right - left) * Math.max(0, bottom - top);

/** @param {HTMLElement} frame @returns {number} pixels of the page per pixel of the frame */
export const scaleOf = (frame) => {
  const { width } = rectOf(frame);
  return width / (frame.offsetWidth || width || 1);
};

/** @param {HTMLElement} frame @param {import("../face/face_protocol.js").Box} box @returns {Area} in pixels of the page */
export const areaOf = (frame, { x, y, width, height }) => {
  const { left, top } = rectOf(frame);
  const scale = scaleOf(frame);
  return {
    left: left + x * scale,
    top: top + y * scale,
    right: left + (x + width) * scale,
    bottom: top + (y + height) * scale,
  };
};

const offsetWidthOf = getter(HTMLElement.prototype, "offsetWidth");
const offsetHeightOf = getter(HTMLElement.prototype, "offsetHeight");
const clientLeftOf = getter(Element.prototype, "clientLeft");
const clientWidthOf = getter(Element.prototype, "clientWidth");

/**
 * @param {Element} element  one that cuts off its overflowing content
 * @param {CSSStyleDeclaration} style
 * @returns {Area} where it shows its content: inside its borders and scroll bars
 */
const innerAreaOf = (element, style) => {
  const rect = rectOf(element);
  const width = element instanceof HTMLElement && offsetWidthOf(element);
  if (!width) return rect;
  const scale = rect.width / width;
  const [left = 0, top = 0, right = 0, bottom = 0] = ["left", "top", "right", "bottom"].map((side) =>
    parseFloat(style.getPropertyValue(`border-${side}-width`)),
  );
  // The sizes are rounded to whole pixels, but the element's edges are not.
  const bar = {
    x: Math.round(width - clientWidthOf(element) - left - right),
    y: Math.round(offsetHeightOf(element) - clientHeightOf(element) - top - bottom),
  };
  const before = bar.x && clientLeftOf(element) > left + 1;
  return {
    left: rect.left + (left + (before ? bar.x : 0)) * scale,
    top: rect.top + top * scale,
    right: rect.right - (right + (before ? 0 : bar.x)) * scale,
    bottom: rect.bottom - (bottom + bar.y) * scale,
  };
};

/**
 * @param {Element} host @param {Area} anchor
 * @returns {Area | null} the part that the host's ancestors do not cut off
 */
export const clip = (host, anchor) => {
  let { left, top, right, bottom } = anchor;
  for (let node = parentOf(host); node; node = parentOrHost(node)) {
    if (!isElement(node) || node === rootElement() || node === document.body) continue;
    const style = getComputedStyle(node);
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    const inner = innerAreaOf(node, style);
    left = Math.max(left, inner.left);
    top = Math.max(top, inner.top);
    right = Math.min(right, inner.right);
    bottom = Math.min(bottom, inner.bottom);
  }
  return right > left && bottom > top ? { left, top, right, bottom } : null;
};

/** @param {Element} host @returns {boolean} no pixel of it is in the window */
export const isOutside = (host) => {
  const rect = rectOf(host);
  const seen = clip(host, rect);
  return !seen || seen.bottom <= 0 || seen.right <= 0 || seen.top >= innerHeight || seen.left >= innerWidth;
};
