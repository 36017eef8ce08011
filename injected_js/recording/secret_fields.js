/** Tells which fields hold a secret, whose value is never recorded. */
import { attributeOf, localNameOf } from "../platform/captured_dom.js";

/** Tokens of `autocomplete` for secrets, from the HTML standard's list of autofill fields. */
const SECRET_TOKENS = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-[a-z-]+)(?:\s|$)/i;
const SECRET_NAMES = /csrf|xsrf|token|nonce|secret|api[-_]?key|session|user|e-?mail|account/i;

/** Names and ids of fields in which people type a secret as plain text. */
const TYPED_SECRETS =
  /(?:^|[^a-z])(?:(?:api|access|private|secret|auth|ssh|rsa|gpg|pgp|openai|anthropic)[-_ ]?keys?|secrets?|credentials?|pem|pass(?:word|wd|phrase|code)|pwd|t?otp|pin|token)(?:$|[^a-z])/i;
/** The first word of a text area's name that says what is done with the text: `pin-message`, `token-input`. */
const DONE_WITH_IT = /^(?:pin|token)[^a-z]+(?!value|field|text|area|box)(?=[a-z])/i;
const CAMEL = /([a-z])([A-Z])/g;

/** Fields that were once password fields: a button may show their value as text. @type {WeakSet<Element>} */
const once = new WeakSet();

/** @param {Element} element @returns {boolean} whether its name or id says that a secret is typed in it */
const isNamedSecret = (element) =>
  !["number", "range"].includes((attributeOf(element, "type") ?? "").toLowerCase()) &&
  [attributeOf(element, "name"), attributeOf(element, "id")].some((given) => {
    const name = (given ?? "").replace(CAMEL, "$1-$2");
    return TYPED_SECRETS.test(localNameOf(element) === "textarea" ? name.replace(DONE_WITH_IT, "") : name);
  });

/** @param {Element} element @returns {boolean} whether it is a field for a password, a key, a card or a one-time code */
export const isSecretField = (element) => {
  if (!["input", "textarea"].includes(localNameOf(element))) return false;
  const password = (attributeOf(element, "type") ?? "").toLowerCase() === "password";
  if (password || isNamedSecret(element) || SECRET_TOKENS.test(attributeOf(element, "autocomplete") ?? ""))
    once.add(element);
  return once.has(element);
};

/**
 * @param {Element} element @param {string} name  of an attribute, lower case
 * @returns {boolean} whether the attribute is the value of a secret, of a hidden field, or a page's own token
 */
export const isSecretAttribute = (element, name) => {
  const tag = localNameOf(element);
  if (tag === "input" && name === "value")
    return isSecretField(element) || (attributeOf(element, "type") ?? "").toLowerCase() === "hidden";
  if (tag !== "meta" || name !== "content") return false;
  return SECRET_NAMES.test(attributeOf(element, "name") ?? attributeOf(element, "property") ?? "");
};
