/** Draws Markdown that Python has parsed: known elements with texts, without links and without anything that loads. */
import { t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { create, createText } from "../platform/captured_dom.js";
import { visible } from "./visible_text.js";

/** @typedef {import("../protocol.js").MarkdownNode} MarkdownNode */

/** @param {MarkdownNode[]} nodes @returns {HTMLElement} */
export const drawMarkdown = (nodes) => {
  const box = make("div", "result-structure result-markdown");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", t("Result, formatted"));
  add(box, nodes);
  return box;
};

/** @param {HTMLElement} parent @param {MarkdownNode[]} nodes */
const add = (parent, nodes) => {
  for (const { tag, text, children } of nodes) {
    if (tag === "text") {
      parent.append(createText(visible(text)));
      continue;
    }
    const element = elementOf(tag);
    if (tag !== "a") element.textContent = visible(text);
    add(element, children);
    // A link's text can be anything, so its host is shown too.
    if (tag === "a") element.append(make("span", "link-host", ` (${visible(text)})`));
    parent.append(element);
  }
};

/** @param {MarkdownNode["tag"]} tag @returns {HTMLElement} */
const elementOf = (tag) => {
  if (tag === "a") return make("span", "markdown-link");
  const level = /^h(\d)$/.exec(tag)?.[1];
  if (!level) return create(tag);
  // The block's name is the first heading of its document.
  const heading = make("div", `markdown-heading level-${level}`);
  heading.setAttribute("role", "heading");
  heading.setAttribute("aria-level", String(Number(level) + 1));
  return heading;
};
