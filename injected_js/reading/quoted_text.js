/** Detects text that an answer only quotes, by the page's markup. */
import { attributeOf, matches } from "../platform/captured_dom.js";
import { lineOf } from "../platform/flat_tree.js";

const ELEMENTS = 'blockquote, q, cite, [role="blockquote" i], [aria-roledescription*="quote" i], [data-quote], [data-quoted], [data-blockquote]';
const WORDS = new Set(["quote", "quoted", "blockquote", "quotation", "cite", "cited", "citation", "replied"]);
/** Beside one of these in a class name, "reply" means the message that is answered, not the answer. */
const OF_REPLIES = new Set(["preview", "to", "context", "ref", "reference", "snippet", "original", "parent", "source"]);
/** A class of a utility framework may name an element that it styles: `prose-blockquote:pl-4`, `[&_q]:italic`. */
const UTILITY = /[^\w-]/;

/** @param {string} name  one class of an element @returns {boolean} */
const namesQuote = (name) => {
  if (UTILITY.test(name)) return false;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase().split(/[-_]+/);
  if (words.some((word) => WORDS.has(word))) return true;
  return words.includes("reply") && (words.length === 1 || words.some((word) => OF_REPLIES.has(word)));
};

/** @param {Element} element @returns {boolean} */
const hasQuoteClass = (element) => (attributeOf(element, "class") ?? "").split(/\s+/).some((name) => name && namesQuote(name));

/**
 * Class names count only inside the message: a site may call its answers replies.
 * @param {Element} element
 * @param {Element | null} message  the message around it
 * @returns {boolean} it is in a quote
 */
export const quoted = (element, message) => {
  let inside = true;
  for (const at of lineOf(element)) {
    if (at === message) inside = false;
    if (matches(at, ELEMENTS) || (inside && hasQuoteClass(at))) return true;
  }
  return false;
};
