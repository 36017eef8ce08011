/**
 * Decides whether two code blocks with equal calls show one call of the answer or two. A site may draw a
 * block, or a whole answer, a second time; a model may also make a call twice. The result is two calls only
 * if the page proves it: by text of the answer between them, or by another user message before the second
 * answer.
 */
import {
  closest,
  comparePosition,
  contains,
  dataOf,
  isElement,
  isText,
  lastOf,
  matches,
  parentOf,
  previousOf,
  shadowOf,
  textOf,
} from "../platform/captured_dom.js";
import { BUTTONS } from "./toolbar_filter.js";
import { flatPath } from "../platform/flat_tree.js";
import { isFence } from "./fences.js";

/** Elements whose text is never part of an answer. */
const SILENT = `${BUTTONS}, svg, style, script, template, noscript, textarea, select, [aria-hidden="true"], .select-none`;
/** Elements in which a renderer draws sentences. Elsewhere a short text may be a label. */
const SENTENCES = "p, li, h1, h2, h3, h4, h5, h6, dd, dt, td";
const TWO_WORDS = /\p{L}[^\p{L}]*\s[^\p{L}]*\p{L}/u;
const ENDED = /\p{L}\s*[:.!?…：。！？]\s*$/u;
/** Minimum letters of a text outside of SENTENCES that does not count as a label. */
const LONG = 20;

/** @typedef {import("../site/page_model.js").Page} Page */

/**
 * @param {Page} page
 * @param {Element} known  the block that was read first
 * @param {Element} fresh
 * @returns {import("../protocol.js").Relation}
 */
export const relation = (page, known, fresh) => {
  const first = page.message(known);
  const second = page.message(fresh);
  if (!first || !second) return "";
  const [one, other] = [page.idElement(first), page.idElement(second)];
  if (one === other) return hasTextBetween(page, known, fresh, one) ? "other" : "unsure";
  const another = isAnotherTurn(page, first, second);
  const name = page.messageId(one);
  if (name && name === page.messageId(other)) return another ? "unsure" : "same";
  return another && follows(first, second) ? "other" : "unsure";
};

/** @param {Node} before @param {Node} after */
const follows = (before, after) => !!(comparePosition(before, after) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * Returns the children of the nearest common ancestor that contain each element, and the second's ancestors
 * below it.
 * @param {Element} a @param {Element} b
 */
const fork = (a, b) => {
  const ofA = flatPath(a);
  const around = new Set(ofA);
  const lineB = flatPath(b);
  const at = lineB.findIndex((element) => around.has(element));
  const line = at < 0 ? lineB : lineB.slice(0, at);
  const upTo = at < 0 ? ofA.length : ofA.indexOf(/** @type {Element} */ (lineB[at]));
  return { ofA: ofA[upTo - 1] ?? a, ofB: line.at(-1) ?? b, line };
};

/**
 * Whether the answer has text between two of its blocks. If the same text is before both, the site drew that
 * text again together with the block.
 * @param {Page} page @param {Element} known @param {Element} fresh @param {Element} message
 */
const hasTextBetween = (page, known, fresh, message) => {
  if (!follows(known, fresh)) return false;
  const { ofA, ofB, line } = fork(known, fresh);
  if (parentOf(ofA) !== parentOf(ofB)) return false;
  const between = wordsBefore(page, line, ofA);
  const up = flatPath(known);
  return !!between && between !== wordsBefore(page, up.slice(0, up.indexOf(message)), null);
};

/**
 * Returns the nearest text of the answer before an element.
 * @param {Page} page
 * @param {Element[]} line  the element and its ancestors, before which text is searched
 * @param {Element | null} end  the search stops at this node
 * @returns {string}
 */
const wordsBefore = (page, line, end) => {
  for (const at of line) {
    for (let node = previousOf(at); node && node !== end; node = previousOf(node)) {
      const words = lastWords(page, node);
      if (words) return words;
    }
  }
  return "";
};

/** @param {Page} page @param {Node} node @returns {string} */
const lastWords = (page, node) => {
  if (isText(node)) return wordsOf(node);
  if (!isElement(node) || page.hosts?.isOwn(node) || matches(node, SILENT) || isFence(node) || page.isReasoning(node))
    return "";
  for (let child = lastOf(shadowOf(node) ?? node); child; child = previousOf(child)) {
    const words = lastWords(page, child);
    if (words) return words;
  }
  return "";
};

/** @param {Node} text @returns {string} the text's words; "" if it may be a label */
const wordsOf = (text) => {
  const words = dataOf(text).trim().replace(/\s+/g, " ");
  const parent = parentOf(text);
  const sentence = !!parent && isElement(parent) && !!closest(parent, SENTENCES);
  if (sentence && (TWO_WORDS.test(words) || ENDED.test(words))) return words;
  return words.replace(/\P{L}+/gu, "").length >= LONG ? words : "";
};

/**
 * Whether the answers reply to two messages of the user, not to the same message in two panes.
 * @param {Page} page @param {Element} first @param {Element} second
 */
const isAnotherTurn = (page, first, second) => {
  const [before, after] = [page.repliedMessage(first), page.repliedMessage(second)];
  if (before === after) return false;
  if (!before || !after) return true;
  const [name, other] = [page.messageId(page.idElement(before)), page.messageId(page.idElement(after))];
  if (name && other) return name !== other;
  const words = wordsIn(before);
  if (words !== wordsIn(after)) return true;
  // A pane contains a question with its answer. An item in a list of turns may too, but has other turns as siblings.
  const { ofA, ofB } = fork(first, second);
  if (!contains(ofA, before) || !contains(ofB, after)) return true;
  return page.userMessages().some((one) => !contains(ofA, one) && !contains(ofB, one) && wordsIn(one) !== words);
};

/** @param {Element} message */
const wordsIn = (message) => textOf(message).trim().replace(/\s+/g, " ");
