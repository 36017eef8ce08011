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
 * @param {Node} node
 * @param {Options} options
 * @param {number} depth
 * @returns {string[]} the lines of its descendants
 */
export const writeKids = (node, options, depth) => {
  /** @type {string[]} */
  const lines = [];
  const pad = "  ".repeat(depth);
  let text = "";
  const flush = () => {
    if (text) lines.push(pad + JSON.stringify(text));
    text = "";
  };
  for (const child of childrenIn(node)) {
    if (child instanceof Text) {
      text += child.data;
      continue;
    }
    if (child instanceof Element && (localNameOf(child) === NOT_RECORDED || options.skip(child))) continue;
    flush();
    if (child instanceof Comment) lines.push(`${pad}<!--${JSON.stringify(child.data)}-->`);
    else if (child instanceof DocumentType) lines.push(`${pad}<!doctype ${child.name}>`);
    else if (child instanceof Element) lines.push(...write(child, options, depth));
  }
  flush();
  return lines;
};

/**
 * @param {Element} element
 * @param {Options} options
 * @param {number} [depth]
 * @returns {string[]} the line of the element and those of its descendants
 */
export const write = (element, options, depth = 0) => {
  const pad = "  ".repeat(depth);
  const lines = [pad + openTag(element, options)];
  const root = shadowOf(element);
  if (root) lines.push(`${pad}  #shadow`, ...writeKids(root, options, depth + 2));
  if (!silent(localNameOf(element))) lines.push(...writeKids(element, options, depth + 1));
  return lines;
};
