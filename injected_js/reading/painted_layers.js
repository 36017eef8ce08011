/** Layers that the page paints over a block, and that its hit test does not tell of: pseudo-elements, and what lets presses through. */
import { all, contains, rectOf } from "../platform/captured_dom.js";
import { lineOf } from "../platform/flat_tree.js";
import { rgba } from "./text_colours.js";

/** A layer with less opacity than this hides nothing. */
const FAINTEST = 0.1;
/** A layer hides a block if it covers this part of its width and height. */
const MOSTLY = 0.8;
/** How many elements are checked at most. */
const MOST = 2000;
const PSEUDO = ["::before", "::after"];

/** @param {CSSStyleDeclaration} style @returns {boolean} it paints over what is not placed */
const paints = ({ position, zIndex, visibility, display, opacity, backgroundColor, backgroundImage, backdropFilter }) => {
  if (!/absolute|fixed|sticky|relative/.test(position) || Number(zIndex) < 0 || visibility !== "visible" || display === "none" || Number(opacity) < FAINTEST) return false;
  const filtered = !!backdropFilter && backdropFilter !== "none";
  return filtered || backgroundImage !== "none" || rgba(backgroundColor)[3] * Number(opacity) >= FAINTEST;
};

/** @param {Element} element @param {DOMRect} block @returns {boolean} */
const layered = (element, block) => PSEUDO.some((pseudo) => {
  const style = getComputedStyle(element, pseudo);
  if (["none", "normal"].includes(style.content) || !/absolute|fixed/.test(style.position) || !paints(style)) return false;
  return Number.parseFloat(style.width) >= MOSTLY * block.width && Number.parseFloat(style.height) >= MOSTLY * block.height;
});

/** @param {DOMRect} layer @param {DOMRect} block */
const covers = (layer, block) =>
  Math.min(layer.right, block.right) - Math.max(layer.left, block.left) >= MOSTLY * block.width &&
  Math.min(layer.bottom, block.bottom) - Math.max(layer.top, block.top) >= MOSTLY * block.height;

/**
 * @param {Element} element  what stands for the block in the page
 * @param {Element | null} message  the message around it
 * @returns {boolean} a layer of the message, or one right in the page's body, is painted over it
 */
export const underLayer = (element, message) => {
  const block = rectOf(element);
  if (!block.width || !block.height) return false;
  for (const at of lineOf(element)) {
    if (layered(at, block)) return true;
    if (at === message) break;
  }
  const around = [...(message ? all(message, "*") : []), ...all(document, "body > *, body > * > *")].slice(0, MOST);
  return around.some((other) => {
    if (contains(other, element) || contains(element, other)) return false;
    const style = getComputedStyle(other);
    return style.pointerEvents === "none" && paints(style) && covers(rectOf(other), block);
  });
};
