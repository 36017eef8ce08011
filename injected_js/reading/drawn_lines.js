/**
 * Code that is drawn with an element for each line: the line ends are not in the text, but in how the page draws the elements.
 */
import {
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  one,
  textOf,
} from "../platform/captured_dom.js";
import { endsLines, isPlacedApart, layoutOf } from "./box_layout.js";
import { cursorIn } from "./cursor.js";
import { besideNumbers } from "./line_numbers.js";

/** Elements that are one line each: highlighters that use them leave out the line ends. */
export const LINES = ".line, .token-line, [data-line], .block, tr";
export const ROWS = new Set(["div", "p", "li", "tr"]);
/** Levels of elements around all lines. */
const DEEP = 6;
/** What the browser may leave out: a space that does not break is not among it. */
const SPACE = /^[ \t\r\n\f]*$/;
const NBSP = "\u00a0";
const AUTO = { gridColumnStart: "auto", gridColumnEnd: "auto" };
/** @type {Set<Element>} */
const NONE = new Set();

/** @param {Node} part @returns {boolean} */
const isNamed = (part) => isElement(part) && (ROWS.has(localNameOf(part)) || matches(part, LINES));

/** @param {Node} part @returns {boolean} */
const isBreak = (part) => isElement(part) && localNameOf(part) === "br";

/** @param {Node} part @returns {boolean} */
const isSpace = (part) => isText(part) && SPACE.test(dataOf(part));

/**
 * An element without text is a blank line, unless it is a layer over the lines, such as a cursor or a selection. A view may
 * place its lines themselves: then a blank one is placed too.
 * @param {Node[]} parts @returns {Node[]} those that take the place of a line or a part of it
 */
const withoutLayers = (parts) => {
  const line = parts.find((part) => isElement(part) && textOf(part));
  const isView = !!line && isPlacedApart(getComputedStyle(/** @type {Element} */ (line)));
  const isLayer = (/** @type {Node} */ part) => {
    if (!isElement(part) || textOf(part) || isBreak(part)) return false;
    const style = getComputedStyle(part);
    return style.display === "none" || (!isView && isPlacedApart(style));
  };
  return parts.filter((part) => !isLayer(part));
};

/** @param {Element} box @param {Set<Element>} out @returns {Node[]} its texts and elements without `out` */
const partsIn = (box, out) => {
  const found = [];
  for (let node = firstOf(box); node; node = nextOf(node))
    if (isText(node) ? dataOf(node) : isElement(node) && !out.has(node)) found.push(node);
  return found;
};

/** @param {Element} box @returns {boolean} the text has line ends between its elements */
const hasEnds = (box) => {
  for (let node = firstOf(box); node; node = nextOf(node)) if (isText(node) && dataOf(node).includes("\n")) return true;
  return false;
};

/** @param {Node} part @returns {boolean} it is only the cursor of a text that is being written */
const isCursor = (part) => cursorIn(textOf(part)) === textOf(part).length;

/**
 * @param {Node} part @param {Set<Element>} out @param {(part: Node) => boolean} isLine
 * @returns {Node[]} the nodes in the part, if the browser makes no box for it or there are lines in it; else the part
 */
const unwrapped = (part, out, isLine) => {
  if (!isElement(part)) return [part];
  const { display } = getComputedStyle(part);
  if (display !== "contents" && (display !== "inline" || isLine(part) || !one(part, "*"))) return [part];
  const inside = withoutLayers(partsIn(part, out)).flatMap((inner) => unwrapped(inner, out, isLine));
  return display === "contents" || inside.some(isLine) ? inside : [part];
};

/**
 * @param {Node[]} parts  of a box
 * @param {Set<Node>} lines  the parts that are lines
 * @param {(part: Node) => boolean} isBlock  the browser ends the line before and after the part
 * @param {(part: Node) => boolean} isApart  the browser draws the part beside the line that follows
 * @param {boolean} keepsSpaces  the browser draws spaces at the start of a line, also if the line has nothing else
 * @returns {Node[][]} the parts of each line: what flows between two lines is one too
 */
