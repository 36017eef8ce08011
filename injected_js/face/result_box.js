/** What a block shows of a result. */
import { make } from "./block_dom.js";
import { drawPicture } from "./image_canvas.js";
import { LongText } from "./long_text.js";
import { onPress } from "./trusted_press.js";
import { visible } from "./visible_text.js";

/** @typedef {import("../protocol.js").Result} Result */

/** Characters of a private result that are shown before it is opened. */
const FIRST = 60;

/** @param {Result | null | undefined} a @param {Result | null | undefined} b @returns {boolean} */
export const isSameResult = (a, b) => {
  if (!a || !b) return a === b;
  const data = (/** @type {Result} */ { pictures = [] }) => pictures.map((picture) => picture.data);
  const [one, other] = [data(a), data(b)];
  return a.text === b.text && a.error === b.error && a.folded === b.folded && one.length === other.length && one.every((each, at) => each === other[at]);
};

/** @param {string} text */
export const sizeOf = (text) => `${text.length.toLocaleString("en")} characters`;

/**
 * @param {HTMLElement} box
 * @param {Result | null} result
 * @param {() => void} opened  called when the user opens a private one
 * @param {AbortSignal} signal
 */
export const drawResult = (box, result, opened, signal) => {
  box.hidden = !result;
  box.classList.toggle("error", !!result?.error);
  if (!result) {
    box.replaceChildren();
    return;
  }
  const label = make("div", "result-label", result.error ? "Error" : "Result");
  if (result.folded) box.replaceChildren(label, folded(result, opened, signal));
  else box.replaceChildren(label, ...whole(result));
};

/** @param {Result} result */
const whole = ({ text, pictures = [] }) => {
  const value = new LongText();
  value.append(text);
  return [value.element("result-value", false), ...pictures.map((picture) => drawPicture(picture, make))];
};

/** Its size and first words. @param {Result} result @param {() => void} opened @param {AbortSignal} signal */
const folded = (result, opened, signal) => {
  const [line = ""] = result.text.trimStart().split("\n", 1);
  const words = line.length > FIRST ? `${line.slice(0, FIRST)}…` : line;
  const row = make("div", "result-folded");
  const show = make("button", "result-toggle", "Show result");
  row.append(make("span", "result-words", `${visible(words)} · ${sizeOf(result.text)}`), show);
  onPress(show, () => {
    opened();
    row.replaceWith(...whole(result));
  }, signal);
  return row;
};
