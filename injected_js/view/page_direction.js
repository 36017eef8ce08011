/** Finds which way the page's text runs where a block is. */
import { isElement, parentOf } from "../platform/captured_dom.js";

/** @param {Element} host @returns {boolean} from right to left; the host itself has overlay's own direction */
export const isRightToLeft = (host) => {
  const parent = parentOf(host);
  const around = parent && !isElement(parent) ? /** @type {any} */ (parent).host : parent;
  return isElement(around) && getComputedStyle(around).direction === "rtl";
};
