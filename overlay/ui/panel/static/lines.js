/** Boxes for texts of many lines (JSON, diffs): the whole text, of which only the visible part is laid out. */
import { make, write } from "./dom.js";
import { WindowedText } from "./window.js";

const AT_ONCE = 200;
const LARGE = 100_000;

/** @param {string} line @returns {string} the line's class in a diff */
const kindOf = (line) => {
  if (/^(?:@@|--- |\+\+\+ )/.test(line)) return "place";
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return "";
};

/**
 * A scrollable box with the whole text.
 * @param {string} text @param {string} label @param {boolean} difference  mark lines that begin with + or -
 * @returns {HTMLElement}
 */
export const textBox = (text, label, difference = false) => {
  const pre = make("pre", difference ? "difference" : "");
  pre.tabIndex = 0;
  pre.setAttribute("role", "region");
  pre.setAttribute("aria-label", label);
  if (text.length > LARGE) {
    new WindowedText(pre, text, difference ? kindOf : () => "");
    return pre;
  }
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE);
    const part = make("div", "part");
    if (difference) part.append(...some.map((line) => make("div", kindOf(line), line || " ")));
    else write(part, some.join("\n"));
    pre.append(part);
  }
  return pre;
};
