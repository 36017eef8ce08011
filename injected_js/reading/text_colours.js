/** Colours as the browser paints them, and whether letters differ from their background. */
import { rootElement } from "../platform/captured_dom.js";

/** Letters with a lower contrast ratio (1 to 21, as WCAG defines it) can't be seen. */
const LEAST = 1.3;
const OPAQUE = 0.99;
/** Colours of a gradient whose parts (0 to 255) differ by at most this count as equal. */
const NEAR = 24;
/** @typedef {[number, number, number, number]} Rgba  0 to 255, alpha 0 to 1 */

/** @type {OffscreenCanvasRenderingContext2D | null} */
let canvas = null;
/** @type {Map<string, Rgba>} */
const known = new Map();

/** Converts a colour of any colour space by painting it. @param {string} text  from a computed style @returns {Rgba} */
export const rgba = (text) => {
  const found = known.get(text);
  if (found) return found;
  canvas ??= /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  );
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = "#000";
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
  /** @type {Rgba} */
  const value = [r, g, b, a / 255];
  if (known.size > 500) known.clear();
  known.set(text, value);
  return value;
};

/** @param {Rgba} top @param {Rgba} below @returns {Rgba} */
export const over = (top, below) => {
  const alpha = top[3] + below[3] * (1 - top[3]);
  if (!alpha) return [0, 0, 0, 0];
  /** @param {0 | 1 | 2} at */
  const mix = (at) => (top[at] * top[3] + below[at] * below[3] * (1 - top[3])) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
};

/** @param {Rgba} colour @returns {number} relative luminance, as WCAG 2 defines it */
const luminance = ([r, g, b]) => {
  const [x, y, z] = /** @type {[number, number, number]} */ (
    [r, g, b].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    })
  );
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};

/** @returns {Rgba} the browser's colour for the canvas, where the page paints nothing */
export const paper = () => {
  const { colorScheme } = getComputedStyle(rootElement());
  const dark =
    colorScheme.includes("dark") &&
    (!colorScheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? [18, 18, 18, 1] : [255, 255, 255, 1];
};

const COLOUR = /(?:rgba?|hsla?|hwb|oklab|oklch|lab|lch|color)\([^()]*\)/g;

/** @param {string} image  from a computed style @returns {Rgba | null} the first colour of a gradient of similar colours, else null */
const gradient = (image) => {
  if (image.includes("url(") || image.includes("image(") || image.includes("paint(")) return null;
  const colours = (image.match(COLOUR) ?? []).map(rgba);
  const [first] = colours;
  if (!first) return null;
  const alike = colours.every((one) =>
    one.every((part, at) => Math.abs(part - (first[at] ?? 0)) <= (at === 3 ? 0.1 : NEAR)),
  );
  return alike ? first : null;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} there is a picture behind its letters, or a gradient of many colours */
export const pictured = ({ backgroundImage }) => backgroundImage !== "none" && !gradient(backgroundImage);

/**
 * @param {Iterable<CSSStyleDeclaration>} styles  of an element and its ancestors, the nearest first
 * @param {Rgba | null} [below]  the colour behind all of them; default: the canvas
 * @returns {Rgba | null} the colour behind its letters; null: unknown, since there is a picture
 */
export const behindLetters = (styles, below = paper()) => {
  /** @type {Rgba} */
  let behind = [0, 0, 0, 0];
  for (const style of styles) {
    if (style.backgroundImage !== "none") {
      const painted = gradient(style.backgroundImage);
      if (!painted) return null;
      behind = over(behind, painted);
    }
    behind = over(behind, rgba(style.backgroundColor));
    if (behind[3] >= OPAQUE) return behind;
  }
  return below && over(behind, below);
};

/**
 * @param {CSSStyleDeclaration} style  of the element with the letters
 * @param {Rgba | null} behind  the colour behind them; null: unknown
 * @param {number} [opacity]  the product over all ancestors
 * @returns {boolean} whether the letters can't be seen against their background
 */
export const faint = (style, behind, opacity = 1) => {
  const [r, g, b, alpha] = rgba(style.webkitTextFillColor || style.color);
  /** @type {Rgba} */
  const ink = [r, g, b, alpha * opacity];
  if (ink[3] < 0.1) return true;
  if (!behind) return false;
  const [high, low] = [luminance(over(ink, behind)), luminance(behind)].sort((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05) < LEAST;
};
