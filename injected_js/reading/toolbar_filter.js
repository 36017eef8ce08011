/** Filters elements in a code block that are not code: bars with labels and buttons, line numbers. */
import { all, attributeOf, dataOf, firstOf, isElement, isText, localNameOf, matches, nextOf, parentOf, textOf } from "../platform/captured_dom.js";

export const BUTTONS = 'button, [role="button"]';
const NUMBERS = '[class*="line-number" i], [class*="linenumber" i], [class*="lineno" i], .hljs-ln-numbers, .gutter, .rouge-gutter';
const FURNITURE = `${BUTTONS}, ${NUMBERS}, svg, style, [aria-hidden="true"], .select-none`;
/** Elements a line: what highlighters leave the line ends out of. */
export const LINES = ".line, .token-line, [data-line], .block, tr";
const ROWS = new Set(["div", "p", "li", "tr"]);
/** No bar says more, in characters. */
export const BAR = 80;

/**
 * @param {Element} root  the element that holds a code block's text
 * @returns {string | null} that text, or null if the element holds nothing else
 */
export const codeText = (root) => {
  const found = [...all(root, FURNITURE)];
  if (!found.length) return null;
  const out = new Set([...found, ...found.filter((element) => matches(element, BUTTONS)).map((button) => barOf(root, button))]);
  const plain = read(root, out, false);
  return plain.includes("\n") ? plain : read(root, out, true);
};

/** What the button of every such bar does. */
const COPY = /cop(?:y|ie)|kopi|复制|複製|コピー|복사|копир/i;
/** What a message is made of: no bar holds that. */
const WORDS = "p, ul, ol, h1, h2, h3, h4, h5, h6, table, blockquote, pre, textarea, input, img, video, canvas, form";

/**
 * For a site without a profile.
 * @param {Element} element
 * @param {string} language  the code block's
 * @returns {boolean} it can only be a bar over a code block: its language alone, or a button that copies it
 */
export const isBar = (element, language) => {
  if (matches(element, WORDS) || [...all(element, WORDS)].length) return false;
  const said = textOf(element).trim();
  if (said.length > BAR || said.includes("\n")) return false;
  if (language && said.toLowerCase() === language) return true;
  const buttons = matches(element, BUTTONS) ? [element] : [...all(element, BUTTONS)];
  return buttons.some((button) => COPY.test(`${textOf(button)} ${attributeOf(button, "aria-label")} ${attributeOf(button, "title")}`));
};

/**
 * @param {Element} root
 * @param {Element} button
 * @returns {Element} the bar around it, or the button alone
 */
const barOf = (root, button) => {
  let bar = button;
  for (let up = parentOf(bar); up && up !== root && isElement(up); up = parentOf(up)) bar = up;
  return textOf(bar).length <= BAR && !matches(bar, LINES) ? bar : button;
};

/**
 * @param {Element} root
 * @param {Set<Element>} out  elements that are not code
 * @param {boolean} rows  each line is an element, so that the end of an element is a line end
 * @returns {string}
 */
const read = (root, out, rows) => {
  let text = "";
  let ended = false;
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) {
        const data = dataOf(node);
        if (ended && data) text += "\n";
        ended = ended && !data;
        text += data;
      } else if (isElement(node) && !out.has(node)) {
        const name = localNameOf(node);
        const row = rows && (ROWS.has(name) || matches(node, LINES));
        if (name === "br") text += "\n";
        else walk(node);
        if (row && ended) text += "\n";
        ended = ended || (row && text !== "");
      }
    }
  };
  walk(root);
  return text;
};
