/** Finds whether the background behind an element is dark, in any colour space of CSS. */
import { isElement, parentOf } from "../platform/captured_dom.js";

const DARK = 0.4;
/** Least lightness of a text on a dark background. */
const LIGHT_TEXT = 0.6;

/** @typedef {[number, number, number, number]} Colour  red, green, blue from 0 to 255 and alpha from 0 to 1 */

/** @type {OffscreenCanvasRenderingContext2D | null} */
let canvas = null;
/** @type {Map<string, Colour>} */
const known = new Map();

/** @param {string} css  any colour of CSS @returns {Colour} as the browser paints it */
const colourOf = (css) => {
  let colour = known.get(css);
  if (!colour) {
    canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!canvas) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#0000";
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    colour = [r, g, b, alpha / 255];
    if (known.size > 500) known.clear();
    known.set(css, colour);
  }
  return colour;
};

/** @param {readonly number[]} colour @returns {number} from 0 to 1 */
const lightness = ([r = 0, g = 0, b = 0]) => (0.299 * r + 0.587 * g + 0.114 * b) / 255;

/** @param {Element} element @returns {boolean} */
export const isOnDark = (element) => {
  /** @type {Colour[]} */
  const layers = [];
  for (let node = /** @type {Node | null} */ (element); node; node = parentOf(node) ?? /** @type {any} */ (node).host ?? null) {
    if (!isElement(node)) continue;
    const { backgroundColor, backgroundImage, color } = getComputedStyle(node);
    // The colour of a picture or a gradient is not known, so the colour of the text on it is used.
    if (backgroundImage !== "none") return lightness(colourOf(color)) > LIGHT_TEXT;
    const layer = colourOf(backgroundColor);
    if (layer[3]) layers.push(layer);
    if (layer[3] > 0.99) break;
  }
  let painted = layers.at(-1)?.[3] === 1 ? [0, 0, 0] : canvasColour();
  for (const [r, g, b, alpha] of layers.reverse()) {
    painted = [r, g, b].map((part, index) => part * alpha + (painted[index] ?? 0) * (1 - alpha));
  }
  return lightness(painted) < DARK;
};

/** @returns {number[]} what the browser paints where the page paints nothing */
const canvasColour = () => {
  const schemes = getComputedStyle(document.documentElement).colorScheme;
  const dark = schemes.includes("dark") && (!schemes.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? [18, 18, 18] : [255, 255, 255];
};
