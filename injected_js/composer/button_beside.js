/**
 * Finds the send button beside the message box of an unknown page if no selector finds one. A wrong press could delete a
 * chat or buy something, so only a button counts whose whole label says that it sends, and only a single one.
 */
import { contains, firstOf, isElement, matches, nextOf, parentOrHost, rectOf } from "../platform/captured_dom.js";
import { treeOf } from "../platform/closed_trees.js";
import { closestDeep } from "../site/page_model.js";
import { shown } from "../site/selectors.js";
import { saysSend } from "./button_purpose.js";
import { formOf, holds } from "./nearest_element.js";

/** Number of ancestors of a box in which its button is searched. */
const AROUND = 2;
/** Most elements of a part of the page that can be the surroundings of a box. */
const MANY = 200;
/** Most pixels between the box and its button, from top to bottom and from side to side. */
const BELOW = 48;
const ASIDE = 200;
const BUTTONS = "button, [role=button], input[type=submit], input[type=button], input[type=image]";
/** A button that opens or switches something. */
const SWITCH = "[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [aria-pressed], [type=reset]";
const FIELDS =
  "textarea, input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], [contenteditable=true]";
/** Parts of a page with buttons of their own. */
const APART =
  "aside, footer, header, nav, search, [role=complementary], [role=contentinfo], [role=banner], [role=navigation], [role=search]";

/**
 * @param {Node} part @param {Element[]} found  those before it
 * @returns {Element[]} at most MANY + 1 elements in it, in the order of the page; a tree comes before the host's children
 */
const elementsIn = (part, found = []) => {
  const tree = isElement(part) ? treeOf(part) : null;
  if (tree) elementsIn(tree, found);
  for (let node = firstOf(part); node && found.length <= MANY; node = nextOf(node)) {
    if (!isElement(node)) continue;
    found.push(node);
    elementsIn(node, found);
  }
  return found;
};

/** @param {Element} box @param {Element} button @returns {boolean} */
const isClose = (box, button) => {
  const [one, other] = [rectOf(box), rectOf(button)];
  return (
    Math.max(one.top - other.bottom, other.top - one.bottom) <= BELOW &&
    Math.max(one.left - other.right, other.left - one.right) <= ASIDE
  );
};

/** @param {Element} box @param {Element} button @returns {boolean} */
const isOf = (box, button) => {
  if (!matches(button, BUTTONS) || matches(button, SWITCH) || !saysSend(button)) return false;
  const part = closestDeep(button, APART);
  if (part && !holds(part, box)) return false;
  return shown(button) && isClose(box, button) && [null, formOf(box)].includes(formOf(button));
};

/** @param {Element} box @returns {Element[]} the parts of the page that can hold its button, the smallest first */
const partsAround = (box) => {
  const parts = [];
  for (let at = parentOrHost(box); at && at !== document.body && parts.length < AROUND; at = parentOrHost(at))
    if (isElement(at)) parts.push(at);
  const form = closestDeep(box, "form");
  return form && !parts.includes(form) ? [...parts, form] : parts;
};

/** @param {Element} box @returns {Element | null} */
export const buttonBeside = (box) => {
  for (const part of partsAround(box)) {
    const elements = elementsIn(part);
    if (elements.length > MANY) return null;
    const own = (/** @type {Element} */ element) => element === box || contains(box, element);
    if (elements.some((element) => matches(element, FIELDS) && !own(element) && shown(element))) return null;
    // A button before the box adds something to the message, or belongs to the message above.
    const found = elements.slice(elements.indexOf(box)).filter((element) => isOf(box, element));
    if (found.length) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
};
