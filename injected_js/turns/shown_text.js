/** Finds the elements that show a text, by its letters: sites draw a message with other spaces and signs. */
import { all, childrenIn, closest, isElement, parentOrHost, shadowOf, textOf } from "../platform/captured_dom.js";

/** The first letters identify a message; READ is the number of its characters that are searched for them. */
const LETTERS = 100;
const READ = 4000;
/** How many elements are looked at in one search. */
const MOST = 3000;
/** A copy of a message in one of these is a link to the conversation or a draft, not the message. */
const ELSEWHERE = `nav, aside, a[href], textarea, input, select, option, title, [role=navigation], [role=menu],
  [role=option], [role=textbox], [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]`;
const SILENT = "script, style, noscript, template";

/** @param {string} text @returns {string} */
export const lettersOf = (text) =>
  text
    .slice(0, READ)
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, LETTERS);

/**
 * What sites do not show when they draw a message as markdown: numbers of a list, languages of code, addresses of links,
 * directives (`:name[words]`).
 * @type {[RegExp, string][]}
 */
const UNDRAWN = [
  [/^\s*\d{1,9}[.)]\s/gm, " "],
  [/^\s*(?:```|~~~)[^\n]*/gm, " "],
  [/\[([^\]\n]{0,300})\]\([^)\n]{0,600}\)/g, "$1"],
  [/(?<!:):[a-z][\w-]{0,60}(?:\[([^\]\n]{0,300})\])?(?:\{[^}\n]{0,300}\})?/gi, "$1"],
];

/** @param {string} text @returns {string[]} its letters as it was written, and as sites show it that read some of markdown, or all */
export const formsOf = (text) => {
  let forms = [text.slice(0, READ)];
  for (const [part, by] of UNDRAWN) forms = [...new Set([...forms, ...forms.map((form) => form.replace(part, by))])];
  return [...new Set(forms.map(lettersOf))].filter((letters) => letters.length > 1);
};

/** @param {string} text @returns {number} how many letters and digits it has */
export const countLetters = (text) => text.replace(/[^\p{L}\p{N}]+/gu, "").length;

/** FNV-1a: the hash only has to be short. @param {string} text @returns {string} */
export const hashOf = (text) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16);
};

/** @param {Node} node @returns {Element[]} the elements directly in it, those of its open shadow tree first */
export const elementsIn = (node) => {
  const shadow = isElement(node) ? shadowOf(node) : null;
  const found = [];
  for (const root of shadow ? [shadow, node] : [node])
    for (const child of childrenIn(root)) if (isElement(child)) found.push(child);
  return found;
};

/** @param {Element} element @returns {string} its text, with that of open shadow trees directly in it */
export const wholeText = (element) => {
  const shadow = shadowOf(element);
  return (shadow ? textOf(shadow) : "") + textOf(element);
};

/** @param {Node} outer @param {Node} node @returns {boolean} `node` is in `outer`, or in a shadow tree in it */
export const holds = (outer, node) => {
  for (let at = /** @type {Node | null} */ (node); at; at = parentOrHost(at)) if (at === outer) return true;
  return false;
};

/** @param {Element} element @param {string} selector @returns {boolean} it is in a match, also outside of its shadow tree */
export const isIn = (element, selector) => {
  for (let at = /** @type {Node | null} */ (element); at; at = parentOrHost(at))
    if (isElement(at) && closest(at, selector)) return true;
  return false;
};

/**
 * @param {Element} root
 * @param {string[]} forms  a result of `formsOf`
 * @returns {Element[]} the innermost elements in `root` that show the text, not those in links and drafts
 */
export const placesOf = (root, forms) => {
  /** @type {Element[]} */
  const found = [];
  let left = MOST;
  const least = Math.min(...forms.map((letters) => letters.length));
  const hasText = (/** @type {Element} */ element) => {
    const text = wholeText(element);
    if (text.length < least) return false;
    const own = text.replace(/[^\p{L}\p{N}]+/gu, "");
    return forms.some((letters) => own.includes(letters));
  };
  const visit = (/** @type {Element} */ element) => {
    left -= 1;
    if (closest(element, SILENT)) return;
    const inner = elementsIn(element).filter((child) => left > 0 && hasText(child));
    if (!inner.length) found.push(element);
    for (const child of inner) visit(child);
  };
  // Text in the shadow trees below is not a part of the element's own text.
  const search = (/** @type {Element} */ element) => {
    if (hasText(element)) {
      visit(element);
      return;
    }
    for (const inner of all(element, "*")) {
      left -= 1;
      if (left <= 0) return;
      const shadow = shadowOf(inner);
      if (shadow) for (const child of elementsIn(inner)) search(child);
    }
  };
  search(root);
  return found.filter((element) => !isIn(element, ELSEWHERE));
};
