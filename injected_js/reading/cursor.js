/**
 * The cursor that a page draws at the end of a text while it is being written: a block, a circle, a bar, or a character
 * without a glyph. It is not part of the text. No call ends with one of these characters. If such a character is part
 * of the text, it is read together with the text that follows it.
 */
const CURSOR = /\s*[\u200b-\u200d\u2060\ufeff\u2580-\u25ff\u2b1b\u2b1c\u2b24\u2758\u275a|_\u2026]+\s*$/;
/** Only this many characters at the end are searched, so that a long text is not read as a whole. */
const MOST = 16;

/** @param {string} text @returns {number} the number of cursor characters at its end */
export const cursorIn = (text) => CURSOR.exec(text.slice(-MOST))?.[0].length ?? 0;

/** @param {string} text @returns {string} */
export const withoutCursor = (text) => {
  const cut = cursorIn(text);
  return cut ? text.slice(0, -cut) : text;
};
