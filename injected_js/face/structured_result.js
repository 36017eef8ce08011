/** Draws a JSON result as a tree, and a list of objects as a table that can be sorted. */
import { t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { onPress } from "./trusted_press.js";
import { visible } from "./visible_text.js";

/** Maximum characters of a text that is parsed. */
const MOST = 200_000;
/** Rows of a table, or entries of a part of the tree, that are drawn first; a button shows the rest. */
const PAGE = 100;
const COLUMNS = 12;
/** Characters of a nested value in a cell. */
const CELL = 80;
/** A number with this many digits would be rounded. */
const LONG_NUMBER = /(?<!["\w.])-?\d{16,}|\d\.\d{16,}/;

/** @typedef {Record<string, unknown>} Row */

/** @param {unknown} value @returns {value is Row} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {string} text @returns {unknown} undefined: it is not JSON that can be drawn exactly */
const parsed = (text) => {
  if (text.length > MOST || !/^\s*[[{]/.test(text) || LONG_NUMBER.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * @param {string} text  a result
 * @param {AbortSignal} signal
 * @returns {HTMLElement | null} null: plain text shows it better
 */
export const drawStructure = (text, signal) => {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || !Object.keys(value).length) return null;
  const box = make("div", "result-structure");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", t("Result"));
  const columns = Array.isArray(value) ? columnsOf(value) : null;
  box.append(
    columns ? table(/** @type {Row[]} */ (value), columns, signal) : entries(/** @type {object} */ (value), signal),
  );
  return box;
};

/** @param {unknown[]} rows @returns {string[] | null} null: it is not a list of similar objects */
const columnsOf = (rows) => {
  if (!rows.every(isObject)) return null;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(/** @type {Row} */ (row))))];
  return columns.length && columns.length <= COLUMNS ? columns : null;
};

/** @param {unknown} value @returns {string} */
const cellText = (value) => {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  return text.length > CELL ? `${text.slice(0, CELL)}…` : text;
};

/** @param {unknown} one @param {unknown} other */
const compare = (one, other) => {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return cellText(one).localeCompare(cellText(other), undefined, { numeric: true });
};

/** @param {Row[]} rows @param {string[]} columns @param {AbortSignal} signal @returns {HTMLElement} */
const table = (rows, columns, signal) => {
  const box = make("div", "result-table");
  const grid = make("table", "");
  const body = make("tbody", "");
  let sorted = rows;
  let shown = PAGE;
  const more = make("button", "more-button");
  const draw = () => {
    body.replaceChildren(
      ...sorted.slice(0, shown).map((row) => {
        const line = make("tr", "");
        line.append(
          ...columns.map((column) =>
            make("td", typeof row[column] === "number" ? "number" : "", visible(cellText(row[column]))),
          ),
        );
        return line;
      }),
    );
    more.hidden = shown >= rows.length;
    more.textContent = t("Show all {count} rows", { count: rows.length });
  };
  const line = make("tr", "");
  for (const column of columns) {
    const cell = make("th", rows.every((row) => typeof row[column] === "number") ? "number" : "");
    cell.setAttribute("scope", "col");
    const sort = make("button", "sort-button", visible(column));
    cell.append(sort);
    onPress(
      sort,
      () => {
        const down = cell.getAttribute("aria-sort") === "ascending";
        for (const other of line.children) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", down ? "descending" : "ascending");
        sorted = rows.toSorted((one, other) => (down ? -1 : 1) * compare(one[column], other[column]));
        draw();
      },
      signal,
    );
    line.append(cell);
  }
  const head = make("thead", "");
  head.append(line);
  grid.append(head, body);
  onPress(
    more,
    () => {
      shown = rows.length;
      draw();
    },
    signal,
  );
  draw();
  box.append(grid, more);
  return box;
};

/** @param {object} value @param {AbortSignal} signal @returns {HTMLElement} the entries of an object or a list */
const entries = (value, signal) => {
  const list = make("ul", "result-tree");
  const all = Object.entries(value);
  /** @param {number} from @param {number} to */
  const draw = (from, to) =>
    list.append(...all.slice(from, to).map(([key, item]) => entry(Array.isArray(value) ? "" : key, item, signal)));
  draw(0, PAGE);
  if (all.length > PAGE) {
    const last = make("li", "");
    const more = make("button", "more-button", t("Show all {count} entries", { count: all.length }));
    last.append(more);
    onPress(
      more,
      () => {
        last.remove();
        draw(PAGE, all.length);
      },
      signal,
    );
    list.append(last);
  }
  return list;
};

/** @param {string} key @param {unknown} value @param {AbortSignal} signal */
const entry = (key, value, signal) => {
  const item = make("li", "");
  const name = make("span", "key", key && `${visible(key)}: `);
  if (typeof value !== "object" || value === null || !Object.keys(value).length) {
    item.append(
      name,
      make(
        "span",
        value === null ? "null" : typeof value,
        visible(typeof value === "string" ? value : JSON.stringify(value)),
      ),
    );
    return item;
  }
  const part = make("details", "");
  const summary = make("summary", "");
  const count = Object.keys(value).length;
  summary.append(
    name,
    make("span", "count", Array.isArray(value) ? t("{count} items", { count }) : t("{count} fields", { count })),
  );
  part.append(summary);
  // Nested parts are drawn when they are opened, so that a deep value costs no more than its visible part.
  part.addEventListener("toggle", () => part.append(entries(value, signal)), { once: true, signal });
  item.append(part);
  return item;
};
