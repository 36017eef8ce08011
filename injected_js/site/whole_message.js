/** Whether a message of the page has the whole text that the user sent, however the site draws it. */
import {
  checkVisibility,
  createRange,
  createWalker,
  dataOf,
  isElement,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";

/** A site that draws the user's messages as Markdown leaves these lines and tags out, and numbers lists by itself. */
const FENCE = /^\s*(?:```|~~~)/;
const TAG = /<\/?[a-z][^<>]*>/gi;
const NO_LETTERS = /[^\p{L}]+/gu;
const NO_SIGNS = /[^\p{L}\p{N}]+/gu;
/** Some sites number their messages. */
const NUMBER = /^\p{N}+/u;

/** @param {string} text @returns {string[]} the letters of each line that has any */
const linesOf = (text) =>
  text
    .split("\n")
    .filter((line) => !FENCE.test(line))
    .map((line) => line.replace(NO_LETTERS, ""))
    .filter(Boolean);

/** @param {string} said @param {string[]} lines @returns {boolean} it has all lines in this order; a site may add words between them */
const hasLines = (said, lines) => {
  let at = 0;
  for (const line of lines) {
    const found = said.indexOf(line, at);
    if (found < 0) return false;
    at = found + line.length;
  }
  return lines.length > 0;
};

/** @param {string} text @returns {string} its letters and digits outside of tags */
const untagged = (text) => text.replace(TAG, "").replace(NO_SIGNS, "");

/** @param {Element} message @returns {boolean} its first text is drawn */
const isDrawn = (message) => {
  const walker = createWalker(message, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!dataOf(/** @type {Text} */ (node)).trim()) continue;
    const parent = parentOf(node);
    const range = createRange();
    range.selectNodeContents(node);
    const { width, height } = range.getBoundingClientRect();
    const look = { checkOpacity: true, checkVisibilityCSS: true };
    return !!parent && isElement(parent) && checkVisibility(parent, look) && width > 1 && height > 1;
  }
  return false;
};

/**
 * @param {Element[]} messages @param {string} text
 * @param {boolean} drawn  count only messages that are drawn
 * @returns {number} how many of the messages have the whole text
 */
export const countOf = (messages, text, drawn) => {
  const lines = linesOf(text);
  const rest = untagged(text);
  return messages.filter((message) => {
    const said = textOf(message);
    const has = () => {
      if (hasLines(said.replace(NO_LETTERS, ""), lines)) return true;
      const own = untagged(said);
      return rest !== "" && (own === rest || own.replace(NUMBER, "") === rest);
    };
    return has() && (!drawn || isDrawn(message));
  }).length;
};
