/** Filters elements in a code block that are not code: bars with labels and buttons, line numbers. */
import {
  all,
  attributeOf,
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  one,
  parentOf,
  textOf,
} from "../platform/captured_dom.js";
import { LINES, ROWS, drawnLines } from "./drawn_lines.js";
import { lineNumbersIn } from "./line_numbers.js";

export const BUTTONS = 'button, [role="button"]';
const FURNITURE = `${BUTTONS}, svg, style, [aria-hidden="true"], .select-none`;
/** The text of a bar without its buttons: a language, a file's name, a number of lines. */
const LABEL = /^[\p{L}\p{N}\s+#./·•:_-]{0,40}$/u;
/** Maximum characters of a button that floats over a code block. */
const WORD = 20;
/** Maximum characters of a bar. */
const BAR = 80;

/**
 * @param {Element} root  the element that holds a code block's text
 * @returns {string | null} that text, or null if the element contains only code
 */
export const codeText = (root) => {
  const found = [...all(root, FURNITURE), ...lineNumbersIn(root)];
  if (!found.length) return null;
  const out = new Set([
    ...found,
    ...found.filter((element) => matches(element, BUTTONS)).map((button) => barOf(root, button)),
  ]);
  const lines = drawnLines(root, out);
  if (lines) return lines.join("\n");
  const plain = read(root, out, false);
  return plain.includes("\n") ? plain : read(root, out, true);
};

/** Words for "copy", the button that every such bar has. */
const COPY =
  /cop(?:y|ie|ia)|cópia|kop(?:i|y|j)|másol|salin|sao chép|copiază|αντιγρ|копи(?:р|ј)|копі|复制|複製|コピー|복사|คัดลอก|कॉपी|نسخ|کپی|העתק/i;
/** Words of other buttons of such a bar. */
const OTHER =
  /^(?:run|edit|save|download|wrap|unwrap|expand|collapse|fold|unfold|show more|show less|explain|preview|apply|insert)$/i;
/** Elements of messages, which no bar contains. */
const WORDS = "p, ul, ol, h1, h2, h3, h4, h5, h6, table, blockquote, pre, textarea, input, img, video, canvas, form";

/**
 * For a site without a profile.
 * @param {Element} element
 * @param {string} language  the code block's
 * @returns {boolean} whether the element is a bar of a code block: it shows only the language, or has a button that copies the code
 */
export const isBar = (element, language) => {
  if (matches(element, WORDS) || [...all(element, WORDS)].length) return false;
  const said = textOf(element).trim();
  if (said.length > BAR || said.includes("\n")) return false;
  if (language && [said, labelOf(element).trim()].some((words) => words.toLowerCase() === language)) return true;
  const buttons = matches(element, BUTTONS) ? [element] : [...all(element, BUTTONS)];
  return buttons.some((button) =>
    COPY.test(`${textOf(button)} ${attributeOf(button, "aria-label")} ${attributeOf(button, "title")}`),
  );
};

/** @param {Element} button @returns {boolean} it has only a sign, or the few words of a button of a bar */
export const isSmallButton = (button) => {
  const said = textOf(button).trim();
  return !said || (said.length <= WORD && (COPY.test(said) || OTHER.test(said)));
};

/** @param {Element} element @returns {boolean} whether the element is a button, or contains one */
export const hasButton = (element) => matches(element, BUTTONS) || !!one(element, BUTTONS);

/**
 * For a site without a profile.
 * @param {Element} element  a sibling of a code block
 * @returns {boolean} whether the element consists of buttons with short texts, and floats over the code block
 */
export const isFloating = (element) => {
  const buttons = matches(element, BUTTONS) ? [element] : [...all(element, BUTTONS)];
  if (!buttons.length || matches(element, WORDS) || textOf(element).trim().length > WORD) return false;
  return !buttons.some((button) => [...all(button, WORDS)].length) && getComputedStyle(element).position === "absolute";
};

/**
 * Code that is still short looks like a bar, but has characters that no label has.
 * @param {Element} root
 * @param {Element} button
 * @returns {Element} the largest bar around it, or the button alone
 */
const barOf = (root, button) => {
  let bar = button;
  for (let up = parentOf(bar); up && up !== root && isElement(up); up = parentOf(up)) {
    if (
      textOf(up).length > BAR ||
      matches(up, `code, ${LINES}`) ||
      [...all(up, "code")].length ||
      !LABEL.test(labelOf(up))
    )
      break;
    bar = up;
  }
  return bar;
};

/** @param {Element} bar @returns {string} the bar's text without that of its buttons */
const labelOf = (bar) => {
  let text = "";
  for (let node = firstOf(bar); node; node = nextOf(node)) {
    if (isText(node)) text += dataOf(node);
    else if (isElement(node) && !matches(node, `${BUTTONS}, svg, style`)) text += labelOf(node);
  }
  return text;
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
        const isRow = rows && (ROWS.has(name) || matches(node, LINES));
        const row = isRow && getComputedStyle(node).display !== "contents";
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
