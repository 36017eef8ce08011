/** What an editor draws in its box and never sends: a placeholder, a caret of somebody else, a sign for a space. */
import { all, attributeOf, isElement, matches, textOf } from "../platform/captured_dom.js";

/**
 * By the editors' own marks: CodeMirror (view/src/placeholder.ts), ProseMirror (view/src/viewdesc.ts: every widget),
 * Slate (slate-react's leaf and string), Quill, CKEditor, TinyMCE, Trix.
 */
const DRAWN =
  ".cm-placeholder, .cm-widgetBuffer, .ProseMirror-widget, .ProseMirror-separator, .ProseMirror-gapcursor, " +
  "[data-slate-placeholder], [data-slate-spacer], .ql-ui, .ck-widget__type-around, .ck-fake-selection-container, " +
  "[data-mce-bogus=all], [data-trix-serialize=false]";
/** Attributes that say what a node looks like. One with others (an id, an address) stands for something. */
const LOOKS = new Set(["class", "style", "contenteditable", "aria-hidden", "spellcheck", "draggable", "unselectable"]);
const HINTS = ["aria-placeholder", "data-placeholder", "placeholder"];
const NAMED = /placeholder/i;

/** @param {Element} element @returns {boolean} */
const isLocked = (element) => matches(element, "[contenteditable=false]");

/** @param {Element} element @returns {boolean} no pointer and no selection takes hold of it */
const isOutOfReach = (element) => {
  const { pointerEvents, userSelect, position } = getComputedStyle(element);
  return pointerEvents === "none" || userSelect === "none" || position === "absolute";
};

/** @param {Element} element in a box @returns {boolean} */
export const isDrawn = (element) => {
  if (matches(element, DRAWN)) return true;
  const locked = isLocked(element);
  if (attributeOf(element, "aria-hidden") === "true") return locked || isOutOfReach(element);
  const names = [...element.attributes].map(({ name, value }) => (name === "class" ? value : name)).join(" ");
  return NAMED.test(names) && textOf(element) !== "" && !HINTS.some((name) => attributeOf(element, name)) && (locked || isOutOfReach(element));
};

/** @param {ParentNode} box @returns {Iterable<string>} what the box asks for, as it says itself */
const hintsOf = function* (box) {
  const places = [...(isElement(box) ? [box] : []), ...all(box, "[data-placeholder], [aria-placeholder], [placeholder]")];
  for (const place of places) {
    for (const name of HINTS) {
      const hint = attributeOf(place, name)?.trim();
      if (hint) yield hint;
    }
  }
};

/** @param {Node} node @returns {string} its text without what has no width */
const seen = (node) => textOf(node).replaceAll(/[\u200b\ufeff]/g, "").trim();

/**
 * @param {ParentNode} box
 * @returns {boolean} all that can be read in it is no text of anybody's: it is what the box asks for, or it stands in
 *   nodes that no caret goes into and that stand for nothing
 */
export const drawsAll = (box) => {
  const text = seen(box);
  if (!text || text.length > 500) return false;
  const locked = [...all(box, "[contenteditable=false]")].filter((element) => seen(element) === text);
  if (!locked.length) return false;
  for (const hint of hintsOf(box)) if (hint === text) return true;
  return locked.every((element) => isBlank(element) && [...all(element, "*")].every(isBlank));
};

/** @param {Element} element @returns {boolean} */
const isBlank = (element) => [...element.attributes].every(({ name }) => LOOKS.has(name));
