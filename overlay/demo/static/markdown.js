/**
 * Markdown to safe HTML. This module has the page's only Trusted Types policy, and returns only sanitised HTML.
 */

import hljs from "./vendor/highlight.js";
import json from "./vendor/highlight-json.js";
import python from "./vendor/highlight-python.js";
import xml from "./vendor/highlight-xml.js";
import MarkdownIt from "./vendor/markdown-it.js";

hljs.registerLanguage("json", json);
hljs.registerLanguage("python", python);
hljs.registerLanguage("xml", xml);
hljs.registerAliases(["jsonl", "ndjson"], { languageName: "json" });

// The sanitiser is a classic script, which runs before all modules.
const { DOMPurify, trustedTypes } = /** @type {any} */ (globalThis);

const md = new /** @type {any} */ (MarkdownIt)({ html: false, linkify: false }).disable("image");

md.renderer.rules.fence = (/** @type {any[]} */ tokens, /** @type {number} */ index) => {
  const language = tokens[index].info.trim().split(/\s+/)[0];
  return cardHtml(language, highlighted(tokens[index].content, language));
};
md.renderer.rules.code_block = (/** @type {any[]} */ tokens, /** @type {number} */ index) =>
  cardHtml("", md.utils.escapeHtml(tokens[index].content));
// Column alignment would be a style attribute, which the Content Security Policy refuses.
for (const rule of ["th_open", "td_open"]) {
  md.renderer.rules[rule] = (/** @type {any[]} */ tokens, /** @type {number} */ index) => `<${tokens[index].tag}>`;
}

/** @param {string} code @param {string} language @returns {string} HTML */
function highlighted(code, language) {
  if (!hljs.getLanguage(language)) return md.utils.escapeHtml(code);
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

/** @param {string} language @param {string} code HTML */
function cardHtml(language, code) {
  const label = md.utils.escapeHtml(language || "text");
  const name = language ? `language-${label} hljs` : "hljs";
  return (
    `<div class="code-card"><div class="code-head"><span class="code-lang">${label}</span>` +
    `<button type="button" class="copy">Copy</button></div><pre><code class="${name}">${code}</code></pre></div>\n`
  );
}

const policy = trustedTypes?.createPolicy("demo-markdown", {
  createHTML: (/** @type {string} */ html) => html,
  createScriptURL: () => {
    throw new TypeError("this page loads no other script");
  },
});

const RULES = { FORBID_ATTR: ["style"], ...(policy && { TRUSTED_TYPES_POLICY: policy }) };

/** @param {string} text Markdown @returns {string} sanitised HTML, in Chromium as TrustedHTML */
export function toHtml(text) {
  return DOMPurify.sanitize(md.render(text), { ...RULES, RETURN_TRUSTED_TYPE: true });
}

/** @param {string} text Markdown @returns {DocumentFragment} the same as nodes */
export function toFragment(text) {
  return DOMPurify.sanitize(md.render(text), { ...RULES, RETURN_DOM_FRAGMENT: true });
}
