/**
 * Finds animations around a block that may hide it. The browser may draw them without the page's thread, so its
 * visibility tracking does not look at every frame of them.
 */
import { isElement, parentOrHost } from "../platform/captured_dom.js";

const HIDES = new Set([
  ..."opacity filter transform translate scale rotate offsetDistance visibility display contentVisibility".split(" "),
  ..."clipPath maskImage maskPosition maskSize mixBlendMode zIndex width height maxWidth maxHeight".split(" "),
]);
const animationsOf = Element.prototype.getAnimations;
const allAnimations = Document.prototype.getAnimations;

/** @param {Animation} animation @returns {boolean} it changes what is seen of its element */
const hides = ({ playState, effect }) =>
  playState === "running" &&
  effect instanceof KeyframeEffect &&
  effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => HIDES.has(name)));

/** @param {Element} element @returns {boolean} one is running on an ancestor */
export const isAnimated = (element) => {
  for (let node = /** @type {Node | null} */ (element); node; node = parentOrHost(node))
    if (isElement(node) && animationsOf.call(node).some(hides)) return true;
  return false;
};

/** @returns {boolean} one is running somewhere in the page, outside of shadow trees */
export const anyRunning = () => allAnimations.call(document).some(hides);
