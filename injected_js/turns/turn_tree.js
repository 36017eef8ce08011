/**
 * Describes the page's elements for Python, which finds the selectors: their names and attributes, and the lengths of
 * their texts. No text is in the description, and no attribute with words of the user's message.
 */
import {
  attributesOf,
  checkVisibility,
  childrenIn,
  dataOf,
  isElement,
  isText,
  localNameOf,
  matches,
  rectOf,
  shadowOf,
} from "../platform/captured_dom.js";
import { holds } from "./shown_text.js";

/** Maximum number of elements that are described. */
const MOST = 25_000;
const LONGEST = 100;
const CLASSES = 600;
const SILENT = "script, style, noscript, template, head, link, meta";
/** Elements whose inside does not help to recognise a message, and may be large. */
const CLOSED = "svg, pre, table, math, canvas, video, select";
/** Attributes that name nothing. */
const NAMELESS = /^(?:style|href|src|srcset|d|value|alt|content|on.*|points|transform|viewbox|xmlns.*)$/i;
/** Labels are kept of controls only: that of a message may repeat it. */
const LABELS = new Set(["aria-label", "title", "placeholder", "aria-description"]);
const LABELLED = `button, input, textarea, [role=button], [role=textbox], [contenteditable]`;
/** A value with this many letters of the message in a row may be taken from it. */
const TAKEN = 6;
const DRAWN = 2;

/** @param {string} value @param {string} letters @returns {boolean} the value may contain a part of the user's message */
const isTaken = (value, letters) => {
  const own = value.replace(/[^\p{L}\p{N}]+/gu, "");
  if (own.length < TAKEN || letters.length < TAKEN) return own !== "" && own === letters;
  for (let at = 0; at + TAKEN <= own.length; at += 1) if (letters.includes(own.slice(at, at + TAKEN))) return true;
  return false;
};

/**
 * @param {Element} element
 * @param {string} letters  of the user's message
 * @returns {Record<string, string>} its attributes; a value that is too long or may be the user's is ""
 */
export const describe = (element, letters) => {
  /** @type {Record<string, string>} */
  const attributes = {};
  for (const { name, value } of attributesOf(element)) {
    if (NAMELESS.test(name) || (LABELS.has(name) && !matches(element, LABELLED))) continue;
    const most = name === "class" ? CLASSES : LONGEST;
    const own = name !== "class" && name !== "type" && name !== "role" && isTaken(value, letters);
    attributes[name.slice(0, LONGEST)] = value.length > most || own ? "" : value;
  }
  return attributes;
};

/** @param {Element} element @returns {boolean} it is drawn, though it may be scrolled out of view */
const isDrawn = (element) => {
  if (!checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height, right } = rectOf(element);
  return width > DRAWN && height > DRAWN && right + scrollX > 0;
};

/**
 * @typedef {object} TreeNode
 * @property {number} up  the position of the element around it in the list, -1 for the first
 * @property {string} tag
 * @property {Record<string, string>} attributes
 * @property {boolean} shown
 * @property {number} text  the number of characters directly in it
 *
 * @typedef {object} Described
 * @property {TreeNode[]} nodes  in the order of the page
 * @property {Map<Element, number>} at  the positions of the elements
 */

/**
 * @param {Element} root
 * @param {string} letters  of the user's message
 * @param {(element: Element) => boolean} isOwn  the element is overlay's
 * @param {Element[]} wanted  elements that are described wherever they are: a chat may be a table
 * @returns {Described | null} null: the page has too many elements
 */
export const treeOf = (root, letters, isOwn, wanted = []) => {
  /** @type {TreeNode[]} */
  const nodes = [];
  const at = new Map();
  /** @param {Element} element @param {number} up @param {boolean} open */
  const visit = (element, up, open) => {
    if (nodes.length >= MOST || isOwn(element) || matches(element, SILENT)) return;
    const place = nodes.length;
    at.set(element, place);
    const node = {
      up,
      tag: localNameOf(element),
      attributes: describe(element, letters),
      shown: isDrawn(element),
      text: 0,
    };
    nodes.push(node);
    const inside = open && (!matches(element, CLOSED) || wanted.some((each) => holds(element, each)));
    const shadow = shadowOf(element);
    for (const tree of shadow ? [shadow, element] : [element])
      for (const child of childrenIn(tree)) {
        if (isText(child)) node.text += dataOf(child).trim().length;
        else if (isElement(child) && inside) visit(child, place, true);
        else if (isElement(child)) node.text += lengthOf(child);
      }
  };
  visit(root, -1, true);
  return nodes.length < MOST ? { nodes, at } : null;
};

/** @param {Element} element @returns {number} the number of characters in it */
const lengthOf = (element) => {
  let sum = 0;
  for (const child of childrenIn(element))
    sum += isText(child) ? dataOf(child).trim().length : isElement(child) ? lengthOf(child) : 0;
  return sum;
};
