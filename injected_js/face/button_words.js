/** The words on a block's buttons. */
import { mark, t } from "../platform/language.js";

/** @type {Record<string, string>} */
const WORDS = {
  execute: mark("Execute"),
  again: mark("Run again"),
  cancel: mark("Cancel"),
  insert: mark("Insert"),
  submit: mark("Submit"),
  resend: mark("Ask to resend"),
  question: mark("Show the question"),
  edit: mark("Edit"),
  save: mark("Use these arguments"),
  discard: mark("Discard"),
  unquote: mark("Show the buttons"),
  beside: mark("Bring it into the chat"),
};

/** @param {string} action @param {import("../protocol.js").BlockView} view */
export const wordsOf = (action, { sent, sends: given, beside }) => {
  const sends = given ?? 0;
  if (beside && action === "unquote") return t(/** @type {string} */ (WORDS.beside));
  if (sent && action === "insert") return t("Insert again");
  return action === "submit" && sends > 1 ? t("Send {count} results", { count: sends }) : t(WORDS[action] ?? action);
};

/**
 * Writes a button's words. A screen reader lists the buttons of all blocks: its name says of which call it is.
 * @param {HTMLElement} button @param {string} words @param {string} of
 */
export const label = (button, words, of) => {
  button.textContent = words;
  button.setAttribute("aria-label", of ? `${words}: ${of}` : words);
};
