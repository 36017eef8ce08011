/** The words that a user reads, in their language. Python sends the translations of the texts that are marked here. */

/** @type {Record<string, string>} */
let words = {};

/** @param {Record<string, string>} given  translations by English text */
export const useWords = (given) => {
  words = given;
};

/**
 * @param {string} text  English, with the names of the values in braces
 * @param {Record<string, string | number>} [values]
 * @returns {string} in the user's language
 */
export const t = (text, values = {}) =>
  (Object.hasOwn(words, text) ? /** @type {string} */ (words[text]) : text).replace(/\{(\w+)\}/g, (found, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : found,
  );

/** Marks a text that is translated where it is shown. @param {string} text */
export const mark = (text) => text;

/**
 * `toLocaleString` takes 20 ms at its first use in a page.
 * @param {number} count  a whole number
 * @returns {string} with a comma before each three digits
 */
export const grouped = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** @param {number} count */
export const toolsOf = (count) => (count === 1 ? t("your 1 tool") : t("your {count} tools", { count: grouped(count) }));
