/**
 * Decides which parts of a recorded page are built: nothing that runs script or loads another document.
 * `overlay/capture/replay/sanitize.py` has the same rules; a test compares the two.
 */

const NEVER = new Set(["nonce", "srcdoc", "integrity"]);
const FRAMES = new Set(["iframe", "frame", "object", "embed", "portal", "fencedframe"]);
/** This element is not recorded and not in tree dumps. */
export const NOT_RECORDED = "noscript";
const LEADS = new Set(["src", "data"]);

/** @param {string} tag @param {string} name @param {string} value @returns {boolean} */
export const kept = (tag, name, value) => {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || NEVER.has(lower)) return false;
  if (tag === "script" && lower === "src") return false;
  if (FRAMES.has(tag) && LEADS.has(lower)) return false;
  if (tag === "meta" && lower === "http-equiv") return false;
  return !value
    .replace(/[\u0000- ]/g, "")
    .toLowerCase()
    .startsWith("javascript:");
};

/** @param {string} tag @returns {boolean} its text is code, which is not built */
export const silent = (tag) => tag === "script";
