/** Reads a block's text as the model wrote it: of a fenced block, or of a message outside its fences. */
import {
  all,
  attributeOf,
  childCountOf,
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  one,
  parentOf,
  shadowOf,
  textOf,
} from "../platform/captured_dom.js";
import { LINES, codeText } from "./toolbar_filter.js";
import { contentOf, flows, readView } from "./code_editors.js";
import { OUTER, isFence, linesOfTable } from "./fences.js";
import { readTree, treeIn } from "./json_tree.js";
import { isForReaders } from "./reader_copy.js";
import { isQuote } from "./quoted_text.js";

const BLOCKS = new Set([
  "address",
  "article",
  "aside",
  "dd",
  "div",
  "dl",
  "dt",
  "figure",
  "footer",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "li",
  "main",
  "ol",
  "p",
  "section",
  "table",
  "tbody",
  "td",
  "th",
  "thead",
  "tr",
  "ul",
  "hr",
  "form",
]);
const SILENT = new Set([
  "script",
  "style",
  "button",
  "svg",
  "textarea",
  "input",
  "select",
  "noscript",
  "template",
  "blockquote",
  "iframe",
]);
/**
 * Elements that a Markdown renderer created from a call's tags: the attributes of the tags are not in the text.
 */
export const CALL_TAGS = new Set([
  "function_calls",
  "function_call",
  "invoke",
  "parameter",
  "tool_call",
  "tool_calls",
  "function_result",
]);
/** A text editor, such as one for a letter that the model wrote; not a code view. */
export const EDITOR = '[contenteditable="true"]:not(.cm-content)';
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

/**
 * Returns the lines of a text that is drawn with one element per line, without line ends in the text. Some
 * highlighters put a line end into an empty line to give it a height; it is not part of the text.
 * @param {Element} root
 * @param {string} text
 * @returns {string[] | null}
 */
const linesOf = (root, text) => {
  if (childCountOf(root) < 2) return null;
  const broken = text.includes("\n");
  const lines = [];
  for (let node = firstOf(root); node; node = nextOf(node)) {
    if (!isElement(node)) {
      if (broken && textOf(node)) return null;
      continue;
    }
    if (localNameOf(node) !== "div" && !matches(node, LINES)) return null;
    const line = textOf(node);
    if (line !== "\n" && line.includes("\n")) return null;
    lines.push(line === "\n" ? "" : line);
  }
  return lines;
};

/** @param {Node} root @returns {string} its text, with a line end for each `br`; a `br` right before a line end draws none */
const withBreaks = (root) => {
  let text = "";
  let broken = false;
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) {
        const data = dataOf(node);
        if (!data) continue;
        if (broken && !data.startsWith("\n")) text += "\n";
        broken = false;
        text += data;
      } else if (isElement(node) && localNameOf(node) === "br") {
        if (broken) text += "\n";
        broken = true;
      } else if (isElement(node)) walk(node);
    }
  };
  walk(root);
  return broken ? `${text}\n` : text;
};

/** @param {Element} fence @returns {Reading} */
export const readFence = (fence) => {
  const content = contentOf(fence);
  if (content && !flows(content)) {
    const drawn = readView(content);
    const [first = ""] = drawn.runs;
    return { text: first, last: null, segments: [], ...(drawn.runs.length > 1 || drawn.open ? { drawn } : {}) };
  }
  const tree = treeIn(fence);
  if (tree) return { text: readTree(tree) ?? "", last: null, segments: [] };
  const rows = linesOfTable(fence);
  if (rows) return { text: rows.join("\n"), last: null, segments: [] };
  const root = textRoot(fence);
  const code = codeText(root);
  if (code !== null) return { text: code, last: null, segments: [] };
  if (one(root, "br")) return { text: withBreaks(root), last: null, segments: [] };
  const text = textOf(root);
  const lines = linesOf(root, text);
  return lines ? { text: lines.join("\n"), last: null, segments: [] } : { text, last: lastText(root), segments: [] };
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

/** @param {Element} element @returns {boolean} a button that holds a message, not its own name */
const hasParagraph = (element) => localNameOf(element) === "button" && !!one(element, "p");

const FOLDED = new Set(["details", "summary"]);

/**
 * Whether the renderer may have made the element from a tag of the model, such as `<think>` or `<tool_response>`, or whether
 * it may hold reasoning by its summary. Python knows which names and summaries count.
 * @param {Element} element
 */
const isRegion = (element) => element instanceof HTMLUnknownElement || FOLDED.has(localNameOf(element));

/**
 * Reads a message without its code blocks. Block boundaries become line ends, written only before the next
 * text, so that text appended to the last node is appended to the result. Each code block becomes one U+FFFC,
 * which separates the texts around it. Quotes are left out (a quoted call is not a call); code in a sentence
 * keeps its back-ticks.
 *
 * @param {Element} message
 * @param {(element: Element) => boolean} skip  whether an element is left out, such as overlay's hosts
 * @param {Element | null} [until]  a code block in it: only the text before it is read
 * @returns {Reading}
 */
export const readProse = (message, skip, until = null) => {
  /** @type {string[]} */
  const parts = [];
  /** @type {Segment[]} */
  const segments = [];
  let length = 0;
  let gap = false;
  /** @type {Text | null} */
  let last = null;
  let ended = false;

  /** @param {string} data @param {Element} block */
  const write = (data, block) => {
    if (gap && length) {
      parts.push("\n");
      length += 1;
    }
    gap = false;
    const open = segments.at(-1);
    if (open && open.element === block) open.end = length + data.length;
    else segments.push({ start: length, end: length + data.length, element: block });
    parts.push(data);
    length += data.length;
    last = null;
  };

  /** @param {Node} parent @param {Element} block */
  const walk = (parent, block) => {
    for (let node = firstOf(parent); node && !ended; node = nextOf(node)) {
      if (node === until) {
        ended = true;
        return;
      }
      if (isText(node)) {
        const data = dataOf(node);
        if (!data || (gap && /^\s*$/.test(data))) continue;
        write(data, block);
        last = /** @type {Text} */ (/** @type {Node} */ (node));
        continue;
      }
      if (!isElement(node) || skip(node)) continue;
      const name = localNameOf(node);
      if ((SILENT.has(name) && !hasParagraph(node)) || isForReaders(node) || isQuote(node)) continue;
      if (name === "br") {
        write("\n", block);
      } else if (isFence(node)) {
        gap = true;
        write("\uFFFC", node);
        gap = true;
      } else if (name === "code") {
        write(`\`${textOf(node)}\``, block);
      } else if (CALL_TAGS.has(name)) {
        const attributes = [...node.attributes]
          .map((a) => ` ${a.name}="${a.value.replaceAll('"', "&quot;")}"`)
          .join("");
        write(`<${name}${attributes}>`, block);
        walk(node, block);
        if (!ended) write(`</${name}>`, block);
      } else if (until && isRegion(node)) {
        write(`\n<${name}${matches(node, '[type="reasoning" i]') ? ' type="reasoning"' : ""}>`, block);
        walk(shadowOf(node) ?? node, block);
        if (!ended) write(`</${name}>`, block);
      } else if (BLOCKS.has(name)) {
        gap = true;
        // An editor would remove a host between its paragraphs, so it is hidden as a whole.
        walk(shadowOf(node) ?? node, matches(block, EDITOR) ? block : node);
        gap = true;
      } else {
        walk(shadowOf(node) ?? node, block);
      }
    }
  };
  walk(shadowOf(message) ?? message, message);
  return { text: parts.join(""), last, segments };
};
