/**
 * Makes untrusted text safe to draw: a character that draws nothing, or that reorders its neighbours, is
 * drawn as its code point, so that the user reads the text that would run. Source of the properties: Unicode
 * Standard Annex 44 (Default_Ignorable_Code_Point, Bidi_Control, General_Category).
 */

/** The last ones draw nothing, though Unicode calls them symbols or signs of a layout. */
const UNSEEN =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}\u2800\uFFF9-\uFFFC\u{16FE4}\u{1D159}]/u;
const EACH = new RegExp(UNSEEN, "gu");
const PLAIN = /^[\t\n\r]$/;
/** U+FE0F and U+200D join several emoji into one picture; they are kept only between emoji. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?)\uFE0F|(?<=\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu;

/** Letters of the scripts that run from right to left. */
const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** An invisible character that keeps the parts of a path on both sides of it in their order. */
const LTR_MARK = "\u200E";

/** @param {string} text @returns {string} the text with each invisible character as `⟨U+200B⟩`, and with a path's parts in order */
export const visible = (text) => inOrder(withUnseen(text));

/** @param {string} text  without unseen characters @returns {string} with a path's parts in their order */
export const inOrder = (text) => (RTL.test(text) ? text.replace(/[\\/]/g, `${LTR_MARK}$&${LTR_MARK}`) : text);

/** @param {string} text */
const withUnseen = (text) => {
  if (!UNSEEN.test(text)) return text;
  const kept = new Set(Array.from(text.matchAll(IN_EMOJI), ({ index }) => index));
  return text.replace(EACH, (sign, index) => (PLAIN.test(sign) || kept.has(index) ? sign : nameOf(sign)));
};

/** @param {string} sign */
const nameOf = (sign) =>
  `⟨U+${/** @type {number} */ (sign.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}⟩`;
