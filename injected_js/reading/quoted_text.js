/** Detects text that an answer only quotes or has withdrawn, by the page's markup. */
import { attributeOf, localNameOf, matches } from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";

const ELEMENTS =
  'blockquote, q, cite, [role="blockquote" i], [role="doc-footnote" i], [role="doc-endnotes" i], [role="tooltip" i], [aria-roledescription*="quote" i], [data-quote], [data-quoted], [data-blockquote]';
/**
 * Text that was withdrawn, whether or not the page draws a line through it. It is still read as part of a message: a
 * renderer may create such an element from two tildes in an argument, and an unfenced call never runs automatically.
 */
const WITHDRAWN = 'del, s, strike, [role="deletion" i]';
const WORDS = new Set([
  "quote",
  "quoted",
  "blockquote",
  "quotation",
  "cite",
  "cited",
  "citation",
  "replied",
  "footnote",
  "footnotes",
  "endnotes",
]);
/** Together with one of these in a class name, "reply" means the message that is answered, not the answer. */
const OF_REPLIES = new Set(["preview", "to", "context", "ref", "reference", "snippet", "original", "parent", "source"]);
/** A class of a utility framework may name an element that it styles: `prose-blockquote:pl-4`, `[&_q]:italic`. */
const UTILITY = /[^\w-]/;

/** @param {string} name @returns {string[]} */
const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** @param {string} name  one class of an element @returns {boolean} */
const namesQuote = (name) => {
  if (UTILITY.test(name)) return false;
  const words = wordsOf(name);
  if (words.some((word) => WORDS.has(word))) return true;
  return words.includes("reply") && (words.length === 1 || words.some((word) => OF_REPLIES.has(word)));
};

/** Attributes whose words may name an element a quote. */
const NAMES = ["aria-label", "data-testid", "data-type", "data-role", "id"];

/** @param {Element} element @returns {boolean} whether the element's tag name, a class or one of NAMES has a word for a quote */
const isNamedQuote = (element) =>
  namesQuote(localNameOf(element)) ||
  (attributeOf(element, "class") ?? "").split(/\s+/).some((name) => name && namesQuote(name)) ||
  NAMES.some((attribute) => wordsOf(attributeOf(element, attribute) ?? "").some((word) => WORDS.has(word)));

/** A fast test: a name without any of these has no word for a quote. */
const HINT = /quot|cite|citation|repl|note/i;

/** @param {Element} element  inside a message @returns {boolean} whether the element is a quote, by its tag, its classes or its attributes */
export const isQuote = (element) => {
  if (matches(element, ELEMENTS)) return true;
  if (
    !HINT.test(localNameOf(element)) &&
    !["class", ...NAMES].some((name) => HINT.test(attributeOf(element, name) ?? ""))
  )
    return false;
  return isNamedQuote(element);
};

/**
 * Names count only inside the message: a site may call its answers replies.
 * @param {Element} element
 * @param {Element | null} message  the message around it
 * @returns {boolean} whether the element is in a quote, or in text that was withdrawn
 */
export const quoted = (element, message) => {
  let inside = true;
  for (const at of flatPath(element)) {
    if (at === message) inside = false;
    if (matches(at, ELEMENTS) || matches(at, WITHDRAWN) || (inside && isNamedQuote(at))) return true;
  }
  return false;
};
