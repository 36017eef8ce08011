/** Decides which markup of the page is recorded: nothing that could run script in a replay, and no secret field. */
import { isElement, localNameOf, parentOf } from "../platform/captured_dom.js";
import { isSecretAttribute, isSecretField } from "./secret_fields.js";

/** Values with more UTF-16 units are recorded as "": they are `data:` URLs of pictures and the like. */
const LONGEST = 300_000;
const NEVER = new Set(["nonce", "srcdoc", "integrity"]);
const SCRIPT = /^[\s\u0000-\u001f]*(?:j\s*a\s*v\s*a|v\s*b|l\s*i\s*v\s*e)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/**
 * @param {string} tag @param {string} name @param {string} value
 * @returns {boolean} the attribute could run script, or only has a meaning for the page that it was made for
 */
export const isActive = (tag, name, value) => {
  const lower = name.toLowerCase();
  return (
    lower.startsWith("on") ||
    NEVER.has(lower) ||
    (tag === "script" && lower === "src") ||
    (tag === "meta" && lower === "http-equiv") ||
    SCRIPT.test(value)
  );
};

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 * @returns {string | null} null if the attribute is not recorded
 */
export const clean = (element, name, value) => {
  if (value === null || isActive(localNameOf(element), name, value)) return null;
  return value.length > LONGEST || isSecretAttribute(element, name.toLowerCase()) ? "" : value;
};

/** @param {Node} text @returns {boolean} whether the text is in a script or a field for a secret, so it is not recorded */
export const mute = (text) => {
  const parent = parentOf(text);
  return !!parent && isElement(parent) && (localNameOf(parent) === "script" || isSecretField(parent));
};
