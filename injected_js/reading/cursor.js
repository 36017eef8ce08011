/**
 * The cursor that a page draws at the end of a text while it is being written: a block, a circle, a bar, or a character
 * without a glyph. It is not part of the text. No call ends with one of these characters; one that does belong to
 * the text is taken with what follows it.
 */
const CURSOR = /\s*[\u200b-\u200d\u2060\ufeff\u2580-\u25ff\u2b1b\u2b1c\u2b24\u2758\u275a|_\u2026]+\s*$/;
/** So many characters at the end are looked at: no text is read as a whole for it. */
const MOST = 16;

/** @param {string} text @returns {number} how many characters at its end are a cursor */
export const cursorIn = (text) => CURSOR.exec(text.slice(-MOST))?.[0].length ?? 0;

/** @param {string} text @returns {string} */
export const withoutCursor = (text) => {
  const cut = cursorIn(text);
  return cut ? text.slice(0, -cut) : text;
};
