/** The common structure of a row: a name, a line below it, and a place for buttons. */
import { byId, make } from "./dom.js";

/** @param {HTMLElement} row @param {string} kind @returns {HTMLElement} */
export const part = (row, kind) => /** @type {HTMLElement} */ (row.querySelector(`.${kind}`));

/** @returns {HTMLElement} */
export const frame = () => {
  const row = make("li");
  const text = make("div", "text");
  const head = make("div", "head");
  head.append(make("span", "name"), make("span", "badge"), make("span", "elapsed"));
  const bar = make("progress");
  bar.hidden = true;
  bar.max = 1;
  text.append(head, make("div", "line"), bar);
  row.append(text, make("div", "controls"));
  return row;
};

/** @param {string} section @returns {HTMLElement} */
export const listOf = (section) => /** @type {HTMLElement} */ (byId(section).querySelector("ul"));

/** Shows or hides the text for a section without rows. @param {string} section @param {number} count */
export const none = (section, count) => {
  const line = /** @type {HTMLElement | null} */ (byId(section).querySelector(".none"));
  if (line) line.hidden = count > 0;
};
