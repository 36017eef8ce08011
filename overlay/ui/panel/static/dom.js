/** Helpers that build elements. A text always becomes a text node, never HTML. */
import { inOrder } from "./face/visible_text.js";

/** @typedef {(message: import("./types.js").PanelMessage) => void} Say */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} [kind] its class @param {string} [text]
 * @returns {HTMLElementTagNameMap[T]}
 */
export const make = (tag, kind = "", text = "") => {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text) element.textContent = inOrder(text);
  return element;
};

/**
 * @param {string} text  with names in braces @param {Record<string, Node>} parts  the nodes that replace the names
 * @returns {(string | Node)[]}
 */
export const withParts = (text, parts) =>
  text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? (parts[piece] ?? "") : piece));

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Ignores clicks made by scripts (`isTrusted` false).
 * @param {HTMLElement} element @param {() => void} pressed
 */
export const onPress = (element, pressed) =>
  element.addEventListener("click", (event) => {
    if (event.isTrusted) pressed();
  });

/**
 * A button that ignores clicks made by scripts.
 * @param {string} kind @param {string} text @param {() => void} pressed
 * @returns {HTMLButtonElement}
 */
export const button = (kind, text, pressed) => {
  const element = make("button", kind, text);
  element.type = "button";
  onPress(element, pressed);
  return element;
};

/**
 * A switch; its state changes only when Python confirms it.
 * @param {string} name @param {(on: boolean) => void} turned
 * @returns {HTMLButtonElement}
 */
export const switchOf = (name, turned) => {
  const element = button("switch", "", () => turned(element.getAttribute("aria-checked") !== "true"));
  element.setAttribute("role", "switch");
  element.setAttribute("aria-label", name);
  return element;
};

/** @param {Element} element @param {string} text */
export const write = (element, text) => {
  const drawn = inOrder(text);
  if (element.textContent !== drawn) element.textContent = drawn;
};
