/** The words on a block's buttons. */
import { mark, t } from "../platform/language.js";

/** @type {Record<string, string>} */
const WORDS = {
  execute: mark("Execute"), cancel: mark("Cancel"), insert: mark("Insert"), submit: mark("Submit"), resend: mark("Ask to resend"),
  question: mark("Show the question"),
  edit: mark("Edit"), save: mark("Use these arguments"), discard: mark("Don't change"), unquote: mark("Show the buttons"),
};

/** @param {string} action @param {import("../protocol.js").BlockView} look */
export const wordsOf = (action, { sent, sends = 0 }) => {
  if (sent && action === "insert") return t("Insert again");
  return action === "submit" && sends > 1 ? t("Send {count} results", { count: sends }) : t(WORDS[action] ?? action);
};
