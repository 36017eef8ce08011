/**
 * Finds the two sides of a turn by what happened: the element that shows what the user sent, and the new element after
 * it. Names and classes don't count.
 */
import {
  checkVisibility,
  comparePosition,
  isElement,
  matches,
  one,
  parentOf,
  parentOrHost,
} from "../platform/captured_dom.js";
import { countLetters, elementsIn, holds, wholeText } from "./shown_text.js";

const SEEN = { opacityProperty: true, visibilityProperty: true };
/** Elements that a message's text is made of: a message is never one of them alone, if there is an element around it. */
const TEXT = `p, pre, ul, ol, li, table, blockquote, h1, h2, h3, h4, h5, h6, span, code, a, b, i, em, strong, br, hr, math`;
/** Elements that are not an answer. */
const CONTROL = `button, a[href], input, textarea, select, form, nav, script, style, template, noscript,
  [role=button], [role=textbox], [role=navigation], [role=alert], [role=tooltip], [contenteditable=true]`;
/** Letters that the row of a message may have besides the message: a name, a time, buttons. */
const BESIDES = 120;
/** The part of an answer's text that one of its elements must have to count as the answer itself. */
const MAIN_PART = 0.85;
/** An element counts as written in pieces if it had so many different lengths, and has so many letters: a counter has fewer. */
const WRITTEN = { sizes: 3, letters: 20 };
/** Hidden parts of an answer are looked for so deep. */
const HIDDEN_DEPTH = 4;
/** At most so many elements after the message are compared. */
const COMPARED = 12;

/**
 * @typedef {object} Place  an element that shows the sent text
 * @property {Element} element
 * @property {number} look  the number of the look at which it was found
 *
 * @typedef {object} Rows  what comes after a message
 * @property {Element[][]} levels  new elements with text: those beside the message, then those beside the element around it
 * @property {Node[]} parents  the elements that they are in
 *
 * @typedef {object} Sides
 * @property {Element} mine  the innermost element that shows the user's message
 * @property {Element} block  the element after it that has the answer
 * @property {Rows} rows
 */

/** @param {Element} element @returns {boolean} the user can see it */
export const isSeen = (element) => checkVisibility(element, SEEN);

