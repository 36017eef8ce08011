/** A tree as text: one node a line, two spaces a level, attributes sorted. */
import { kept, silent, NOT_RECORDED } from "./replay_sanitizer.js";
import { childrenIn, localNameOf, shadowOf, namespaceOf, attributesOf } from "../platform/captured_dom.js";

/** @type {Record<string, string>} */
const SPACES = { "http://www.w3.org/2000/svg": "svg:", "http://www.w3.org/1998/Math/MathML": "math:" };

/**
 * @typedef {object} Options
 * @property {(element: Element) => boolean} skip  whether an element is overlay's and left out
 * @property {(name: string, value: string) => string | null} [attribute]  returns what to write for an attribute's value; null: nothing
 */

/** @param {Element} element @param {Options} options */
const openTag = (element, options) => {
  const tag = localNameOf(element);
  const written = [];
  for (const { name, value } of attributesOf(element)) {
    const shown = options.attribute ? options.attribute(name, value) : value;
    if (shown !== null && kept(tag, name, value)) written.push(`${name}=${JSON.stringify(shown)}`);
  }
  return `<${(SPACES[namespaceOf(element) ?? ""] ?? "") + [tag, ...written.sort()].join(" ")}>`;
};

/**
 * A list of children that is being written; `text` is what their last text nodes hold.
 * @typedef {{ kids: Node[], at: number, depth: number, text: string }} Level
 */

/** @param {Node} node @param {number} depth @returns {Level} */
const levelOf = (node, depth) => ({ kids: [...childrenIn(node)], at: 0, depth, text: "" });

/**
 * Adds what an element contains to `levels`, to be written next.
 * @param {Element} element @param {Options} options @param {number} depth @param {Level[]} levels
 * @returns {string[]} the lines before that
 */
const opened = (element, options, depth, levels) => {
  const pad = "  ".repeat(depth);
  const root = shadowOf(element);
  if (!silent(localNameOf(element))) levels.push(levelOf(element, depth + 1));
  if (root) levels.push(levelOf(root, depth + 2));
  return [pad + openTag(element, options), ...(root ? [`${pad}  #shadow`] : [])];
};

/**
 * Adds the lines of `levels`, the last one first. A page may nest elements deeper than calls can be nested.
 * @param {string[]} lines @param {Level[]} levels @param {Options} options @returns {string[]} `lines`
 */
const writeLevels = (lines, levels, options) => {
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const child = level.kids[level.at];
    level.at += 1;
    if (child instanceof Text) {
      level.text += child.data;
      continue;
    }
    if (child instanceof Element && (localNameOf(child) === NOT_RECORDED || options.skip(child))) continue;
    const pad = "  ".repeat(level.depth);
    if (level.text) lines.push(pad + JSON.stringify(level.text));
    level.text = "";
    if (!child) levels.pop();
    else if (child instanceof Comment) lines.push(`${pad}<!--${JSON.stringify(child.data)}-->`);
    else if (child instanceof DocumentType) lines.push(`${pad}<!doctype ${child.name}>`);
    else if (child instanceof Element) lines.push(...opened(child, options, level.depth, levels));
  }
  return lines;
};

/**
 * @param {Node} node
 * @param {Options} options
 * @param {number} depth
 * @returns {string[]} the lines of its descendants
 */
export const writeKids = (node, options, depth) => writeLevels([], [levelOf(node, depth)], options);

/**
 * @param {Element} element
 * @param {Options} options
 * @param {number} [depth]
 * @returns {string[]} the line of the element and those of its descendants
 */
export const write = (element, options, depth = 0) => {
  /** @type {Level[]} */
  const levels = [];
  return writeLevels(opened(element, options, depth, levels), levels, options);
};
