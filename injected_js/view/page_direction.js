/** Finds the direction of the page's text around a block. */
import { isElement, parentOf } from "../platform/captured_dom.js";

/** @param {Element} host @returns {boolean} from right to left; taken from the parent, since overlay sets the host's direction */
export const isRightToLeft = (host) => {
  const parent = parentOf(host);
  const around = parent && !isElement(parent) ? /** @type {any} */ (parent).host : parent;
  return isElement(around) && getComputedStyle(around).direction === "rtl";
};