const linesOf = (parts, lines, isBlock, isApart, keepsSpaces) => {
  /** @type {Node[][]} */
  const found = [];
  /** @type {Node[]} */
  let flowing = [];
  /** A line that the browser does not end. @type {Node | null} */
  let open = null;
  for (const part of parts) {
    if (lines.has(part)) {
      open = isBlock(part) ? null : part;
      const before = flowing.every(isApart) ? flowing.splice(0) : [];
      // What only its name tells to be a line may have spaces around it that separate it from the next.
      if (open ? !flowing.every(isSpace) : flowing.length) found.push(flowing);
      flowing = [];
      found.push([...before, part]);
    } else if (isSpace(part) && !flowing.length && (open || !keepsSpaces)) {
      // The browser draws it nowhere.
    } else if (open && isBreak(part)) {
      open = null;
    } else if (textOf(part) || isBreak(part)) {
      open = null;
      flowing.push(part);
    }
  }
  return flowing.length ? [...found, flowing] : found;
};

/**
 * @param {Node[]} parts  of a grid @param {number} columns
 * @returns {Node[][] | null} the parts of each of its rows; null: the page places them itself
 */
const gridRows = (parts, columns) => {
  const found = [];
  let left = 0;
  for (const part of parts) {
    const { gridColumnStart: start, gridColumnEnd: end } = isElement(part) ? getComputedStyle(part) : AUTO;
    const isWide = start === "1" && end === "-1";
    if (!isWide && (start !== "auto" || end !== "auto")) return null;
    const row = left && !isWide ? found.at(-1) : undefined;
    if (row) row.push(part);
    else found.push([part]);
    left = isWide ? 0 : (left || columns) - 1;
  }
  return found;
};

/**
 * @param {Element} box  a grid @param {Set<Element>} out @param {number} columns
 * @returns {Node[][] | null} the parts of each row of the grid, without `out`: a line number is left out too, but fills a cell
 */
const gridLines = (box, out, columns) => {
  const isOut = (/** @type {Node} */ part) => isElement(part) && out.has(part);
  const isCell = (/** @type {Node} */ part) =>
    !isSpace(part) && !(isOut(part) && isPlacedApart(getComputedStyle(/** @type {Element} */ (part))));
  const inside = withoutLayers(partsIn(box, NONE)).flatMap((part) => unwrapped(part, NONE, () => false));
  const rows = gridRows(inside.filter(isCell), columns);
  return rows?.map((row) => row.filter((part) => !isOut(part))).filter((row) => row.length) ?? null;
};

/**
 * @param {Element} box @param {Node[]} all  what is in it @param {Set<Element>} out @param {boolean} isOutermost
 * @returns {Node[][] | null} the parts of each line; null: they are not drawn as lines
 */
const drawnIn = (box, all, out, isOutermost) => {
  const solid = all.filter((part) => !isSpace(part));
  const beside = isOutermost && besideNumbers(box, solid);
  if (beside) return beside.map((part) => [part]);
  const layout = layoutOf(box);
  if (layout === "row") return null;
  if (layout !== "flow" && layout > 1) return gridLines(box, out, layout);
  const isBlock = (/** @type {Node} */ part) =>
    isElement(part) && !isBreak(part) && (layout === 1 || endsLines(getComputedStyle(part)));
  const isBoxApart = (/** @type {Node} */ part) => isElement(part) && isPlacedApart(getComputedStyle(part));
  // A view may place all of its lines itself.
  const mayBeApart = !isOutermost && !solid.every(isBoxApart);
  const isApart = (/** @type {Node} */ part) => mayBeApart && isBoxApart(part);
  const isLine = (/** @type {Node} */ part) => (isNamed(part) || isBlock(part)) && !isApart(part);
  const parts = all.flatMap((part) => unwrapped(part, out, isLine));
  const lines = new Set(parts.filter(isLine));
  if (!lines.size) return null;
  const last = parts.at(-1);
  const flowing = parts.filter((part) => textOf(part) && !isSpace(part) && !lines.has(part));
  // A name says less than how the page draws it: beside other text, an element with it may be a part of a line.
  const areLines = flowing.every((part) => part === last && isCursor(part)) || [...lines].every(isBlock);
  const keepsSpaces = layout === "flow" && /^(?:pre(?!-line)|break)/.test(getComputedStyle(box).whiteSpace);
  return areLines ? linesOf(parts, lines, isBlock, isApart, keepsSpaces) : null;
};