/** @param {Element} a @param {Element} b @returns {boolean} `b` comes after `a` */
const follows = (a, b) => !!(comparePosition(a, b) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * @param {object} turn
 * @param {Place[]} turn.places
 * @param {(element: Element) => boolean} turn.isFresh  it is new since the message was sent
 * @param {(element: Element) => boolean} turn.hasBox  the message box is in it
 * @param {(element: Element) => boolean} turn.isOwn  it is overlay's
 * @param {(element: Element) => number} turn.sizes  with how many lengths it was seen
 * @param {number} turn.letters  how many letters the sent text has
 * @returns {Sides | null} null: they were not found, or there are several places that may be the message
 */
export const sidesOf = ({ places, ...about }) => {
  const seen = places.filter(({ element }) => isSeen(element));
  for (const look of new Set(seen.map((place) => place.look))) {
    const found = seen
      .filter((place) => place.look === look)
      .map(({ element }) => sidesFrom(element, about))
      .filter((sides) => sides !== null)
      .sort((a, b) => (follows(a.mine, b.mine) ? -1 : 1));
    const [only, second] = found;
    if (!only) continue;
    // The answer may repeat the message; but a list of titles may also come before the message that has one.
    if (second && holds(only.block, second.mine) && isRow(second.mine, only.block)) return null;
    return only;
  }
  return null;
};

/** @typedef {Omit<Parameters<typeof sidesOf>[0], "places">} About */

/** @param {Element} mine @param {About} about @returns {Sides | null} */
const sidesFrom = (mine, about) => {
  const rows = rowsAfter(mine, about);
  const block = blockIn(rows.levels, about);
  return block && { mine, block, rows };
};

/** @param {Element} mine @param {About} about @returns {Rows} those after the rows with the message, which are new and have little else */
const rowsAfter = (mine, about) => {
  const { isFresh, hasBox, letters } = about;
  /** @type {Rows} */
  const rows = { levels: [], parents: [] };
  for (let row = /** @type {Node | null} */ (mine); row; row = parentOrHost(row)) {
    if (row instanceof ShadowRoot) continue;
    if (!isElement(row) || hasBox(row) || !isFresh(row)) break;
    if (countLetters(wholeText(row)) > letters + Math.max(BESIDES, letters)) break;
    const parent = parentOf(row);
    if (parent) rows.parents.push(parent);
    rows.levels.push(newAfter(row, about));
  }
  return rows;
};

/**
 * @param {Element[][]} levels
 * @param {About} about
 * @returns {Element | null} the element with the answer. The last one that was written in pieces: reasoning and the steps
 *   of an agent come before the answer. Otherwise that with most text: the time of a message has less.
 */
export const blockIn = (levels, about) => {
  for (const level of levels) {
    const written = level.findLast((element) => isWritten(element, about));
    if (written) return written;
  }
  let best = null;
  let most = 0;
  for (const element of levels.flat()) {
    const size = newLength(element, about.isFresh);
    if (size > most) {
      best = element;
      most = size;
    }
  }
  return best;
};

/** @param {Element} element @param {About} about */
const isWritten = (element, { sizes }) =>
  sizes(element) >= WRITTEN.sizes && countLetters(wholeText(element)) >= WRITTEN.letters;

/** @param {Element} mine @param {Element} block @returns {boolean} the copy in the answer has a row of its own there, as a message would */
const isRow = (mine, block) => {
  for (let at = /** @type {Node | null} */ (mine); at && at !== block; at = parentOrHost(at))
    if (at instanceof Element && !matches(at, TEXT)) return true;
  return false;
};

/** @param {Node} parent @returns {boolean} its elements are drawn in the opposite order, as in a list that begins at its end */
const isReversed = (parent) => {
  if (!isElement(parent)) return false;
  const { display, flexDirection } = getComputedStyle(parent);
  return display.endsWith("flex") && flexDirection === "column-reverse";
};

/** @param {Element} element @returns {Element[]} the elements that are drawn after it, in that order */
const elementsAfter = (element) => {
  const parent = parentOf(element);
  if (!parent) return [];
  const all = isReversed(parent) ? elementsIn(parent).reverse() : elementsIn(parent);
  return all.slice(all.indexOf(element) + 1);
};

/** @param {Element} element @param {(element: Element) => boolean} isFresh @returns {number} the length of its new text */
const newLength = (element, isFresh) => {
  if (matches(element, CONTROL) || !isSeen(element)) return 0;
  if (isFresh(element)) return wholeText(element).trim().length - buttonLength(element);
  return elementsIn(element).reduce((sum, child) => sum + newLength(child, isFresh), 0);
};

/** @param {Element} element */
const buttonLength = (element) => {
  let sum = 0;
  for (const child of elementsIn(element))
    sum += matches(child, CONTROL) ? wholeText(child).length : one(child, CONTROL) ? buttonLength(child) : 0;
  return sum;
};

/** @param {Element} row @param {About} about @returns {Element[]} the elements with new text after it, before the message box */
const newAfter = (row, { isFresh, hasBox, isOwn }) => {
  const found = [];
  for (const element of elementsAfter(row)) {
    if (hasBox(element) || found.length >= COMPARED) break;
    if (!isOwn(element) && newLength(element, isFresh) > 0) found.push(element);
  }
  return found;
};

/** @param {Element} element @param {number} depth @returns {number} its letters that the user can see; deep inside all of them */
const seenLetters = (element, depth = HIDDEN_DEPTH) => {
  const hidden = (/** @type {Element} */ at, /** @type {number} */ left) => {
    let sum = 0;
    for (const child of left ? elementsIn(at) : [])
      sum += isSeen(child) ? hidden(child, left - 1) : countLetters(wholeText(child));
    return sum;
  };
  return countLetters(wholeText(element)) - hidden(element, depth);
};

/** @param {Element} block @returns {Element} the element in it that has nearly all of its text: the answer itself, not reasoning before it */
export const mainPart = (block) => {
  let at = block;
  for (;;) {
    const whole = seenLetters(at);
    const inner = elementsIn(at);
    const next = inner.find((child) => isSeen(child) && seenLetters(child) >= MAIN_PART * whole);
    if (!next || matches(next, TEXT)) return at;
    const later = inner.slice(inner.indexOf(next) + 1);
    if (later.some((child) => !matches(child, CONTROL) && newLength(child, () => true) >= WRITTEN.letters)) return at;
    at = next;
  }
};
