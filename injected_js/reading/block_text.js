/** Reads the text of a fenced block as the model wrote it. */
import { all, attributeOf, isElement, isText, localNameOf, parentOf, textOf } from "../platform/captured_dom.js";
import { contentOf, flows, readView } from "./code_editors.js";
import { composedText } from "./code_text.js";
import { linesOfRows } from "./code_rows.js";
import { lineOfRow } from "./row_code.js";
import { OUTER, isFence } from "./fences.js";
import { readTree, treeIn } from "./json_tree.js";
import { missingRows, rowsOf } from "./virtual_rows.js";

/** How many ancestors are searched for the code's language. */
const AROUND = 3;

/**
 * @typedef {object} Segment  a stretch of a message's text and the element that can be hidden for it
 * @property {number} start
 * @property {number} end
 * @property {Element} element
 *
 * @typedef {object} Reading
 * @property {string} text
 * @property {Text | null} last  the text node at the end of `text`, if text appended to it is appended to `text`
 * @property {Segment[]} segments
 * @property {number} [cursor]  the number of cursor characters after the text in the page
 * @property {import("./code_editors.js").Drawn} [drawn]  the drawn part, if a code editor does not draw the whole text;
 *   `text` ends at the first gap
 */

/** @param {Node} node @returns {Text | null} */
const lastText = (node) => {
  /** @type {Node} */
  let at = node;
  for (let child = /** @type {any} */ (at).lastChild; child; child = /** @type {any} */ (at).lastChild) at = child;
  return isText(at) ? /** @type {Text} */ (at) : null;
};

/**
 * The element that holds a fence's text: its only `code` element if there is one, since sites put a header bar into the `pre`.
 * @param {Element} fence
 * @returns {Element}
 */
export const textRoot = (fence) => {
  const name = localNameOf(fence);
  if (name === "code" || name === "table") return fence;
  const content = contentOf(fence);
  if (content && !flows(content)) return content;
  const within = content ?? fence;
  const codes = [...all(within, "code")];
  return codes.length === 1 ? /** @type {Element} */ (codes[0]) : within;
};

/** @param {Element} fence @returns {Reading} */
export const readFence = (fence) => {
  const content = contentOf(fence);
  if (content && !flows(content)) {
    const drawn = readView(content);
    const [first = ""] = drawn.runs;
    return { text: first, last: null, segments: [], ...(drawn.runs.length > 1 || drawn.open ? { drawn } : {}) };
  }
  const missing = missingRows(fence);
  if (!missing) return readDrawn(fence);
  const text = rowsOf(missing.container).map(lineOfRow).join("\n");
  const drawn = { runs: missing.above ? ["", text] : [text], open: missing.below };
  return { text: missing.above ? "" : text, last: null, segments: [], drawn };
};

/** @param {Element} fence @returns {Reading} of all that is in the page */
const readDrawn = (fence) => {
  const tree = treeIn(fence);
  if (tree) return { text: readTree(tree) ?? "", last: null, segments: [] };
  const rows = linesOfRows(fence);
  if (rows) return { text: rows.join("\n"), last: null, segments: [] };
  const root = textRoot(fence);
  const composed = composedText(root);
  if (composed !== null) return { text: composed, last: null, segments: [] };
  return { text: textOf(root), last: lastText(root), segments: [] };
};

/** @param {Element} element @returns {string} */
const labelOf = (element) => {
  const named = attributeOf(element, "data-language") ?? attributeOf(element, "data-lang");
  if (named) return named.toLowerCase().slice(0, 40);
  const found = /(?:^|\s)(?:language|lang)-([\w+#.-]{1,40})/.exec(attributeOf(element, "class") ?? "");
  return found ? /** @type {string} */ (found[1]).toLowerCase() : "";
};

/** @param {Element} fence @returns {string} the language according to its attributes, lower case, or "" */
export const languageOf = (fence) => {
  const own = labelOf(textRoot(fence)) || labelOf(fence);
  let up = parentOf(fence);
  for (let level = 0; !own && level < AROUND && up && isElement(up); level += 1, up = parentOf(up)) {
    const label = labelOf(up);
    if (label) return [...all(up, OUTER)].filter(isFence).length <= 1 ? label : "";
  }
  return own;
};
