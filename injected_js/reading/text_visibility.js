/**
 * Decides whether a user can see a code block, now or by scrolling. Overlay's own host and rule are ignored.
 */
import { behindLetters, faint, pictured } from "./text_colours.js";
import { attributeOf, contains, createRange, createWalker, dataOf, hit, isElement, parentOf, previousElementOf, rectOf } from "../platform/captured_dom.js";
import { lineOf } from "../platform/flat_tree.js";
import { underLayer } from "./painted_layers.js";
import { outOfReach } from "./scroll_reach.js";
import { Effects } from "./style_effects.js";
import { partStyles, repainted, transitioning } from "./pseudo_styles.js";

/** Least size in pixels of a text, of its font and of the area of a letter as painted, at which a user can read it. */
const SMALLEST = { width: 12, height: 5, font: 6, glyph: 25 };
/** Most elements with text that are checked; a block with more counts as not visible. */
const MOST = 20_000;
/** @type {(element: Element, options: CheckVisibilityOptions) => boolean} */
const drawn = Function.prototype.call.bind(Element.prototype.checkVisibility);
/** Lines around letters that are wider than this part of their size hide them. */
const THICK = 0.2;
/** Less than this part of their size from line to line, or that much less from letter to letter, and letters lie over each other. */
const TIGHT = { line: 0.7, letter: 0.25 };
/** Pixels from which on an outline, or a shadow within a box, is more than an edge. */
const EDGE = 8;

/** @type {CSSStyleSheet | null} */
let sheet = null;
/** What a host shows says of itself where it stands; only from within can that be overruled. */
const away = () => {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(":host { position: absolute !important; }");
  }
  return sheet;
};

/**
 * Reads the page as the site made it: meanwhile hosts beside the element or its ancestors hide nothing and
 * take no room. The browser paints nothing in between.
 * @template T
 * @param {import("../view/host_elements.js").Hosts} hosts
 * @param {Element} element
 * @param {() => T} read
 * @returns {T}
 */
export const uncovered = (hosts, element, read) => {
  /** @type {(() => void)[]} */
  const undo = [];
  try {
    for (const at of lineOf(element)) {
      for (let host = previousElementOf(at); host && hosts.ours(host); host = previousElementOf(host)) {
        const own = host;
        const mark = attributeOf(own, hosts.mark);
        const root = hosts.roots.get(own);
        const sheets = root ? [...root.adoptedStyleSheets] : [];
        undo.push(() => {
          if (root) root.adoptedStyleSheets = sheets;
          if (mark !== null) own.setAttribute(hosts.mark, mark);
        });
        own.removeAttribute(hosts.mark);
        if (root) root.adoptedStyleSheets = [...sheets, away()];
      }
    }
    return read();
  } finally {
    for (const one of undo) one();
  }
};

/** @param {Element} element */
const isDrawn = (element) =>
  drawn(element, { checkOpacity: true, checkVisibilityCSS: true, opacityProperty: true, visibilityProperty: true });

/** @param {Element} root @returns {Map<Element, Text> | null} each element with letters of its own and the first of them */
const lettered = (root) => {
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

/** @param {Text} text @returns {boolean} its first letter is painted too small, whatever its font's size is */
const tiny = (text) => {
  const range = createRange();
  const at = Math.max(0, dataOf(text).search(/\S/));
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const { width, height } = range.getBoundingClientRect();
  return width * height < SMALLEST.glyph;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} it paints something else than a colour behind or over its letters */
const painted = (style) => {
  if (pictured(style) || (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > EDGE)) return true;
  if (style.borderImageSource !== "none" && style.borderImageSlice.includes("fill")) return true;
  return style.boxShadow.includes("inset") && style.boxShadow.split(/,(?![^()]*\))/).some((one) =>
    one.includes("inset") && (one.match(/-?[\d.]+px/g) ?? []).some((length) => Math.abs(Number.parseFloat(length)) > EDGE));
};

