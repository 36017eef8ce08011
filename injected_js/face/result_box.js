/** Draws a result in a block. */
import { grouped, t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { label } from "./button_words.js";
import { copyButton } from "./clipboard.js";
import { drawPicture } from "./image_canvas.js";
import { drawMarkdown } from "./markdown.js";
import { LongText } from "./long_text.js";
import { drawStructure } from "./structured_result.js";
import { onPress } from "./trusted_press.js";
import { visible } from "./visible_text.js";

/** @typedef {import("../protocol.js").Result} Result */
/**
 * @typedef {object} About
 * @property {string} status  of the call
 * @property {string} name  of the call
 * @property {(() => void) | undefined} panel  opens a large result in the panel; undefined: there is none
 * @property {() => void} opened  called when the user opens a private result
 * @property {AbortSignal} signal
 */

/** Characters of a private result that are shown before it is opened. */
const FIRST = 60;
/** Statuses in which no tool failed. */
const NO_FAILURE = ["denied", "cancelled", "invalid"];

/** @param {Result | null | undefined} a @param {Result | null | undefined} b @returns {boolean} */
export const isSameResult = (a, b) => {
  if (!a || !b) return a === b;
  const data = (/** @type {Result} */ { pictures = [] }) => pictures.map((picture) => picture.data);
  const [one, other] = [data(a), data(b)];
  return (
    a.text === b.text &&
    a.large === b.large &&
    a.error === b.error &&
    a.head === b.head &&
    a.folded === b.folded &&
    one.length === other.length &&
    one.every((each, at) => each === other[at])
  );
};

/** @param {string} text */
export const sizeOf = (text) => t("{count} characters", { count: grouped(text.length) });

/** @param {HTMLElement} box @param {Result | null} result @param {About} about */
export const drawResult = (box, result, about) => {
  box.hidden = !result;
  box.classList.toggle("error", !!result?.error && !NO_FAILURE.includes(about.status));
  if (!result) {
    box.replaceChildren();
    return;
  }
  const head = make("div", "result-head");
  const title = make("div", "result-label", result.head || t("Result"));
  // A block for a result found in the chat has the word "result" in its first line.
  title.hidden = about.status === "result";
  head.append(title);
  if (result.large && about.panel) {
    const open = make("button", "panel-button", t("Open in panel"));
    open.setAttribute("aria-label", t("Open the result in the panel: {name}", { name: about.name }));
    onPress(open, about.panel, about.signal);
    head.append(open);
  }
  box.replaceChildren(head, ...(result.folded ? [folded(result, head, about)] : whole(result, head, about)));
};

/** @param {Result} result @param {HTMLElement} head @param {About} about @returns {HTMLElement[]} */
const whole = ({ text, error, markdown, pictures = [] }, head, { name, signal }) => {
  const value = new LongText();
  value.append(text);
  const plain = value.element("result-value", false);
  const structure = error ? null : markdown ? drawMarkdown(markdown) : drawStructure(text, signal);
  const copy = copyButton("copy-button", t("Copy the result: {name}", { name }), () => text, signal);
  if (structure) {
    plain.hidden = true;
    const other = make("button", "plain-toggle");
    label(other, t("As text"), name);
    onPress(
      other,
      () => {
        plain.hidden = !plain.hidden;
        structure.hidden = !plain.hidden;
        label(other, plain.hidden ? t("As text") : t("Formatted"), name);
      },
      signal,
    );
    head.append(other);
  }
  head.append(copy);
  return [...(structure ? [structure] : []), plain, ...pictures.map((picture) => drawPicture(picture, make))];
};

/** A private result: its size and first words. @param {Result} result @param {HTMLElement} head @param {About} about */
const folded = (result, head, about) => {
  const [line = ""] = result.text.trimStart().split("\n", 1);
  const words = line.length > FIRST ? `${line.slice(0, FIRST)}…` : line;
  const row = make("div", "result-folded");
  const show = make("button", "result-toggle");
  label(show, t("Show result"), about.name);
  row.append(make("span", "result-words", `${visible(words)} · ${sizeOf(result.text)}`), show);
  onPress(
    show,
    () => {
      about.opened();
      row.replaceWith(...whole(result, head, about));
    },
    about.signal,
  );
  return row;
};
