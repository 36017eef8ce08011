/**
 * All that an accessibility tree depends on besides the tree of nodes: how each element is drawn, what a style sheet adds
 * to its text, and what its fields hold.
 */
import { attributeOf, childrenIn, shadowOf } from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";

/** Attributes of elements around it that take an element out of the accessibility tree. */
const AROUND = ["aria-hidden", "inert", "role"];

/** @param {Element} element @returns {string} */
const lookOf = (element) => {
  const { display, visibility } = getComputedStyle(element);
  const added = ["::before", "::after"].map((part) => getComputedStyle(element, part).content);
  const held = element instanceof HTMLInputElement ? [element.value, element.checked, element.indeterminate] : [];
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) held.push(element.value);
  return JSON.stringify([display, visibility, ...added, ...held]);
};

/** @param {Node} node @returns {string[]} of the elements in it, in the order of the tree */
const within = (node) =>
  [...childrenIn(node)].flatMap((child) => {
    if (!(child instanceof Element)) return [];
    const root = shadowOf(child);
    return [lookOf(child), ...(root ? within(root) : []), ...within(child)];
  });

/** @param {Element} block @returns {string} equal if its accessibility tree is equal, for equal nodes in it */
export const writeLook = (block) => {
  const around = flatPath(block).map((at) => AROUND.map((name) => attributeOf(at, name)));
  return JSON.stringify([block.checkVisibility(), around, lookOf(block), ...within(block)]);
};
