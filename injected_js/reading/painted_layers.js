/** Layers that the page paints over a block and that hit tests do not find: pseudo-elements, elements with `pointer-events: none`, elements out of view. */
import { all, childCountOf, comparePosition, contains, localNameOf, rectOf, textOf } from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";
import { rgba } from "./text_colours.js";

/** A layer with less opacity than this hides nothing. */
const FAINTEST = 0.1;
/** Layers hide a block if they cover at least this share of it. */
const MOSTLY = 0.8;
/** Maximum number of elements that are checked. */
const MOST = 2000;
/** Points across and down at which layers over a block are looked for. */
const POINTS = 6;
/** Minimum width, in pixels, of a border, an outline or a shadow that can hide text. */
const THICK = 20;
const PSEUDO = ["::before", "::after"];
const REPLACED = new Set(["img", "canvas", "video", "iframe", "embed", "object", "svg"]);

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** @param {Area} area @param {number} by @param {number} [x] @param {number} [y] @returns {Area} */
const enlarged = ({ left, top, right, bottom }, by, x = 0, y = 0) => ({
  left: left + x - by,
  top: top + y - by,
  right: right + x + by,
  bottom: bottom + y + by,
});

/**
 * A layer that inverts what is below it hides nothing: extensions for dark pages have one. Whether the colours are legible
 * then is seen in a screenshot of the block, before a call runs (picture_diff.js).
 * @param {CSSStyleDeclaration} style @returns {boolean}
 */
const isShown = ({ visibility, display, opacity, zIndex, mixBlendMode }) =>
  visibility === "visible" &&
  display !== "none" &&
  mixBlendMode !== "difference" &&
  Number(opacity) >= FAINTEST &&
  !(Number(zIndex) < 0);

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box is painted */
const isFilled = (style) => {
  const { opacity, backgroundColor, backgroundImage, backdropFilter, borderImageSource } = style;
  if ((!!backdropFilter && backdropFilter !== "none") || backgroundImage !== "none" || borderImageSource !== "none")
    return true;
  if (rgba(backgroundColor)[3] * Number(opacity) >= FAINTEST) return true;
  if (style.boxShadow.includes("inset")) return true;
  return ["top", "bottom"].some(
    (side) =>
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) >= THICK &&
      rgba(style.getPropertyValue(`border-${side}-color`))[3] >= FAINTEST,
  );
};

/** @param {CSSStyleDeclaration} style @param {Area} box @returns {Area[]} where the box paints around its box */
const around = (style, box) => {
  const areas = [];
  const outline = style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth);
  if (outline >= THICK) areas.push(enlarged(box, outline + Number.parseFloat(style.outlineOffset)));
  for (const one of style.boxShadow === "none" ? [] : style.boxShadow.split(/,(?![^()]*\))/)) {
    const [x = 0, y = 0, , spread = 0] = (one.match(/-?[\d.]+px/g) ?? []).map(Number.parseFloat);
    if (!one.includes("inset") && Math.max(Math.abs(x), Math.abs(y), spread) >= THICK)
      areas.push(enlarged(box, spread, x, y));
  }
  return areas;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box may be outside of its position in the flow */
const isPlaced = (style) =>
  /absolute|fixed|sticky/.test(style.position) ||
  [style.transform, style.translate, style.scale].some((one) => one !== "none") ||
  [style.marginTop, style.marginBottom, style.marginLeft].some((margin) => Number.parseFloat(margin) < 0) ||
  (style.position === "relative" && [style.top, style.left].some((one) => Math.abs(Number.parseFloat(one)) > 1));

/** @param {Element} element @param {DOMRect} block @returns {boolean} */
const hasPseudoLayer = (element, block) =>
  PSEUDO.some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (["none", "normal"].includes(style.content) || !isPlaced(style) || !isShown(style)) return false;
    if (around(style, block).length) return true;
    return (
      isFilled(style) &&
      Number.parseFloat(style.width) >= MOSTLY * block.width &&
      Number.parseFloat(style.height) >= MOSTLY * block.height
    );
  });

