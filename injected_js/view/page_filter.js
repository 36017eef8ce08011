/** The filters by which a page, or an extension for dark pages, changes the colours of all that is in an element. */
import { isElement, parentOrHost } from "../platform/captured_dom.js";

/** Filters that give each pixel a colour that depends only on its own. */
const COLOURS = /^(?:(?:invert|hue-rotate|brightness|contrast|saturate|sepia|grayscale)\([^()]*\)\s*)+$/;

/** @param {Element} element @returns {string} the filters of its ancestors as one, or "": with it, a raised frame looks as in its place */
export const colourFilterOf = (element) => {
  const filters = [];
  for (let node = /** @type {Node | null} */ (element); node; node = parentOrHost(node)) {
    const { filter } = isElement(node) ? getComputedStyle(node) : { filter: "none" };
    if (filter === "none") continue;
    if (!COLOURS.test(filter)) return "";
    filters.push(filter);
  }
  return filters.join(" ");
};
