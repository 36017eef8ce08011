/** The words on a block's buttons. */

/** @type {Record<string, string>} */
const WORDS = {
  execute: "Execute", cancel: "Cancel", insert: "Insert", submit: "Submit", resend: "Ask to resend", question: "Show the question",
  edit: "Edit", save: "Use these arguments", discard: "Don't change", unquote: "Show the buttons",
};

/** @param {string} action @param {import("../protocol.js").BlockView} look */
export const wordsOf = (action, { sent, sends = 0 }) => {
  if (sent && action === "insert") return "Insert again";
  return action === "submit" && sends > 1 ? `Send ${sends} results` : WORDS[action] ?? action;
};
