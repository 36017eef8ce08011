/** Decides which markup of the page is recorded: nothing that could run script in a replay. */
import { localNameOf, parentOf } from "../platform/captured_dom.js";

/** Values with more UTF-16 units are recorded as "": they are `data:` URLs of pictures and the like. */
const LONGEST = 300_000;
const ADDRESSES = new Set(["href", "xlink:href", "src", "action", "formaction", "data", "poster"]);
const NEVER = new Set(["nonce", "srcdoc", "integrity"]);
const SCRIPT = /^[\s\u0000-\u001f]*(?:j\s*a\s*v\s*a|v\s*b|l\s*i\s*v\s*e)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 * @returns {string | null} null if the attribute is not recorded
 */
export const clean = (element, name, value) => {
  if (value === null) return null;
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || NEVER.has(lower)) return null;
  if (ADDRESSES.has(lower) && SCRIPT.test(value)) return null;
  const tag = localNameOf(element);
  if (tag === "script" && lower === "src") return null;
  if (tag === "meta" && lower === "http-equiv") return null;
  return value.length > LONGEST ? "" : value;
};

/** @param {Node} text @returns {boolean} it is in a `script` element, whose text is not recorded */
export const mute = (text) => {
  const parent = parentOf(text);
  return !!parent && parent.nodeType === 1 && localNameOf(parent) === "script";
};
