/** Makes the block that is shown while a text may become a call and its name is not known: it has no name and no buttons. */
import { t } from "../platform/language.js";
import { fitIn, make } from "./block_dom.js";

/** @param {import("./face_protocol.js").Around} around @returns {HTMLElement} */
export const makeBeginning = (around) => {
  const list = make("div", "blocks");
  const block = make("div", "function-block beginning");
  const head = make("div", "function-name");
  const name = make("span", "function-name-text");
  block.setAttribute("role", "group");
  block.setAttribute("aria-label", t("The model may be calling a function"));
  head.append(name);
  block.append(head);
  list.append(block);
  fitIn(list, around);
  return list;
};
