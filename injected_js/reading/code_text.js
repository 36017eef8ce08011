/** Reads the text of an element with code whose line ends the page may draw by elements. */
import { one, textOf } from "../platform/captured_dom.js";
import { drawnLines, withBreaks } from "./drawn_lines.js";
import { codeText } from "./toolbar_filter.js";

/** @param {Element} root @returns {string | null} null: its text is that of its text nodes, as they are */
export const composedText = (root) => {
  const code = codeText(root);
  if (code !== null) return code;
  const lines = drawnLines(root);
  if (lines) return lines.join("\n");
  return one(root, "br") ? withBreaks(root) : null;
};

/** @param {Element} root @returns {string[]} its lines; after a line end at its end there is one without text */
export const codeLines = (root) => (composedText(root) ?? textOf(root)).split("\n");
