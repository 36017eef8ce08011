/**
 * Decides whether a user can see a code block, now or after scrolling. Overlay's host and rule are ignored.
 */
import { behindLetters, faint, pictured } from "./text_colours.js";
import {
  attributeOf,
  contains,
  createRange,
  createWalker,
  dataOf,
  elementAt,
  isElement,
  parentOf,
  previousElementOf,
  rectOf,
  checkVisibility,
} from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";
import { isUnderLayer } from "./painted_layers.js";
import { isUnderBar, outOfReach, viewOf } from "./scroll_reach.js";
import { Effects } from "./style_effects.js";
import { partStyles, repainted, transitioning } from "./pseudo_styles.js";

/** Minimum sizes in pixels of a readable text: its width and height, its font, and the painted area of a letter. */
const SMALLEST = { width: 12, height: 5, font: 6, glyph: 25 };
/** Maximum number of elements with text that are checked; a block with more counts as not visible. */
const MOST = 20_000;
/** Strokes of letters that are wider than this part of the font size hide the letters. */
const THICK = 0.2;
/** Parts of the font size: letters overlap below this line height, or above this negative letter spacing. */
const TIGHT = { line: 0.7, letter: 0.25 };
/** Minimum width, in pixels, of an outline or an inset shadow that can hide text. */
const EDGE = 8;

/**
 * @typedef {object} Around
 * @property {import("../view/host_elements.js").Hosts} hosts
 * @property {Element | null} message  the message that contains the text
 * @property {Element | null} box  the message box: an element that contains it is the page itself, not a hidden copy
 * @property {import("./scroll_reach.js").IsLog} isLog
 */

/** @type {CSSStyleSheet | null} */
let sheet = null;
/** Takes a host out of the flow. The host's own sheet is `!important`, so only a later sheet in its root overrides it. */
const outOfFlow = () => {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(":host { position: absolute !important; }");
  }
  return sheet;
};

/**
 * Reads the page as the site made it: during `read`, hosts next to the element or its ancestors hide nothing and
 * take no room. The browser paints nothing meanwhile.
 * @template T
 * @param {import("../view/host_elements.js").Hosts} hosts
 * @param {Element} element
 * @param {() => T} read
 * @returns {T}
 */
const withoutHosts = (hosts, element, read) => {
  /** @type {(() => void)[]} */
  const undo = [];
  try {
    for (const at of flatPath(element)) {
      for (let host = previousElementOf(at); host && hosts.isOwn(host); host = previousElementOf(host)) {
        const own = host;
        const mark = attributeOf(own, hosts.mark);
        const root = hosts.roots.get(own);
        const sheets = root ? [...root.adoptedStyleSheets] : [];
        undo.push(() => {
          if (root) root.adoptedStyleSheets = sheets;
          if (mark !== null) own.setAttribute(hosts.mark, mark);
        });
        own.removeAttribute(hosts.mark);
        if (root) root.adoptedStyleSheets = [...sheets, outOfFlow()];
      }
    }
    return read();
  } finally {
    for (const one of undo) one();
  }
};

/** @param {Element} element */
const isDrawn = (element) =>
  checkVisibility(element, {
    checkOpacity: true,
    checkVisibilityCSS: true,
    opacityProperty: true,
    visibilityProperty: true,
  });

/** @param {Element} root @returns {Map<Element, Text> | null} each element with text nodes that are not blank, and the first of them; null: too many */
const textElements = (root) => {
  /** @type {Map<Element, Text>} */
  const found = new Map();
  const walker = createWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = parentOf(node);
    if (!parent || !isElement(parent) || found.has(parent) || !dataOf(node).trim()) continue;
    found.set(parent, /** @type {Text} */ (node));
    if (found.size > MOST) return null;
  }
  return found;
};

/** @param {Node} node @returns {DOMRect} */
const rectOfText = (node) => {
  const range = createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
};

/** @param {Text} text @returns {boolean} whether the text's first letter is painted too small, for any reason (a scale, a zoom) */
const tiny = (text) => {
  const range = createRange();
  const at = Math.max(0, dataOf(text).search(/\S/));
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const { width, height } = range.getBoundingClientRect();
  return width * height < SMALLEST.glyph;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box paints something other than a colour behind or over its letters */
const painted = (style) => {
  if (pictured(style) || (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > EDGE)) return true;
  if (style.borderImageSource !== "none" && style.borderImageSlice.includes("fill")) return true;
  return (
    style.boxShadow.includes("inset") &&
    style.boxShadow
      .split(/,(?![^()]*\))/)
      .some(
        (one) =>
          one.includes("inset") &&
          (one.match(/-?[\d.]+px/g) ?? []).some((length) => Math.abs(Number.parseFloat(length)) > EDGE),
      )
  );
};

