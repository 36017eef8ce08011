/** Code with all of its line numbers in one element beside it, as highlighters on a server draw it: two `pre` side by side. */
import { all, childCountOf, childrenOf, lastElementOf, localNameOf, one, textOf } from "../platform/captured_dom.js";
import { hasColumns, layoutOf } from "./box_layout.js";
import { codeLines } from "./code_text.js";
import { counts } from "./line_numbers.js";
import { BUTTONS } from "./toolbar_filter.js";

/** @param {Element} box @returns {Element[]} what may be drawn side by side in it; empty if that is not the code's form */
const columnsOf = (box) => {
  if (localNameOf(box) === "table") {
    const row = one(box, "tr");
    return row && !one(box, "tr ~ tr, tbody ~ tbody, thead, tfoot") ? Array.from(childrenOf(row)) : [];
  }
  const last = lastElementOf(box);
  if (!last || localNameOf(last) !== "pre" || childCountOf(box) !== 2) return [];
  return Array.from(childrenOf(box));
};

/** @param {Element} box @returns {boolean} to ask it, the browser computes the styles of all that changed */
const drawsColumns = (box) => {
  if (localNameOf(box) === "table") return true;
  const layout = layoutOf(box);
  return layout === "row" || hasColumns(layout);
};

/** @param {Element} column @returns {Element | null} its only `pre`, if it has no other text than that and buttons */
const preIn = (column) => {
  if (localNameOf(column) === "pre") return column;
  const pre = one(column, "pre");
  if (!pre || [...all(column, "pre")].length > 1) return null;
  let rest = textOf(column).replace(textOf(pre), "");
  for (const button of all(column, BUTTONS)) rest = rest.replace(textOf(button), "");
  return rest.trim() ? null : pre;
};

/** @param {Element} box @returns {Element | null} the code in it, if there is nothing else but a number for each of its lines */
export const codeBesideNumbers = (box) => {
  const [numbers, column, more] = columnsOf(box);
  if (!numbers || !column || more) return null;
  const count = preIn(numbers) ? counts(textOf(numbers)) : 0;
  const code = count ? preIn(column) : null;
  if (!code || !drawsColumns(box)) return null;
  const lines = codeLines(code);
  return lines.length - (lines.at(-1) ? 0 : 1) === count || lines.length === count ? code : null;
};
