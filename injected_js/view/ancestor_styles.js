/** Styles of an element's ancestors that change how it looks, and that the browser's visibility tracking misses. */
import { isElement, parentOrHost } from "../platform/captured_dom.js";

const SMALL = 0.75;
/** The properties that hide parts by a picture, as this browser names them. In most browsers the last one is the first one's old name. */
const MASKS = [
  "mask-image",
  "-webkit-mask-box-image-source",
  "mask-border-source",
  ...(CSS.supports("mask-image", "none") ? [] : ["-webkit-mask-image"]),
].filter((name) => CSS.supports(name, "none"));

/**
 * @param {Element} element
 * @param {Set<Node>} [plain]  nodes that, with their ancestors, were found harmless in the same task; new ones are added
 * @returns {boolean} an ancestor hides it in a way that the visibility tracking does not detect
 */
export const isDisguised = (element, plain = new Set()) => {
  if (/** @type {any} */ (element).currentCSSZoom < SMALL) return true;
  const line = [];
  for (let node = /** @type {Node | null} */ (element); node && !plain.has(node); node = parentOrHost(node)) {
    line.push(node);
    if (!isElement(node)) continue;
    const style = getComputedStyle(node);
    if (MASKS.some((name) => style.getPropertyValue(name) !== "none")) return true;
    const { clipPath } = style;
    if (clipPath && clipPath !== "none" && !/^inset\([^)]*\)$/.test(clipPath.replace(/\s*round\s[^)]*/, "")))
      return true;
  }
  for (const node of line) plain.add(node);
  return false;
};

/** A transform that only moves: without a scale or a rotation. */
const MOVE = /^(?:none|matrix\(1, 0, 0, 1, [^)]*\)|matrix3d\(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, [^)]*\))$/;

/** @param {Element} element @param {(style: CSSStyleDeclaration) => boolean} has @returns {boolean} it, or an ancestor, has such a style */
const anyAround = (element, has) => {
  for (let node = /** @type {Node | null} */ (element); node; node = parentOrHost(node))
    if (isElement(node) && has(getComputedStyle(node))) return true;
  return false;
};

/** @param {Element} element @returns {boolean} an ancestor rotates or scales its content */
export const isTurned = (element) =>
  anyAround(element, ({ transform, scale, rotate }) => !MOVE.test(transform) || scale !== "none" || rotate !== "none");

/** @param {Element} element @returns {boolean} an ancestor fades, filters or blends its content */
export const isRecoloured = (element) =>
  anyAround(
    element,
    ({ opacity, filter, mixBlendMode }) => opacity !== "1" || filter !== "none" || mixBlendMode !== "normal",
  );
