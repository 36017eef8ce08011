/**
 * Trees in which sites draw the JSON of a code block, with fields that can be folded. A tree that is unfolded and whole is
 * read as JSON; of any other tree, nothing is read, since a part would be taken for the whole.
 */
import {
  attributeOf,
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

export const TREES =
  '[role="tree"], [class*="json-tree" i], [class*="jsontree" i], [class*="json-view" i], [class*="jsonview" i], json-viewer';
const FOLDED = '[aria-expanded="false"], details:not([open])';
/** Code in a tree is read by itself. */
const CODE = "pre, .cm-editor, .monaco-editor, .CodeMirror";
/** A tree of files has none of these. */
const JSON_SIGN = /[{[:]/;
const CONTROLS = new Set(["button", "svg", "style", "script"]);
const ROWS = new Set(["div", "li", "ul", "ol", "p", "tr", "details", "summary", "dd", "dt"]);
/** The signs at a field that fold or unfold it. */
const TOGGLE = /^[\s▶▼▸▾►▿▹◂+−-]+$/u;
const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))|([A-Za-z_$][\w$-]*)(?=\s*:)|([{}[\],:]))/y;
/** A shortened text. */
const CUT = /(?:…|\.\.\.)"$/;
/** Most levels and elements of a level between a code block and the tree in it. */
const DEEP = 4;
const WIDE = 8;

/** @param {Element} element @returns {boolean} it is the outermost element of a tree of JSON without code in it */
export const isJsonTree = (element) => {
  if (!matches(element, TREES) || one(element, CODE)) return false;
  const up = parentOf(element);
  return !(up && isElement(up) && closest(up, TREES)) && JSON_SIGN.test(textOf(element));
};

/** @param {Element} element @returns {Element | null} the tree of JSON around it, or itself */
export const jsonTreeAround = (element) => {
  let found = closest(element, TREES);
  for (let up = found && parentOf(found); up && isElement(up); up = found && parentOf(found)) {
    const outer = closest(up, TREES);
    if (!outer) break;
    found = outer;
  }
  return found && isJsonTree(found) ? found : null;
};

/** @param {Element} fence  a code block @returns {Element | null} the tree that draws all its code, or itself */
export const treeIn = (fence) => {
  let level = [fence];
  for (let deep = 0; deep <= DEEP && level.length; deep += 1) {
    const tree = level.find((element) => matches(element, TREES));
    if (tree) return JSON_SIGN.test(textOf(tree)) ? tree : null;
    level = level.flatMap((element) => [...childrenOf(element)].slice(0, WIDE)).slice(0, WIDE);
  }
  return null;
};

/** @param {Element} tree @returns {boolean} a field of it is folded */
export const isFolded = (tree) => matches(tree, FOLDED) || !!one(tree, FOLDED);

/** @param {Element} tree @returns {string} its text, one line for each row, without what folds its fields */
const rowsOf = (tree) => {
  let text = "";
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) {
        if (!TOGGLE.test(dataOf(node))) text += dataOf(node);
        continue;
      }
      if (!isElement(node)) continue;
      const name = localNameOf(node);
      if (CONTROLS.has(name) || attributeOf(node, "aria-hidden") === "true") continue;
      const row = name === "br" || ROWS.has(name) || matches(node, '[role="treeitem"]');
      if (row) text += "\n";
      walk(node);
      if (row) text += "\n";
    }
  };
  walk(tree);
  return text;
};

/** @param {string} text @returns {string[] | null} its tokens; null if it has anything that JSON has not */
const tokensOf = (text) => {
  const tokens = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    const [, string, value, word, sign] = found;
    if (string && CUT.test(string)) return null;
    tokens.push(string ?? value ?? sign ?? `"${word}"`);
  }
  return tokens;
};

/** Adds the commas that a tree leaves out, and leaves out the numbers of a list's items. @param {string[]} tokens */
const joined = (tokens) => {
  let text = "";
  let before = "{";
  /** @type {string[]} */
  const open = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = /** @type {string} */ (tokens[at]);
    if (open.at(-1) === "[" && tokens[at + 1] === ":" && /^\d+$/.test(token)) {
      at += 1;
      continue;
    }
    if ("{[".includes(token)) open.push(token);
    const ends = "]},:".includes(token);
    if (!ends && !"{[,:".includes(before)) text += ",";
    if ("]}".includes(token)) open.pop();
    text += token;
    before = token;
  }
  return text;
};

/** @param {string} text @returns {boolean} */
const isJson = (text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** @param {Element} tree @returns {string | null} the JSON that it draws; null: it does not show it whole, or not as JSON */
export const readTree = (tree) => {
  if (isFolded(tree)) return null;
  const plain = textOf(tree);
  if (isJson(plain)) return plain;
  const tokens = tokensOf(rowsOf(tree));
  if (!tokens) return null;
  const whole = joined(tokens);
  return [whole, `{${whole}}`].find(isJson) ?? null;
};
