/** What a field of one line is for, by the words and attributes on it. */
import { attributeOf, closest, contains, matches, textOf } from "../platform/captured_dom.js";
import { closestDeep } from "../site/page_model.js";

/** @typedef {"message" | "search" | "dialog" | "other"} FieldPurpose `search`, `dialog`: like a search, or in a dialog, which need not be so */

/** Fields of which the browser or the site offers values. */
const CHOICE = "[role=combobox], [list], [autocomplete]:not([autocomplete=off])";
const SEARCH = "[type=search i], [role=searchbox], [name=q]";
/** Parts of a page without a message box in them. */
const ELSEWHERE = "search, header, nav, [role=search], [role=banner], [role=navigation]";
export const DIALOG = "dialog, [role=dialog]";
/** Not "research", which is another word. */
const SEARCH_NAME = /(?<!re)search/i;
const SEARCH_LABEL = /(?<!re)search|filter/i;
/** In other languages; some of the words are also in labels of message boxes. */
const MAYBE_SEARCH = /(?<!ver|be|ter)suche|recherche|buscar|busca\b|pesquis|поиск|найти|搜索|搜尋|查找|検索|검색/i;
const ASKS = /\b(ask|message|question)\b|\bfrag|pregunt|pergunt|вопрос|спрос/i;
const NAME_LABEL = /\b(name|title|rename|url|e-?mail|newsletter)\b|名称|名前|标题|邮箱|이름/i;

/** @param {Element} field @returns {string} the text that tells a user what to write in it */
const labelOf = (field) => {
  const own = ["placeholder", "aria-label", "title"].map((name) => attributeOf(field, name) ?? "");
  const labels = field instanceof HTMLInputElement ? [...(field.labels ?? [])] : [];
  // A label around a field may hold the switches beside it too.
  const about = labels.filter((label) => !((own[0] || own[1]) && contains(label, field)));
  return [...own, ...about.map(textOf)].join(" ");
};

/** @param {Element} field @returns {boolean} */
const isOfLogin = (field) =>
  field instanceof HTMLInputElement &&
  [...(field.form?.elements ?? [])].some((at) => at instanceof HTMLInputElement && at.type === "password");

/** @param {Element} field @returns {FieldPurpose} */
export const purposeOfField = (field) => {
  if (matches(field, CHOICE) || closestDeep(field, ELSEWHERE) || isOfLogin(field)) return "other";
  const label = labelOf(field);
  if (SEARCH_LABEL.test(label)) return "other";
  if (!ASKS.test(label) && (MAYBE_SEARCH.test(label) || NAME_LABEL.test(label))) return "other";
  const names = ["id", "class", "name"].some((key) => SEARCH_NAME.test(attributeOf(field, key) ?? ""));
  if (names || matches(field, SEARCH)) return "search";
  return closest(field, DIALOG) ? "dialog" : "message";
};
