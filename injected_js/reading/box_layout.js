/** How a box of the page places what is in it, also while overlay hides the box. */
import {
  attributeOf,
  checkVisibility,
  isElement,
  localNameOf,
  parentOf,
  previousElementOf,
} from "../platform/captured_dom.js";

/** @typedef {"flow" | "row" | number} Layout  a number: under each other in so many columns */

/** Values of `display` of an element that has its lines for itself; a child of a grid or flex box has one of them too. */
const BLOCK = new Set(["block", "flow-root", "list-item", "flex", "grid", "table", "table-row"]);
/** How many forms of boxes are kept for each host. */
const MOST = 50;

/** What was seen of a box that the page may hide later. @type {WeakMap<Element, Layout>} */
const seen = new WeakMap();
/** What was seen of the boxes that a host hides: pages make them again for each token. @type {WeakMap<Element, Map<string, Layout>>} */
const seenBy = new WeakMap();

/**
 * For each host: lays out the element after it, which it hides, and returns a function that hides the element again.
 * @type {WeakMap<Element, () => () => void>}
 */
export const covers = new WeakMap();

/** @param {CSSStyleDeclaration} style @returns {boolean} the browser ends the line before and after the element */
export const endsLines = ({ display }) => BLOCK.has(display);

/** @param {CSSStyleDeclaration} style @returns {boolean} the element takes no place among the others */
export const isPlacedApart = ({ position, cssFloat }) =>
  position === "absolute" || position === "fixed" || cssFloat !== "none";

/** @param {string} columns  of a grid: resolved to lengths, or as they were specified @returns {Layout} */
const gridOf = (columns) => {
  if (/^subgrid|repeat\((?!1\b)/.test(columns)) return "row";
  let [left, before] = [columns.replace(/\[[^\]]*\]/g, ""), ""];
  while (left !== before) [left, before] = [left.replace(/\([^()]*\)/g, ""), left];
  return left.trim().split(/\s+/).length;
};

/** @param {CSSStyleDeclaration} style  of a box @returns {Layout} */
const layoutIn = (style) => {
  if (style.display.endsWith("flex")) return style.flexDirection.startsWith("column") ? 1 : "row";
  if (!style.display.endsWith("grid")) return "flow";
  return style.gridAutoFlow.startsWith("column") ? "row" : gridOf(style.gridTemplateColumns);
};

/** @param {Layout} layout @returns {boolean} a grid that draws boxes beside each other, and the next ones under them */
export const hasColumns = (layout) => typeof layout === "number" && layout > 1;

/** @param {Element} box @returns {[Element, string] | null} the host that hides it, and the form of the elements from the hidden one to it */
const hostOf = (box) => {
  let form = "";
  for (let at = /** @type {Node | null} */ (box); at && isElement(at); at = parentOf(at)) {
    form += `<${localNameOf(at)} ${attributeOf(at, "class")} ${attributeOf(at, "style")}`;
    const host = previousElementOf(at);
    if (host && covers.has(host)) return [host, form];
  }
  return null;
};

/** @param {Element} box  one that is not laid out @returns {Layout} */
const layoutOfHidden = (box) => {
  const known = seen.get(box);
  if (known) return known;
  const [host, form] = hostOf(box) ?? [];
  const forms = (host && seenBy.get(host)) ?? new Map();
  const before = forms.get(form);
  if (before || !host) return before ?? layoutIn(getComputedStyle(box));
  const hideAgain = covers.get(host)?.();
  try {
    const layout = layoutIn(getComputedStyle(box));
    if (!checkVisibility(box)) return layout;
    if (forms.size >= MOST) forms.clear();
    seenBy.set(host, forms.set(form, layout));
    seen.set(box, layout);
    return layout;
  } finally {
    hideAgain?.();
  }
};

/** @param {Element} box @returns {Layout} */
export const layoutOf = (box) => {
  const style = getComputedStyle(box);
  const up = style.display === "contents" && parentOf(box);
  if (up && isElement(up)) return layoutOf(up);
  const layout = layoutIn(style);
  // What is in a hidden box tells how it flows, but not the columns of its grid.
  if (layout === "flow" && style.display !== "none") return layout;
  if (!checkVisibility(box)) return layoutOfHidden(box);
  seen.set(box, layout);
  return layout;
};