/** @param {Element} element @returns {boolean} it is for other eyes than a person's, or for none */
const setAside = (element) => attributeOf(element, "aria-hidden") === "true" || attributeOf(element, "inert") !== null;

/**
 * @param {Element} root  the element with the letters
 * @param {Element} within  the message that contains it, or itself
 * @param {Element | null} box  the message box: an element that contains it too is the page, not a hidden copy
 * @returns {boolean}
 */
const unseen = (root, within, box) => {
  const letters = lettered(root);
  if (!letters?.size || !isDrawn(root)) return true;
  const line = lineOf(root);
  /** @type {Map<Element, CSSStyleDeclaration>} */
  const styles = new Map();
  /** @param {Element} element */
  const styleOf = (element) => {
    let style = styles.get(element);
    if (!style) styles.set(element, (style = getComputedStyle(element)));
    return style;
  };
  const effects = new Effects();
  let inside = true;
  for (const at of line) {
    const style = styleOf(at);
    if (effects.add(style) || partStyles(at).some((part) => effects.add(part) || isShut(part))) return true;
    if (setAside(at) && !(box && contains(at, box))) return true;
    // Text that is struck out was withdrawn. The line is drawn by the ancestor, no style of the text tells of it.
    if (inside && style.textDecorationLine.includes("through")) return true;
    // Around the messages a site may fade the edges, or lay its whole page behind something.
    if (inside && (style.maskImage !== "none" || Number(style.zIndex) < 0 || painted(style))) return true;
    if (at === within) inside = false;
  }
  if (effects.mirrored || transitioning()) return true;
  const whole = rectOfText(root);
  if (whole.width < SMALLEST.width || whole.height < SMALLEST.height || outOfReach(whole, root, styleOf)) return true;
  const behind = behindLetters(line.map(styleOf));
  if (repainted(root).some((style) => blank(style, behind, effects.opacity))) return true;
  for (const [element, text] of letters) {
    const gone = element === root
      ? blank(styleOf(root), behind, effects.opacity) || tiny(text) || outOfReach(rectOfText(text), root, styleOf)
      : lost(element, text, { root, styleOf, behind, effects });
    if (gone) return true;
  }
  return false;
};

/** @param {CSSStyleDeclaration} style  of the part of an element that holds what is in it @returns {boolean} it shows next to nothing of that */
const isShut = ({ overflowY, height }) => overflowY !== "visible" && Number.parseFloat(height) < 2 * SMALLEST.width;

/**
 * @param {CSSStyleDeclaration} style
 * @param {import("./text_colours.js").Rgba | null} behind
 * @param {number} opacity  of all around it
 * @returns {boolean} its letters can't be read
 */
const blank = (style, behind, opacity) => {
  const size = Number.parseFloat(style.fontSize);
  return size < SMALLEST.font ||
    style.visibility !== "visible" ||
    !["none", ""].includes(style.getPropertyValue("-webkit-text-security")) ||
    Number.parseFloat(style.getPropertyValue("-webkit-text-stroke-width")) > THICK * size ||
    style.textDecorationLine.includes("through") ||
    (style.display !== "inline" && Number.parseFloat(style.lineHeight) < TIGHT.line * size) ||
    Number.parseFloat(style.letterSpacing) < -TIGHT.letter * size ||
    (style.unicodeBidi.includes("override") && style.direction === "rtl") ||
    faint(style, behind, opacity);
};

/**
 * @param {Element} element  in the block, with letters of its own
 * @param {Text} text  the first of them
 * @param {object} block
 * @param {Element} block.root
 * @param {(element: Element) => CSSStyleDeclaration} block.styleOf
 * @param {import("./text_colours.js").Rgba | null} block.behind  the block's letters
 * @param {Effects} block.effects  of the block and all around it
 * @returns {boolean} its letters can't be seen
 */
