/** The document of one of overlay's frames: its styles, its main content, and the part that a screen reader announces. */
import { create } from "../platform/captured_dom.js";
import { SHEET } from "./block_styles.js";

const PAGE = `html, body { margin: 0; overflow: hidden; background: transparent; }
.voice { position: fixed; left: -100px; width: 1px; height: 1px; overflow: hidden; }`;

/**
 * Replaces the document's content.
 * @param {HTMLElement} main
 * @param {object} about
 * @param {string} about.title  for screen readers, which treat the frame as a separate document
 * @param {string} about.language  its code
 * @param {(over: boolean) => void} about.hover  called when the pointer or the focus enters or leaves the frame
 * @param {AbortSignal} about.signal
 * @returns {HTMLElement} a screen reader announces only the changes of this part
 */
export const beginDocument = (main, { title, language, hover, signal }) => {
  document.title = title;
  document.documentElement.lang = language;
  main.setAttribute("role", "main");
  const announcer = create("div");
  announcer.className = "voice";
  announcer.setAttribute("role", "status");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PAGE + SHEET);
  document.adoptedStyleSheets = [sheet];
  document.body.replaceChildren(main, announcer);
  for (const [name, over] of /** @type {const} */ ([
    ["pointerenter", true],
    ["pointerleave", false],
    ["focusin", true],
    ["focusout", false],
  ])) {
    document.documentElement.addEventListener(
      name,
      (event) => {
        if (event.isTrusted) hover(over);
      },
      { signal },
    );
  }
  return announcer;
};