/**
 * @param {Node} root @param {Set<Element>} [out]  elements in it that are not code
 * @returns {string} the text, with a line end for each `br`; a `br` right before a line end draws none
 */
export const withBreaks = (root, out = NONE) => {
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
      } else if (isElement(node) && !out.has(node)) walk(node);
    }
  };
  walk(root);
  return broken ? `${text}\n` : text;
};

/** Words that flow: a growing code is read again and again, and to ask how each word is drawn takes long. @type {WeakSet<Element>} */
const words = new WeakSet();

/** @param {Element} element @returns {boolean} */
const isWord = (element) => {
  if (words.has(element)) return true;
  if (getComputedStyle(element).display !== "inline") return false;
  words.add(element);
  return true;
};

/** @param {Node} part @returns {boolean} it has more than words that flow: a highlighter makes many of those */
const mayHaveLines = (part) => {
  let isFirst = true;
  for (let node = firstOf(part); node; node = nextOf(node)) {
    if (!isElement(node)) continue;
    if (!isWord(node) || (isFirst && isNamed(node)) || mayHaveLines(node)) return true;
    isFirst = false;
  }
  return false;
};

/** @param {Node} part  of a line @param {Set<Element>} out @param {number} level @returns {string[] | null} the lines in it */
const innerLines = (part, out, level) =>
  isElement(part) && level < DEEP && mayHaveLines(part) ? linesIn(part, out, level + 1) : null;

/** @param {Node} part  of a line @param {Set<Element>} out @returns {string[]} its text, with its line ends */
const textsOf = (part, out) => {
  if (isText(part)) return [dataOf(part)];
  if (isBreak(part)) return ["", ""];
  const text = withBreaks(part, out);
  const isFlowing = getComputedStyle(/** @type {Element} */ (part)).display === "inline";
  return (isFlowing ? text : text.replace(/\n$/, "")).split("\n");
};

/** @param {Node[]} line  its parts @param {Set<Element>} out @param {number} level @returns {string[]} its text, or the lines in it */
const textsOfLine = (line, out, level) => {
  const [only, other] = line;
  const inner = only && !other && innerLines(only, out, level);
  if (inner) return inner;
  const texts = [""];
  for (const part of line) {
    const [first, ...more] = innerLines(part, out, level) ?? textsOf(part, out);
    texts.push(`${texts.pop()}${first}`, ...more);
  }
  if (texts.length > 1 && !texts.at(-1)) texts.pop();
  return texts;
};

/**
 * @param {string[]} lines
 * @returns {string[]} with spaces, if the renderer drew each space as one that does not break, and a blank line as one of them
 */
export const withSpaces = (lines) => {
  if (!lines.some((line) => line.startsWith(NBSP)) || lines.some((line) => line.includes(" "))) return lines;
  return lines.map((line) => (line === NBSP ? "" : line.replaceAll(NBSP, " ")));
};

/**
 * @param {Element} root @param {Set<Element>} out @param {number} level  how many boxes of lines are around it
 * @returns {string[] | null} the lines in it; null: it is not drawn with an element for each of them
 */
const linesIn = (root, out, level) => {
  let box = root;
  for (let depth = 0; depth < DEEP; depth += 1) {
    const inside = partsIn(box, out);
    const areSeveral = inside.filter((part) => !isSpace(part)).length > 1;
    if (areSeveral && hasEnds(box)) return null;
    const parts = withoutLayers(inside);
    const first = parts.find(isElement);
    if (!first) return null;
    if (parts.length > 1 && !hasEnds(box)) {
      // An element with several lines of text is none; a sole line end fills a blank line.
      if (parts.some((part) => textOf(part) !== "\n" && textOf(part).includes("\n"))) return null;
      return drawnIn(box, parts, out, level === 0)?.flatMap((line) => textsOfLine(line, out, level)) ?? null;
    }
    box = /** @type {Element} */ (first);
  }
  return null;
};

/**
 * @param {Element} root  the element that holds a code block's text
 * @param {Set<Element>} [out]  elements in it that are not code
 * @returns {string[] | null} the lines, without line ends; null: it is not drawn with an element for each of them
 */
export const drawnLines = (root, out = NONE) => {
  const lines = linesIn(root, out, 0);
  return lines && withSpaces(lines);
};
