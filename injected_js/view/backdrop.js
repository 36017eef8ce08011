/** Finds whether the background behind an element is dark, in any colour space of CSS. */
import { over, paper, rgba } from "../reading/text_colours.js";
import { isElement, parentOrHost } from "../platform/captured_dom.js";

const DARK = 0.4;
/** Minimum lightness of a text on a dark background. */
const LIGHT_TEXT = 0.6;

/** @typedef {import("../reading/text_colours.js").Rgba} Rgba */

/** @param {Rgba} colour @returns {number} from 0 to 1 */
const lightness = ([r, g, b]) => (0.299 * r + 0.587 * g + 0.114 * b) / 255;

/** @param {Element} element @returns {boolean} */
export const isOnDark = (element) => {
  /** @type {Rgba[]} */
  const layers = [];
  for (let node = /** @type {Node | null} */ (element); node; node = parentOrHost(node)) {
    if (!isElement(node)) continue;
    const { backgroundColor, backgroundImage, color } = getComputedStyle(node);
    // The colour of a picture or a gradient is not known, so the colour of the text on it is used.
    if (backgroundImage !== "none") return lightness(rgba(color)) > LIGHT_TEXT;
    const layer = rgba(backgroundColor);
    if (layer[3]) layers.push(layer);
    if (layer[3] > 0.99) break;
  }
  const lowest = layers.at(-1)?.[3] === 1 ? layers.pop() : paper();
  return lightness(layers.reduceRight((below, layer) => over(layer, below), /** @type {Rgba} */ (lowest))) < DARK;
};
