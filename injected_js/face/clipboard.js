/** Puts a text on the clipboard, while a press of the user is handled. */
import { t } from "../platform/language.js";
import { create } from "../platform/captured_dom.js";
import { make } from "./block_dom.js";
import { onPress } from "./trusted_press.js";

/** Ms for which a button says that its text was copied. */
const COPIED = 1500;

/**
 * The frame has no address, so it can't use `navigator.clipboard`, but it can copy a selection.
 * @param {string} text
 * @returns {boolean} the browser copied it
 */
const copyText = (text) => {
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

/**
 * @param {string} className
 * @param {string} name  says what it copies, for a screen reader
 * @param {() => string} text
 * @param {AbortSignal} signal
 * @returns {HTMLElement}
 */
export const copyButton = (className, name, text, signal) => {
  const button = make("button", className, t("Copy"));
  button.setAttribute("aria-label", name);
  onPress(
    button,
    () => {
      button.textContent = copyText(text()) ? t("Copied") : t("Can't copy");
      setTimeout(() => {
        button.textContent = t("Copy");
      }, COPIED);
    },
    signal,
  );
  return button;
};
