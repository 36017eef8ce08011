/** Puts a text on the clipboard, while a press of the user is handled. */
import { create } from "../platform/captured_dom.js";

/**
 * The frame has no address, so it can't use `navigator.clipboard`, but it can copy a selection.
 * @param {string} text
 * @returns {boolean} the browser copied it
 */
export const copyText = (text) => {
  const box = /** @type {HTMLTextAreaElement} */ (create("textarea"));
  box.value = text;
  box.setAttribute("aria-hidden", "true");
  box.style.cssText = "position: fixed; opacity: 0; inset: 0 auto auto 0; width: 1px; height: 1px;";
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(box);
  box.select();
  try {
    return document.execCommand("copy");
  } finally {
    box.remove();
    focused?.focus();
  }
};
