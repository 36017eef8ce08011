/** Identifies the user message that an answer replies to, by its words. */
import { createWalker, dataOf } from "../platform/captured_dom.js";

/** Maximum number of text nodes that are read of one message. */
const PIECES = 500;
/** With fewer letters than this, many messages begin in the same way, and the text may be a label of the site. */
const DISTINCTIVE = 20;
const KEPT = 200;

/** The longest piece is the user's text: names, times and buttons next to it are short. @param {Element} message */
const wordsOf = (message) => {
  let longest = "";
  const walker = createWalker(message, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), left = PIECES; node && left; node = walker.nextNode(), left -= 1) {
    const data = dataOf(node);
    if (data.length > longest.length) longest = data;
  }
  return longest.slice(0, KEPT).replace(/\P{L}+/gu, "");
};

/** FNV-1a: the hash need not resist attacks, only be short. @param {string} text @returns {string} */
const hashOf = (text) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16);
};

/** @param {Element} message  a user message @returns {string} "" if it has too few words to identify it */
export const markOf = (message) => {
  const words = wordsOf(message);
  return words.length < DISTINCTIVE ? "" : `${hashOf(words)}-${words.length}`;
};
