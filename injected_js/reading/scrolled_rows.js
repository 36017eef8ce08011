/**
 * Reads a code view that draws only the rows in view, by scrolling it from its beginning to its end. The rows are put together
 * by their places: a text with a gap, or with two rows in one place, is not returned.
 */
import {
  all,
  childrenOf,
  clientHeightOf,
  isElement,
  matches,
  one,
  parentOf,
  rectOf,
  scrollHeightOf,
  scrollTopOf,
  textOf,
} from "../platform/captured_dom.js";
import { contentOf, flows, isWholeLine } from "./code_editors.js";
import { lineOfRow } from "./row_code.js";
import { missingRows, rowsOf } from "./virtual_rows.js";

/** Ms: for all, for the rows of one place, and between two looks. */
const TIME = { most: 6000, step: 400, look: 16 };
const MOST = 2_000_000;
const SLACK = 2;
const LOOKED_AT = 40;
const AROUND = 3;
const LINES = ".cm-line";

/** @typedef {{ top: number, height: number, text: string }} Row  its place in the content, in pixels */

/** @param {Element} element */
const scrolls = (element) => clientHeightOf(element) > 0 && scrollHeightOf(element) > clientHeightOf(element) + SLACK;

/** @param {Element} fence @returns {Element | undefined} the element in the code block that scrolls its rows */
const scrollerOf = (fence) => [fence, ...Array.from(all(fence, "*")).slice(0, LOOKED_AT)].find(scrolls);

/**
 * @param {Element} fence  which may be hidden
 * @param {Element | null} message  the message around it
 * @returns {Element | null} the element in the message that scrolls the code block and nothing else
 */
export const scrollerAround = (fence, message) => {
  const text = textOf(fence).trim();
  let up = parentOf(fence);
  for (let level = 0; level < AROUND && up && isElement(up) && up !== message; level += 1, up = parentOf(up)) {
    if (textOf(up).trim() !== text) return null;
    if (/^(?:auto|scroll|overlay)$/.test(getComputedStyle(up).overflowY)) return up;
  }
  return null;
};

/** @param {Element} fence @returns {{ rows: Element[], above: boolean, below: boolean } | null} null: a view of which not each row is a line */
const drawnRows = (fence) => {
  const content = contentOf(fence);
  if (content && !flows(content)) {
    const rows = [...all(content, LINES)];
    const children = rows[0] ? [...childrenOf(/** @type {Element} */ (parentOf(rows[0])))] : [];
    const isGap = (/** @type {Element | undefined} */ child) => !!child && matches(child, ".cm-gap");
    if (!rows.length || !rows.every(isWholeLine)) return null;
    return { rows, above: isGap(children[0]), below: isGap(children.at(-1)) };
  }
  const missing = missingRows(fence);
  if (!missing) return null;
  return { ...missing, rows: rowsOf(missing.container) };
};

/** @param {Element[]} elements @param {Element} scroller @returns {Row[]} in their order on the page */
const placed = (elements, scroller) => {
  const start = rectOf(scroller).top - scrollTopOf(scroller);
  return elements
    .map((element) => {
      const { top, height } = rectOf(element);
      return { top: top - start, height, text: lineOfRow(element) };
    })
    .sort((a, b) => a.top - b.top);
};

/** @param {Row[]} rows @returns {boolean} each begins where the one before it ends */
const follows = (rows) =>
  rows.every((row, at) => {
    const before = rows[at - 1];
    return row.height > 0 && (!before || Math.abs(row.top - before.top - before.height) <= SLACK);
  });

/** @returns {Promise<void>} */
const pause = () => new Promise((done) => setTimeout(done, TIME.look));

/** @param {Element} scroller */
const lowest = (scroller) => scrollHeightOf(scroller) - clientHeightOf(scroller);

/**
 * @param {Element} fence @param {Element} scroller @param {number} place  to scroll to, in pixels
 * @returns {Promise<Row[] | null>} the rows there, once the view has drawn them all
 */
const rowsAt = async (fence, scroller, place) => {
  const until = performance.now() + TIME.step;
  do {
    // The page, or the browser when rows change their heights, may scroll too.
    const aim = Math.min(place, lowest(scroller));
    if (Math.abs(scrollTopOf(scroller) - aim) >= 1) scroller.scrollTop = aim;
    await pause();
    const drawn = drawnRows(fence);
    if (!drawn) continue;
    const rows = placed(drawn.rows, scroller);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last || !follows(rows)) continue;
    const from = scrollTopOf(scroller);
    const to = from + clientHeightOf(scroller);
    const begins = first.top <= from + SLACK || (from === 0 && !drawn.above);
    const ends = last.top + last.height >= to - SLACK || (to >= scrollHeightOf(scroller) - SLACK && !drawn.below);
    if (begins && ends) return rows;
  } while (performance.now() < until);
  return null;
};

/**
 * @param {Element} fence  which is laid out
 * @param {Element | null} around  the element around it that scrolls it, if there is one
 * @returns {Promise<string | null>} its whole text; null: it can't be read
 */
export const readScrolled = async (fence, around) => {
  const content = contentOf(fence);
  if (content && !flows(content) && !one(content, LINES)) return null;
  const scroller = scrollerOf(fence) ?? (around && scrolls(around) ? around : null);
  if (!scroller) return null;
  const before = scrollTopOf(scroller);
  const until = performance.now() + TIME.most;
  /** @type {Map<number, Row>} */
  const found = new Map();
  let size = 0;
  try {
    let place = 0;
    while (performance.now() < until && size < MOST) {
      const rows = await rowsAt(fence, scroller, place);
      const last = rows?.at(-1);
      if (!rows || !last) return null;
      for (const row of rows) {
        const known = found.get(Math.round(row.top));
        if (known && known.text !== row.text) return null;
        if (!known) size += row.text.length;
        found.set(Math.round(row.top), row);
      }
      if (scrollTopOf(scroller) >= lowest(scroller) - SLACK) {
        const all = [...found.values()].sort((a, b) => a.top - b.top);
        return follows(all) ? all.map(({ text }) => text).join("\n") : null;
      }
      place = Math.max(place + 1, last.top - last.height);
    }
    return null;
  } finally {
    scroller.scrollTop = before;
  }
};
