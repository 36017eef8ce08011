/**
 * Decides whether a user can see a code block, now or by scrolling. Overlay's own host and rule are ignored.
 */
import { behindLetters, faint, pictured } from "./text_colours.js";
import { attributeOf, contains, createRange, createWalker, dataOf, hit, isElement, parentOf, previousElementOf, rectOf } from "../platform/captured_dom.js";
import { lineOf } from "../platform/flat_tree.js";
import { underLayer } from "./painted_layers.js";
import { outOfReach } from "./scroll_reach.js";

/** Least size in pixels of a text and of its font at which a user can read it. */
const SMALLEST = { width: 12, height: 5, font: 4 };
const FAINTEST = 0.1;
/** Most elements with text that are checked; a block with more counts as not visible. */
const MOST = 20_000;
/** @type {(element: Element, options: CheckVisibilityOptions) => boolean} */
const drawn = Function.prototype.call.bind(Element.prototype.checkVisibility);
/**
 * The factor of a brightness or contrast filter from which on letters do not differ from their background.
 */
const GLARE = 2.5;
/** Lines around letters that are wider than this part of their size hide them. */
const THICK = 0.2;
/** Cuts off at most the corners. */
const HARMLESS_CLIP = /^inset\(0(?:px|%)?(?: 0(?:px|%)?){0,3}(?: round [^)]*)?\)$/;

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

/** @param {string} filter @param {string} name @returns {number} what all its functions of that name come to */
const product = (filter, name) => {
  let all = 1;
  for (const [, value] of filter.matchAll(new RegExp(`${name}\\(([\\d.e-]+)\\)`, "g"))) all *= Number(value);
  return all;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} its letters are painted in colours that can't be told */
const recolours = ({ filter, mixBlendMode }) => {
  if (mixBlendMode !== "normal") return true;
  if (filter === "none") return false;
  const [bright, contrast] = [product(filter, "brightness"), product(filter, "contrast")];
  return filter.includes("url(") || bright > GLARE || bright < 1 / GLARE || contrast < 1 / GLARE;
};

/** @param {CSSStyleDeclaration} style @returns {boolean} it shows its back, or is painted from so near that it is behind the eye */
const turnedAway = ({ transform, backfaceVisibility, perspective }) => {
  if (!transform.startsWith("matrix3d")) return false;
  const matrix = new DOMMatrixReadOnly(transform);
  return perspective !== "none" || matrix.m34 !== 0 || (backfaceVisibility === "hidden" && matrix.m33 < 0);
};

/** @param {CSSStyleDeclaration} style @returns {boolean} what it does to an element and all in it leaves nothing to see */
const effaces = (style) => {
  const { filter, clip, clipPath, content } = style;
  if (recolours(style) || turnedAway(style)) return true;
  if (clipPath !== "none" && !HARMLESS_CLIP.test(clipPath)) return true;
  if (clip !== "auto" && /absolute|fixed/.test(style.position)) return true;
  if (/^(url|image|linear|radial|conic)/.test(content)) return true;
  const opacity = /opacity\(([\d.]+)\)/.exec(filter);
  const blur = /blur\(([\d.]+)px\)/.exec(filter);
  return (!!opacity && Number(opacity[1]) < FAINTEST) || (!!blur && Number(blur[1]) >= 4);
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
  let opacity = 1;
  let inside = true;
  let deep = false;
  for (const at of line) {
    const style = styleOf(at);
    opacity *= Number(style.opacity);
    if (opacity < FAINTEST || effaces(style)) return true;
    if (setAside(at) && !(box && contains(at, box))) return true;
    // Perspective takes things that come nearer behind the eye.
    if (deep && style.perspective !== "none") return true;
    deep ||= style.transform.startsWith("matrix3d");
    // Around the messages a site may fade the edges, or lay its whole page behind something.
    // Text that is struck out was withdrawn. The line is drawn by the ancestor, no style of the text tells of it.
    if (inside && style.textDecorationLine.includes("through")) return true;
    if (inside && (style.maskImage !== "none" || Number(style.zIndex) < 0 || pictured(style))) return true;
    if (at === within) inside = false;
  }
  const whole = rectOfText(root);
  if (whole.width < SMALLEST.width || whole.height < SMALLEST.height || outOfReach(whole, root, styleOf)) return true;
  const behind = behindLetters(line.map(styleOf));
  for (const [element, text] of letters) {
    if (element === root ? blank(styleOf(root), behind) || outOfReach(rectOfText(text), root, styleOf) : lost(element, root, styleOf, behind)) return true;
  }
  return false;
};

/** @param {CSSStyleDeclaration} style @param {import("./text_colours.js").Rgba | null} behind @returns {boolean} its letters can't be read */
const blank = (style, behind) =>
  Number.parseFloat(style.fontSize) < SMALLEST.font ||
  style.visibility !== "visible" ||
  !["none", ""].includes(style.getPropertyValue("-webkit-text-security")) ||
  Number.parseFloat(style.getPropertyValue("-webkit-text-stroke-width")) > THICK * Number.parseFloat(style.fontSize) ||
  style.textDecorationLine.includes("through") ||
  faint(style, behind);

/**
 * @param {Element} element  in the block, with letters of its own
 * @param {Element} root  the block
 * @param {(element: Element) => CSSStyleDeclaration} styleOf
 * @param {import("./text_colours.js").Rgba | null} behind  the block's letters
 * @returns {boolean} its letters can't be seen
 */
const lost = (element, root, styleOf, behind) => {
  const inner = [];
  let opacity = 1;
  let placed = false;
  for (let at = /** @type {Node | null} */ (element); at && at !== root && isElement(at); at = parentOf(at)) {
    const style = styleOf(at);
    opacity *= Number(style.opacity);
    if (style.display === "none" || style.contentVisibility === "hidden" || opacity < FAINTEST) return true;
    if (effaces(style) || pictured(style) || setAside(at)) return true;
    placed ||= style.position !== "static" || style.transform !== "none";
    inner.push(style);
  }
  const [own] = inner;
  if (!own || blank(own, behindLetters(inner, behind))) return true;
  const { width, height } = rectOf(element);
  return !width || height < 1 || (placed && outOfReach(rectOf(element), element, styleOf));
};

/**
 * Whether other elements lie over all of it. Parts out of view, and covers that let presses through, are not
 * found.
 * @param {Element} element
 * @param {import("../view/host_elements.js").Hosts} hosts
 * @returns {boolean}
 */
const buried = (element, hosts) => {
  const { left, top, right, bottom } = rectOf(element);
  const [from, to] = [Math.max(left, 0), Math.min(right, innerWidth)];
  const [above, below] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  if (to - from < 2 || below - above < 2) return false;
  for (const x of [0.1, 0.5, 0.9]) {
    for (const y of [0.1, 0.5, 0.9]) {
      const found = hit(from + (to - from) * x, above + (below - above) * y);
      if (found && (hosts.ours(found) || contains(found, element) || lineOf(element).includes(found) || contains(element, found))) return false;
    }
  }
  return true;
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
 * @param {{ hosts: import("../view/host_elements.js").Hosts, message: Element | null, box: Element | null }} around
 * @returns {boolean} a person can't see it, nor could by scrolling; also where that can't be told
 */
export const hiddenFromSight = (root, { hosts, message, box }) => {
  // A host that has no size yet tells nothing of what lies over it: the text itself is looked at too.
  const hidden = uncovered(hosts, root, () => unseen(root, message ?? root, box) || underLayer(root, message) || buried(root, hosts));
  const host = stands(root, hosts);
  return hidden || buried(host, hosts) || underLayer(host, message);
};
