/**
 * Presses an element by dispatching events on it. A click through the DevTools protocol would go to a point
 * instead, and the page could move a frame of another site there before the click arrives.
 */
import { all, contains, elementAt, matches, rectOf, rootOf } from "../platform/captured_dom.js";
import { treeOf } from "../platform/closed_trees.js";

const BUTTONS = "button, [role=button], input[type=submit], input[type=image]";
const OFF = ":disabled, [aria-disabled=true]";
const ON = { bubbles: true, cancelable: true, composed: true };

/** @param {Element} element @returns {{ clientX: number, clientY: number }} its middle */
const middle = (element) => {
  const { x, y, width, height } = rectOf(element);
  return { clientX: x + width / 2, clientY: y + height / 2 };
};

/**
 * A site may mark the custom element around its button instead of the button, which alone handles a click.
 * @param {Element} element @returns {Element} the only button in it, or itself
 */
export const buttonIn = (element) => {
  if (matches(element, BUTTONS)) return element;
  const inside = [...all(treeOf(element) ?? element, BUTTONS)];
  return inside.length === 1 ? /** @type {Element} */ (inside[0]) : element;
};

/** @param {Element} element @returns {boolean} a click on its centre hits the element itself, not an element over it */
export const isUncovered = (element) => {
  const { clientX, clientY } = middle(element);
  let found = elementAt(clientX, clientY);
  for (let root = found && treeOf(found); found && root; root = treeOf(found)) {
    const inner = root.elementFromPoint(clientX, clientY);
    if (!inner || inner === found) break;
    found = inner;
  }
  // Elements in the button's shadow tree are part of the button.
  for (let at = /** @type {Node | null} */ (found); at; ) {
    if (contains(element, at)) return true;
    const root = rootOf(at);
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return false;
};

/** @param {Element | null} button @returns {"none" | "off" | "covered" | "on"} whether it can be pressed now */
export const stateOf = (button) => {
  if (!button) return "none";
  if (matches(button, OFF)) return "off";
  return isUncovered(button) ? "on" : "covered";
};

/** Dispatches all events of a mouse click, in one task. @param {Element} element */
export const press = (element) => {
  const at = { ...ON, ...middle(element), view: window, button: 0, detail: 1 };
  const pointer = { ...at, pointerId: 1, pointerType: "mouse", isPrimary: true };
  element.dispatchEvent(new PointerEvent("pointerdown", { ...pointer, buttons: 1 }));
  element.dispatchEvent(new MouseEvent("mousedown", { ...at, buttons: 1 }));
  element.dispatchEvent(new PointerEvent("pointerup", pointer));
  element.dispatchEvent(new MouseEvent("mouseup", at));
  element.dispatchEvent(new MouseEvent("click", at));
};