const lost = (element, text, { root, styleOf, behind, effects }) => {
  const inner = [];
  const own = new Effects(effects);
  let placed = false;
  for (let at = /** @type {Node | null} */ (element); at && at !== root && isElement(at); at = parentOf(at)) {
    const style = styleOf(at);
    if (style.display === "none" || style.contentVisibility === "hidden") return true;
    if (own.add(style) || painted(style) || setAside(at)) return true;
    placed ||= style.position !== "static" || style.transform !== "none" || style.scale !== "none" || style.zoom !== "1";
    inner.push(style);
  }
  const [first] = inner;
  if (!first || own.mirrored || blank(first, behindLetters(inner, behind), own.opacity)) return true;
  // The first line of a block may have another style.
  if (first.display !== "inline" && (tiny(text) || repainted(element).some((style) => blank(style, behind, own.opacity)))) return true;
  const { width, height } = rectOf(element);
  return !width || height < 1 || (placed && (tiny(text) || outOfReach(rectOf(element), element, styleOf)));
};

/**
 * Points of an element for the browser's hit test; none where that can't tell what lies over it.
 * @param {Element} element
 * @returns {[number, number][]}
 */
const pointsIn = (element) => {
  const { left, top, right, bottom } = rectOf(element);
  const [from, to] = [Math.max(left, 0), Math.min(right, innerWidth)];
  const [above, below] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  if (to - from < 2 || below - above < 2) return [];
  // Of a text that is mostly scrolled away, a bar of the page may lie over the rest.
  if (below - above < Math.min(bottom - top, innerHeight) / 2) return [];
  const parts = [0.1, 0.5, 0.9];
  return parts.flatMap((x) => parts.map((y) => /** @type {[number, number]} */ ([from + (to - from) * x, above + (below - above) * y])));
};

/**
 * Whether other elements lie over all of it. Parts out of view, and covers that let presses through, are not
 * found.
 * @param {Element} element
 * @param {import("../view/host_elements.js").Hosts} hosts
 * @returns {boolean}
 */
const buried = (element, hosts) => {
  const points = pointsIn(element);
  return points.length > 0 && !points.some(([x, y]) => {
    const found = hit(x, y);
    return found && (hosts.ours(found) || contains(found, element) || lineOf(element).includes(found) || contains(element, found));
  });
};

/**
 * Blocks over whose text the hit test found nothing while it was shown. With a host in the way, that test makes the
 * browser report (to the page too) that all below moved twice, though nothing is painted. So it is made once; where
 * a host has a size, that is tested each time.
 * @type {WeakSet<object>}
 */
const bare = new WeakSet();

/** @param {Element} root @param {object} block @param {import("../view/host_elements.js").Hosts} hosts */
const buriedItself = (root, block, hosts) => {
  const hidden = buried(root, hosts);
  if (!hidden && pointsIn(root).length) bare.add(block);
  return hidden;
};

/** @param {Element} element @param {import("../view/host_elements.js").Hosts} hosts @returns {Element} what stands for it in the page */
const stands = (element, hosts) => {
  for (const at of lineOf(element)) {
    const before = previousElementOf(at);
    if (before && hosts.ours(before)) return before;
  }
  return element;
};

/**
 * @param {Element} root  the element with the letters
 * @param {{ hosts: import("../view/host_elements.js").Hosts, message: Element | null, box: Element | null, block?: object }} around  `block`: the same for each look at one block
 * @returns {boolean} a person can't see it, nor could by scrolling; also where that can't be told
 */
export const hiddenFromSight = (root, { hosts, message, box, block = root }) => {
  const host = stands(root, hosts);
  const tested = bare.has(block) && host !== root && pointsIn(host).length > 0;
  // A host that has no size yet tells nothing of what lies over it: the text itself is looked at too.
  const hidden = uncovered(hosts, root, () => unseen(root, message ?? root, box) || underLayer(root, message, hosts) || (!tested && buriedItself(root, block, hosts)));
  return hidden || buried(host, hosts) || underLayer(host, message, hosts);
};
