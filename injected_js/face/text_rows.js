/** The rows of a long text, of which only those in view are in the DOM. */

/** The height of a row in pixels. */
export const ROW = 18;
/** Rows that are drawn above and below the view. */
const OVERSCAN = 8;

/** @param {number} unit */
const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Cuts a line into rows; no character of two UTF-16 units is cut.
 * @param {string} line
 * @param {number} columns  at most so many UTF-16 units in a row
 * @returns {string[]} at least one
 */
export const cutLine = (line, columns) => {
  const rows = [];
  let at = 0;
  do {
    let end = at + columns;
    if (end < line.length && isHigh(line.charCodeAt(end - 1))) end -= 1;
    rows.push(line.slice(at, end));
    at = end;
  } while (at < line.length);
  return rows;
};

/**
 * @param {number} top  the first row in view, not rounded
 * @param {number} height  of the view in pixels
 * @param {number} total
 * @returns {[number, number]} the first row that is drawn, and the one after the last
 */
export const rowsToDraw = (top, height, total) => [
  Math.max(0, Math.floor(top) - OVERSCAN),
  Math.min(total, Math.ceil(top + height / ROW) + OVERSCAN),
];
