/** Elements that an editor draws in its box but never sends: placeholders, other users' carets, widgets. */
import { all, attributeOf, isElement, matches, textOf } from "../platform/captured_dom.js";

/**
 * Selectors of known editors: CodeMirror (view/src/placeholder.ts), ProseMirror (view/src/viewdesc.ts: every
 * widget), Slate (slate-react's leaf and string), Quill, CKEditor, TinyMCE, Trix.
 */
const DRAWN =
  ".cm-placeholder, .cm-widgetBuffer, .ProseMirror-widget, .ProseMirror-separator, .ProseMirror-gapcursor, " +
  "[data-slate-placeholder], [data-slate-spacer], .ql-ui, .ck-widget__type-around, .ck-fake-selection-container, " +
  "[data-mce-bogus=all], [data-trix-serialize=false]";
/** Attributes that affect only a node's look. A node with other attributes (an id, an address) counts as content. */
const LOOKS = new Set(["class", "style", "contenteditable", "aria-hidden", "spellcheck", "draggable", "unselectable"]);
const HINTS = ["aria-placeholder", "data-placeholder", "placeholder"];
const NAMED = /placeholder/i;

/** @param {Element} element @returns {boolean} the caret can't enter it */
export const isLocked = (element) => matches(element, "[contenteditable=false]");

/** @param {Element} element @returns {boolean} no pointer event or selection reaches it, or it is positioned */
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
  return (
    NAMED.test(names) &&
    textOf(element) !== "" &&
    !HINTS.some((name) => attributeOf(element, name)) &&
    (locked || isOutOfReach(element))
  );
};

/** @param {ParentNode} box @returns {Iterable<string>} the values of the box's placeholder attributes */
const hintsOf = function* (box) {
  const places = [
    ...(isElement(box) ? [box] : []),
    ...all(box, "[data-placeholder], [aria-placeholder], [placeholder]"),
  ];
  for (const place of places) {
    for (const name of HINTS) {
      const hint = attributeOf(place, name)?.trim();
      if (hint) yield hint;
    }
  }
};

/** @param {Node} node @returns {string} the node's text without zero-width characters */
const seen = (node) =>
  textOf(node)
    .replaceAll(/[\u200b\ufeff]/g, "")
    .trim();

/**
 * @param {ParentNode} box
 * @returns {boolean} all its text is decoration: it is the placeholder, or it is in non-editable nodes that
 *   have no attributes except LOOKS
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
