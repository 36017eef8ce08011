/**
 * Code views: editors in which a site draws code. They draw one element per line, and only the lines in view.
 * The text read from them ends at the first gap: texts on both sides of a gap are never joined.
 *
 * CodeMirror 6: `.cm-content > .cm-line`, `.cm-gap` for lines that are not drawn; widgets (folded ranges, symbols for
 * invisible characters, the middle of very long lines) are not editable. Viewers that only look like CodeMirror have no
 * `.cm-line`: their text flows, with line ends in the text or `br`. Monaco: `.view-lines > .view-line` in any
 * order, positioned by `top`, with no-break spaces for spaces; line numbers are in a separate element. CodeMirror 5: one
 * `pre` per line. Ace: `.ace_text-layer > .ace_line_group` for each line, and its number in a separate element.
 */
import {
  all,
  childrenOf,
  closest,
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

export const VIEWS = ".cm-editor, .monaco-editor, .CodeMirror, .ace_editor";
const CONTENT = ".cm-content, .view-lines, .CodeMirror-code, .ace_text-layer";
/** Widgets that replace no text: a tab contains itself, the others have no text. */
const HARMLESS = ".cm-tab, img.cm-widgetBuffer, .cm-placeholder, .cm-widgetCursor";
const WIDGET = '[contenteditable="false"], .cm-foldPlaceholder, .cm-specialChar, .cm-placeholder';
const LINE = ".cm-line";
const NBSP = /\u00a0/g;
/** Characters that may be drawn without a width, or as wide as two others. */
const NOT_ASCII = /[^ -~]/g;
const MONOSPACED = /mono|consol|courier|menlo|code/i;
/** Pixels by which equal positions may differ. */
const SLACK = 1;

/**
 * @typedef {object} Drawn  the part of a view's text that is drawn
 * @property {string[]} runs  the drawn pieces, in order; there is a gap between two of them
 * @property {boolean} open  text after the last run is not drawn
 */

/** @param {Element} fence @returns {Element | null} the element with the lines, if a view draws this code */
export const contentOf = (fence) => {
  const view = matches(fence, VIEWS) ? fence : [...all(fence, VIEWS)].at(0);
  return view ? ([...all(view, CONTENT)].at(0) ?? null) : null;
};

/**
 * @param {Drawn} drawn
 * @param {string} whole  the view's text according to the page
 * @returns {boolean} whether the whole contains all drawn runs in order, the first at its beginning and the last at its end
 */
export const agrees = ({ runs, open }, whole) => {
  const [first = "", ...rest] = runs;
  if (!whole.startsWith(first)) return false;
  const last = open ? undefined : rest.pop();
  let at = first.length;
  for (const run of rest) {
    const found = whole.indexOf(run, at);
    if (found < 0) return false;
    at = found + run.length;
  }
  if (last === undefined) return open || whole.length === at;
  return whole.endsWith(last) && whole.length - last.length >= at;
};

/** @param {Element} content @returns {Drawn} */
export const readView = (content) => {
  if (matches(content, ".view-lines")) return readPlaced(content);
  if (matches(content, ".ace_text-layer")) return readNumbered(aceRows(content));
  return matches(content, ".CodeMirror-code") ? readNumbered(mirrorRows(content)) : readLines(content);
};

class Runs {
  constructor() {
    /** @type {string[][]} */
    this.runs = [];
    this.broken = true;
  }

  /** Text is missing here. */
  gap() {
    if (!this.runs.length) this.runs.push([]);
    this.broken = true;
  }

  /** @param {string} line @param {boolean} [same]  it continues the previous line */
  add(line, same = false) {
    const run = this.runs.at(-1);
    if (!run || this.broken) this.runs.push([line]);
    else if (same) run.push(`${run.pop() ?? ""}${line}`);
    else run.push(line);
    this.broken = false;
  }

  /** @returns {Drawn} */
  end() {
    return { runs: this.runs.map((lines) => lines.join("\n")), open: this.broken && this.runs.length > 0 };
  }
}

/**
 * @param {Element} content
 * @returns {Element | null} the element with the lines; null if the content has text, but no lines: the text flows
 */
const linesIn = (content) => {
  const line = one(content, LINE);
  if (line) return /** @type {Element} */ (parentOf(line));
  const [first] = childrenOf(content);
  return !first || matches(first, ".cm-gap") ? content : null;
};

/** @param {Element} content @returns {boolean} whether the content's text flows without a gap: it is read as that of any other code block */
export const flows = (content) =>
  matches(content, ".cm-content") &&
  !linesIn(content) &&
  widgetsIn(content).every((widget) => matches(widget, HARMLESS));

/** @param {Element} content @returns {Element[]} */
const widgetsIn = (content) => [...all(content, `${WIDGET}, .cm-gap`)];

/** @param {Element} line @returns {boolean} no part of its text is replaced by a widget */
export const isWholeLine = (line) => widgetsIn(line).every((widget) => matches(widget, HARMLESS));

/** @param {Element} content @returns {Drawn} */
const readLines = (content) => {
  const runs = new Runs();
  const lines = linesIn(content);
  const widgets = widgetsIn(content);
  if (!lines) {
    addPieces(runs, content, widgets, true);
    return runs.end();
  }
  for (const child of childrenOf(lines)) {
    if (!matches(child, LINE)) {
      if (!matches(child, HARMLESS)) runs.gap();
      continue;
    }
    const inside = widgets.filter((widget) => closest(widget, LINE) === child);
    if (inside.length) addPieces(runs, child, inside);
    else runs.add(textOf(child));
  }
  return runs.end();
};

/** @param {Runs} runs @param {Element} line @param {Element[]} widgets @param {boolean} [breaks]  each `br` is a line end */
const addPieces = (runs, line, widgets, breaks = false) => {
  let first = true;
  let piece = "";
  const put = () => {
    runs.add(piece, !first);
    first = false;
    piece = "";
  };
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) piece += dataOf(node);
      if (!isElement(node)) continue;
      if (!widgets.includes(node)) {
        if (breaks && localNameOf(node) === "br") piece += "\n";
        walk(node);
      } else if (matches(node, ".cm-tab")) {
        piece += textOf(node);
      } else if (!matches(node, HARMLESS)) {
        put();
        runs.gap();
      }
    }
  };
  walk(line);
  put();
};

