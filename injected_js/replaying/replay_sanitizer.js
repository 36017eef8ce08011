/**
 * Decides which parts of a recorded page are built: nothing that runs script or loads another document. A recording is
 * untrusted, so what the recorder leaves out is checked again.
 */
import { isActive } from "../recording/sanitizer.js";

const FRAMES = new Set(["iframe", "frame", "object", "embed", "portal", "fencedframe"]);
/** This element is not recorded and not in tree dumps. */
export const NOT_RECORDED = "noscript";
const LEADS = new Set(["src", "data"]);

/** @param {string} tag @param {string} name @param {string} value @returns {boolean} */
export const kept = (tag, name, value) =>
  !isActive(tag, name, value) && !(FRAMES.has(tag) && LEADS.has(name.toLowerCase()));

/** @param {string} tag @returns {boolean} whether the tag's text is code, which is not built */
export const silent = (tag) => tag === "script";
