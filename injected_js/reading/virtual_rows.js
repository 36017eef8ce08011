/**
 * Code views that draw only the rows in view: lists of a library, which has the whole text to itself. They keep room for the
 * other rows by a padding, by an empty row, or by placing each row in a container of the whole height. All these are in style
 * attributes, since a script computes them, and so can be read while the view is hidden.
 */
import {
  all,
  attributeOf,
  childrenOf,
  isElement,
  localNameOf,
  one,
  parentOf,
  rectOf,
  textOf,
} from "../platform/captured_dom.js";

const STYLED = '[style*="top"], [style*="translate"], [style*="padding"], [style*="height"]';
/** Pixels: a smaller padding is only space around the code. */
const PADDING = 60;
/** Pixels: a smaller empty row may be an empty line. */
const EMPTY = 10;
const SLACK = 1;
const LOOKED_AT = 20;
/** Levels between the element that keeps the room and the rows, and levels around a table that may keep it. */
const DEEP = 3;
const AROUND = 2;

/** @typedef {{ above: boolean, below: boolean }} Missing  whether rows are missing above and below those that are drawn */

/** @param {Element} element @param {RegExp} pattern @returns {number} pixels, NaN without a match */
const pixels = (element, pattern) => parseFloat(pattern.exec(attributeOf(element, "style") ?? "")?.[1] ?? "");

const TOP = /(?:^|[\s;])top:\s*(-?[\d.]+)px/;
const MOVED = /translate(?:Y\(|\(\s*[^,)]+,|3d\(\s*[^,)]+,)\s*(-?[\d.]+)px/;
const HEIGHT = /(?:^|[\s;])height:\s*([\d.]+)px/;
const PADDED = /(?:^|[\s;])padding(-top|-bottom)?:\s*([^;]+)/g;

/** @param {Element} element */
const heightOf = (element) => pixels(element, HEIGHT);

/** @param {Element} row @returns {number} */
const topOf = (row) => {
  const top = pixels(row, TOP);
  return Number.isNaN(top) ? pixels(row, MOVED) : top;
};

/** @param {Element} element @returns {Missing} by the padding in its style attribute */
const padded = (element) => {
  let [top, bottom] = [0, 0];
  for (const [, side, value = ""] of (attributeOf(element, "style") ?? "").matchAll(PADDED)) {
    const sizes = value.trim().split(/\s+/).map(parseFloat);
    if (side !== "-bottom") top = sizes[0] ?? 0;
    if (side !== "-top") bottom = (side ? sizes[0] : (sizes[2] ?? sizes[0])) ?? 0;
  }
  return { above: top > PADDING, below: bottom > PADDING };
};

/** @param {Element} row @param {Element} other @returns {boolean} it is empty and keeps room for rows that are not drawn */
const keepsRoom = (row, other) => {
  if (textOf(row)) return false;
  const inner = one(row, '[style*="height"]');
  const height = heightOf(row) || (inner ? heightOf(inner) : NaN);
  return height > EMPTY && !(heightOf(other) > 0);
};

/**
 * @param {Element} container  with a single element that has text
 * @returns {{ list: Element, rows: Element[], top: number } | null} the rows in that element, and how far they are moved down
 */
const nested = (container) => {
  let top = NaN;
  for (let at = container, level = 0; level < DEEP; level += 1) {
    const inner = Array.from(childrenOf(at)).filter((child) => textOf(child));
    const [only] = inner;
    if (!only || inner.length !== 1) return null;
    if (Number.isNaN(top)) top = topOf(only);
    const rows = localNameOf(only) === "table" ? [...all(only, "tr")] : Array.from(childrenOf(only));
    const [first] = rows;
    if (first && rows.length > 1)
      return { list: /** @type {Element} */ (parentOf(first)), rows, top: Number.isNaN(top) ? topOf(first) : top };
    at = only;
  }
  return null;
};

/** @param {Element} container @returns {(Missing & { container: Element }) | null} of rows that are in a single element in it */
const missingInNested = (container) => {
  const { above, below } = padded(container);
  const whole = heightOf(container);
  if (!above && !below && !(whole > 0)) return null;
  const found = nested(container);
  if (!found) return null;
  const { list, rows, top } = found;
  if (above || below) return { above, below, container: list };
  const [first] = rows;
  const height = first ? heightOf(first) : NaN;
  if (Number.isNaN(top) && Number.isNaN(height)) return null;
  // Rows that are hidden have no height of their own.
  const row = height || (first ? rectOf(first).height : 0) || Infinity;
  const start = top || 0;
  const end = row === Infinity ? -Infinity : start + rows.length * row;
  return { above: start > SLACK, below: whole > end + SLACK, container: list };
};

/** @param {Element} table @returns {Element[]} elements around it that have nothing else, and may keep room for its rows */
const roomAround = (table) => {
  const found = [];
  let up = parentOf(table);
  for (let level = 0; level < AROUND && up && isElement(up); level += 1, up = parentOf(up)) {
    if (!/height|padding/.test(attributeOf(up, "style") ?? "")) continue;
    if (textOf(up).trim() !== textOf(table).trim()) break;
    found.push(up);
  }
  return found;
};

/** @param {Element} container @returns {Missing} */
const missingIn = (container) => {
  const rows = Array.from(childrenOf(container));
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return { above: false, below: false };
  const tops = rows.map(topOf).sort((a, b) => a - b);
  const whole = heightOf(container);
  if (whole > 0 && !tops.some(Number.isNaN)) {
    const row = Math.max(heightOf(first) || 0, (tops[1] ?? Infinity) - (tops[0] ?? 0));
    return { above: (tops[0] ?? 0) > SLACK, below: whole > (tops.at(-1) ?? 0) + row + SLACK };
  }
  const { above, below } = rows.length > 1 ? padded(container) : { above: false, below: false };
  return {
    above: above || (rows.length > 2 && keepsRoom(first, /** @type {Element} */ (rows[1]))),
    below: below || (rows.length > 2 && keepsRoom(last, /** @type {Element} */ (rows.at(-2)))),
  };
};

/** @param {Element} container @returns {Element[]} its rows, without empty ones that keep room for others */
export const rowsOf = (container) => {
  const rows = Array.from(childrenOf(container));
  const isRow = (/** @type {number} */ at) => {
    const [row, other] = [rows[at], rows[at ? at - 1 : 1]];
    const isEdge = at === 0 || at === rows.length - 1;
    return !(isEdge && row && other && rows.length > 2 && keepsRoom(row, other));
  };
  return rows.filter((_, at) => isRow(at));
};

/** @param {Element} root  of a code block @returns {(Missing & { container: Element }) | null} null: all of its rows are drawn */
export const missingRows = (root) => {
  const outer = localNameOf(root) === "table" ? roomAround(root) : [];
  if (!outer.length && !one(root, STYLED)) return null;
  const styled = [root, ...Array.from(all(root, STYLED)).slice(0, LOOKED_AT)];
  const containers = new Set(styled.flatMap((element) => [element, parentOf(element)]));
  containers.delete(parentOf(root));
  for (const container of [...outer, ...containers]) {
    if (!container || !isElement(container)) continue;
    const inner = missingInNested(container);
    if (inner && (inner.above || inner.below)) return inner;
    if (outer.includes(container)) continue;
    const { above, below } = missingIn(container);
    if (above || below) return { above, below, container };
  }
  return null;
};
