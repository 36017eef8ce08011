/**
 * The ancestors of an element in the flat tree, as the browser draws it: through slots and out of shadow
 * trees.
 */
import { getter, isElement, parentOf } from "./captured_dom.js";

const slotOf = getter(Element.prototype, "assignedSlot");

/** @param {Element} element @returns {Element | null} */
const above = (element) => {
  const slot = slotOf(element);
  if (slot) return slot;
  const parent = parentOf(element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent && isElement(parent) ? parent : null;
};

/** @param {Element} element @returns {Element[]} the element and its ancestors, the nearest first */
export const flatPath = (element) => {
  const line = [];
  for (let at = /** @type {Element | null} */ (element); at; at = above(at)) line.push(at);
  return line;
};