/** @param {Element} element @returns {boolean} whether the element's attributes exclude it for screen readers or for all users */
const isExcluded = (element) =>
  attributeOf(element, "aria-hidden") === "true" || attributeOf(element, "inert") !== null;

/**
 * @param {Element} root  the element with the letters
 * @param {Element} within  the message that contains it, or itself
 * @param {Around} around
 * @returns {boolean}
 */
const isTextHidden = (root, within, { box, isLog }) => {
  const letters = textElements(root);
  if (!letters?.size || !isDrawn(root)) return true;
  const line = flatPath(root);
  /** @type {Map<Element, CSSStyleDeclaration>} */
  const styles = new Map();
  /** @param {Element} element */
  const styleOf = (element) => {
    let style = styles.get(element);
    if (!style) {
      style = getComputedStyle(element);
      styles.set(element, style);
    }
    return style;
  };
  const effects = new Effects();
  let inside = true;
  for (const at of line) {
    const style = styleOf(at);
    if (effects.add(style) || partStyles(at).some((part) => effects.add(part) || isCollapsed(part))) return true;
    if (isExcluded(at) && !(box && contains(at, box))) return true;
    // Text that is struck out was withdrawn. An ancestor draws the line, so it is not in the text's own style.
    if (inside && style.textDecorationLine.includes("through")) return true;
    // Outside of the message a site may fade the edges, or have a negative z-index for its whole page.
    if (inside && (style.maskImage !== "none" || Number(style.zIndex) < 0 || painted(style))) return true;
    if (at === within) inside = false;
  }
  if (effects.mirrored || transitioning()) return true;
  const whole = rectOfText(root);
  if (whole.width < SMALLEST.width || whole.height < SMALLEST.height || outOfReach(whole, root, styleOf, isLog))
    return true;
  const behind = behindLetters(line.map(styleOf));
  if (repainted(root).some((style) => isUnreadable(style, behind, effects.opacity))) return true;
  for (const [element, text] of letters) {
    const gone =
      element === root
        ? isUnreadable(styleOf(root), behind, effects.opacity) ||
          tiny(text) ||
          outOfReach(rectOfText(text), root, styleOf, isLog)
        : isPartHidden(element, text, { root, styleOf, behind, effects, isLog });
    if (gone) return true;
  }
  return false;
};

/** @param {CSSStyleDeclaration} style  of the part that contains an element's content @returns {boolean} whether the box shows almost nothing of the content */
const isCollapsed = ({ overflowY, height }) =>
  overflowY !== "visible" && Number.parseFloat(height) < 2 * SMALLEST.width;

/**
 * @param {CSSStyleDeclaration} style
 * @param {import("./text_colours.js").Rgba | null} behind
 * @param {number} opacity  the product over all ancestors
 * @returns {boolean} whether the letters can't be read
 */
const isUnreadable = (style, behind, opacity) => {
  const size = Number.parseFloat(style.fontSize);
  return (
    size < SMALLEST.font ||
    style.visibility !== "visible" ||
    !["none", ""].includes(style.getPropertyValue("-webkit-text-security")) ||
    Number.parseFloat(style.getPropertyValue("-webkit-text-stroke-width")) > THICK * size ||
    style.textDecorationLine.includes("through") ||
    (style.display !== "inline" && Number.parseFloat(style.lineHeight) < TIGHT.line * size) ||
    Number.parseFloat(style.letterSpacing) < -TIGHT.letter * size ||
    (style.unicodeBidi.includes("override") && style.direction === "rtl") ||
    faint(style, behind, opacity)
  );
};

/**
 * @param {Element} element  in the block, with text nodes
 * @param {Text} text  the first text node that is not blank
 * @param {object} block
 * @param {Element} block.root
 * @param {(element: Element) => CSSStyleDeclaration} block.styleOf
 * @param {import("./text_colours.js").Rgba | null} block.behind  the colour behind the block's letters
 * @param {Effects} block.effects  of the block and its ancestors
 * @param {import("./scroll_reach.js").IsLog} block.isLog
 * @returns {boolean} whether the letters of the block can't be seen
 */