/** @param {Area[]} areas @param {DOMRect} block @returns {boolean} */
const coverMost = (areas, block) => {
  let covered = 0;
  for (let at = 0; at < POINTS * POINTS; at += 1) {
    const x = block.left + ((at % POINTS) + 0.5) * (block.width / POINTS);
    const y = block.top + (Math.floor(at / POINTS) + 0.5) * (block.height / POINTS);
    if (areas.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)) covered += 1;
  }
  return covered >= MOSTLY * POINTS * POINTS;
};

/** @param {Element} other @param {Element} element @returns {boolean} `other` comes first in the document and is painted below the element */
const isBehind = (other, element) => {
  if (!(comparePosition(other, element) & Node.DOCUMENT_POSITION_FOLLOWING)) return false;
  const apart = (/** @type {Element} */ from, /** @type {Element} */ to) =>
    flatPath(from)
      .filter((at) => !contains(at, to))
      .map((at) => getComputedStyle(at));
  return (
    apart(element, other).some(({ position }) => position !== "static") &&
    !apart(other, element).some(({ zIndex }) => Number(zIndex) > 0)
  );
};

/** @param {Node} root @param {import("../view/host_elements.js").Hosts} hosts @returns {Element[]} the root's descendants, open shadow trees included */
const elementsIn = (root, hosts) => {
  const found = [];
  const waiting = [root];
  for (let at = waiting.pop(); at && found.length < MOST; at = waiting.pop()) {
    for (const element of all(at, "*")) {
      found.push(element);
      const tree = hosts.pageRoot(element);
      if (tree) waiting.push(tree);
    }
  }
  return found;
};

/** @param {Element} other @param {Element} element @returns {boolean} both are in the same positioned ancestor */
const sharesPlace = (other, element) => {
  const holder = flatPath(other).find((at) => getComputedStyle(at).position !== "static");
  return !!holder && flatPath(element).includes(holder);
};

/** @param {Element} other @param {Element | null} message */
const inMessage = (other, message) => !!message && flatPath(other).includes(message);

/** @param {Element} element @param {CSSStyleDeclaration} style @returns {boolean} whether the element is a picture, or text outside of the flow */
const isContent = (element, style) =>
  REPLACED.has(localNameOf(element)) || (isPlaced(style) && !childCountOf(element) && !!textOf(element).trim());

/**
 * @param {Element} element  the block's host, or its text if it has no host
 * @param {Element | null} message  the message around it
 * @param {import("../view/host_elements.js").Hosts} hosts
 * @returns {boolean} layers of the message, or of the first two levels of the page's body, are painted over it
 */
export const isUnderLayer = (element, message, hosts) => {
  const block = rectOf(element);
  if (!block.width || !block.height) return false;
  const line = flatPath(element);
  for (const at of line) {
    if (hasPseudoLayer(at, block)) return true;
    if (at === message) break;
  }
  // A hit test finds elements that take presses, but only inside the view.
  const inView = block.top >= 0 && block.left >= 0 && block.bottom <= innerHeight && block.right <= innerWidth;
  /** @type {Area[]} */
  const areas = [];
  const others = [...(message ? elementsIn(message, hosts) : []), ...all(document, "body > *, body > * > *")].slice(
    0,
    MOST,
  );
  for (const other of others) {
    if (line.includes(other) || contains(element, other) || hosts.isOwn(other)) continue;
    const style = getComputedStyle(other);
    const through = style.pointerEvents === "none";
    const within = inMessage(other, message);
    // A fixed bar of the page covers content that scrolls under it; the user can scroll that content out again.
    if (!through && !within) continue;
    if (!isShown(style)) continue;
    if (within && sharesPlace(other, element) && hasPseudoLayer(other, block)) return true;
    if (!through && inView) continue;
    const box = rectOf(other);
    const painted = around(style, box);
    if (isFilled(style) || (within && isContent(other, style))) painted.push(box);
    const over = painted.filter((area) => meets(area, block));
    if (over.length && (through || !isBehind(other, element))) areas.push(...over);
  }
  return coverMost(areas, block);
};

/** @param {Area} area @param {Area} block */
const meets = (area, block) =>
  area.left < block.right && block.left < area.right && area.top < block.bottom && block.top < area.bottom;