/** @typedef {{ text: string, number: number | undefined }} Row  a drawn line and its number, if the view draws one */

/** @param {Element} content @returns {Row[]} */
const mirrorRows = (content) =>
  [...all(content, ".CodeMirror-line")].map((line) => {
    const row = /** @type {Element} */ (parentOf(line));
    const [number] = row === content ? [] : all(row, ".CodeMirror-linenumber");
    return { text: textOf(line).replaceAll("\u200b", ""), number: number && Number(textOf(number)) };
  });

/** @param {Element} content @returns {Row[]} */
const aceRows = (content) => {
  const view = closest(content, ".ace_editor");
  const numbers = view ? [...all(view, ".ace_gutter-cell")] : [];
  // Without groups, each line is one row.
  const lines = [...childrenOf(content)].filter((line) => matches(line, ".ace_line_group, .ace_line"));
  return lines.map((line, at) => ({ text: textOf(line), number: numbers[at] && parseInt(textOf(numbers[at]), 10) }));
};

/**
 * The result always ends with a gap: these views do not show how many lines follow.
 * @param {Row[]} rows @returns {Drawn}
 */
const readNumbered = (rows) => {
  const runs = new Runs();
  let wanted = 1;
  for (const { text, number = wanted } of rows) {
    if (number !== wanted) runs.gap();
    runs.add(text);
    wanted = number + 1;
  }
  runs.gap();
  return runs.end();
};

/** @param {HTMLElement} element @returns {{ top: number, height: number }} in CSS pixels, from its style attribute */
const placeOf = (element) => ({ top: parseFloat(element.style.top), height: parseFloat(element.style.height) });

/** @param {Element} content @returns {Drawn} */
const readPlaced = (content) => {
  const runs = new Runs();
  const lines = [...childrenOf(content)]
    .filter((line) => matches(line, ".view-line"))
    .map((line) => ({ text: textOf(line).replace(NBSP, " "), ...placeOf(/** @type {HTMLElement} */ (line)) }))
    .sort((a, b) => a.top - b.top);
  const numbers = numbersOf(content);
  const breaks = numbers.size ? null : lineEnds(content, lines);
  let below = 0;
  let before = 0;
  for (const [at, { text, top, height }] of lines.entries()) {
    const number = numbers.get(top);
    if (!near(top, below) || (number !== undefined && number !== before + 1)) runs.gap();
    // A row without a number continues the line above: the view wrapped it, the text has no line end there.
    runs.add(text, number === undefined && !breaks);
    if (breaks && !breaks[at]) runs.gap();
    before = number ?? before;
    below = top + height;
  }
  if (!near(placeOf(/** @type {HTMLElement} */ (content)).height, below)) runs.gap();
  return runs.end();
};

/**
 * Without line numbers, most rows of a view may be wrapped. The view wraps a row only if the next word does not fit, so that a
 * row ends a line if that word would fit: some other row is as long as both.
 * @param {Element} content @param {{ text: string }[]} rows @returns {boolean[]} for each row whether it surely ends a line
 */
const lineEnds = (content, rows) => {
  const widest = Math.max(0, ...rows.map(({ text }) => text.replace(NOT_ASCII, "").length));
  const line = one(content, ".view-line");
  const isEven = !!line && MONOSPACED.test(getComputedStyle(line).fontFamily);
  return rows.map(({ text }, at) => {
    const next = rows[at + 1];
    if (!next || !isEven) return false;
    const [word = ""] = next.text.trim().split(/\s/, 1);
    return (text + word).replace(NOT_ASCII, "  ").length <= widest;
  });
};

/** @param {number} a @param {number} b @returns {boolean} false for NaN */
const near = (a, b) => Math.abs(a - b) <= SLACK;

/** @param {Element} content @returns {Map<number, number>} line numbers by their position in pixels */
const numbersOf = (content) => {
  const view = closest(content, ".monaco-editor");
  /** @type {Map<number, number>} */
  const numbers = new Map();
  for (const shown of view ? all(view, ".margin-view-overlays .line-numbers") : []) {
    const row = /** @type {HTMLElement} */ (parentOf(shown));
    const number = Number(textOf(shown));
    if (Number.isInteger(number) && number > 0) numbers.set(placeOf(row).top, number);
  }
  return numbers;
};