const isPartHidden = (element, text, { root, styleOf, behind, effects, isLog }) => {
  const inner = [];
  const own = new Effects(effects);
  let placed = false;
  for (let at = /** @type {Node | null} */ (element); at && at !== root && isElement(at); at = parentOf(at)) {
    const style = styleOf(at);
    if (style.display === "none" || style.contentVisibility === "hidden") return true;
    if (own.add(style) || painted(style) || isExcluded(at)) return true;
    placed ||=
      style.position !== "static" || style.transform !== "none" || style.scale !== "none" || style.zoom !== "1";
    inner.push(style);
  }
  const [first] = inner;
  if (!first || own.mirrored || isUnreadable(first, behindLetters(inner, behind), own.opacity)) return true;
  // The first line of a block may have another style.
  if (
    first.display !== "inline" &&
    (tiny(text) || repainted(element).some((style) => isUnreadable(style, behind, own.opacity)))
  )
    return true;
  const { width, height } = rectOf(element);
  return !width || height < 1 || (placed && (tiny(text) || outOfReach(rectOf(element), element, styleOf, isLog)));
};

/**
 * Points of an element for the browser's hit test; empty if too little of the element is in view.
 * @param {Element} element
 * @param {Around} around
 * @returns {[number, number][]}
 */
const pointsIn = (element, { isLog }) => {
  const { left, top, right, bottom } = rectOf(element);
  const { x: across, y: down } = viewOf(element, isLog);
  const [from, to] = [Math.max(left, across[0]), Math.min(right, across[1])];
  const [above, below] = [Math.max(top, down[0]), Math.min(bottom, down[1])];
  if (to - from < 2 || below - above < 2) return [];
  // If most of a text is scrolled away, a fixed bar of the page may cover the rest.
  if (below - above < Math.min(bottom - top, down[1] - down[0]) / 2) return [];
  const parts = [0.1, 0.5, 0.9];
  return parts.flatMap((x) =>
    parts.map((y) => /** @type {[number, number]} */ ([from + (to - from) * x, above + (below - above) * y])),
  );
};

/**
 * Whether other elements cover all of it. Parts out of view, covers with `pointer-events: none`, and bars from under which
 * it can be scrolled are not found.
 * @param {Element} element
 * @param {Around} around
 * @returns {boolean}
 */
const isCovered = (element, around) => {
  const { message, hosts, isLog } = around;
  const covers = pointsIn(element, around).map(([x, y]) => elementAt(x, y));
  const isSeen = (/** @type {Element | null} */ found) =>
    found &&
    (hosts.isOwn(found) || contains(found, element) || flatPath(element).includes(found) || contains(element, found));
  if (!covers.length || covers.some(isSeen)) return false;
  return !covers.every((cover) => cover && isUnderBar(cover, element, message, isLog));
};

/**
 * Blocks whose visible text passed the hit test. Hiding the host for that test makes the browser report a layout shift
 * (to the page too), though nothing is painted. So the text is tested once; from then on a host with a size is tested.
 * @type {WeakSet<object>}
 */
const hitTested = new WeakSet();

/** @param {Element} root @param {object} block @param {Around} around */
const isTextCovered = (root, block, around) => {
  const hidden = isCovered(root, around);
  if (!hidden && pointsIn(root, around).length) hitTested.add(block);
  return hidden;
};

/** @param {Element} element @param {import("../view/host_elements.js").Hosts} hosts @returns {Element} the element's host; the element itself if it has none */
const hostOf = (element, hosts) => {
  for (const at of flatPath(element)) {
    const before = previousElementOf(at);
    if (before && hosts.isOwn(before)) return before;
  }
  return element;
};

/**
 * @param {Element} root  the element with the letters
 * @param {Omit<Around, "isLog"> & Partial<Around> & { block?: object }} around  `block`: an object that identifies the block in repeated calls
 * @returns {boolean} a user can't see it, even by scrolling; also true if that is uncertain
 */
export const isHiddenFromUser = (root, { block = root, isLog = () => false, ...rest }) => {
  const around = { ...rest, isLog };
  const { hosts, message } = around;
  const host = hostOf(root, hosts);
  const tested = hitTested.has(block) && host !== root && pointsIn(host, around).length > 0;
  // A host that has no size yet can't be hit-tested, so the text is tested too.
  const hidden = withoutHosts(
    hosts,
    root,
    () =>
      isTextHidden(root, message ?? root, around) ||
      isUnderLayer(root, message, hosts) ||
      (!tested && isTextCovered(root, block, around)),
  );
  return hidden || isCovered(host, around) || isUnderLayer(host, message, hosts);
};
