/** The elements of a function block, with the class names that tests and themes use (DESIGN, "the block"). */
import { t } from "../platform/language.js";
import { create } from "../platform/captured_dom.js";

/** @param {string} name @param {string} className @param {string} [text] @returns {HTMLElement} */
export const make = (name, className, text = "") => {
  const element = create(name);
  element.className = className;
  if (text) element.textContent = text;
  if (name === "button") /** @type {HTMLButtonElement} */ (element).type = "button";
  return element;
};

/** @param {HTMLElement} parent @param {HTMLElement[]} children */
const fill = (parent, ...children) => {
  parent.append(...children);
  return parent;
};

/** Gives blocks the colours and the layout that fit the page. @param {HTMLElement} list @param {import("./face_protocol.js").Around} around */
export const fitIn = (list, { dark, rtl }) => {
  list.classList.toggle("dark", dark);
  list.classList.toggle("rtl", rtl);
};

/** @param {string} id */
export const makeTree = (id) => {
  const tree = {
    block: make("div", "function-block"),
    language: make("div", "language-tag"),
    row: make("div", "function-name-row"),
    name: make("span", "function-name-text"),
    target: make("span", "function-target"),
    effects: make("ul", "effects"),
    elapsed: make("span", "elapsed"),
    status: make("span", "status"),
    callId: make("span", "call-id"),
    expand: make("button", "expand-button", "▼"),
    content: make("div", "expandable-content"),
    changed: make("div", "changed-params"),
    list: make("div", "function-params"),
    form: make("div", "edit-form"),
    note: make("div", "note"),
    countdown: make("div", "countdown"),
    countdownText: make("span", "countdown-text"),
    countdownBar: make("div", "countdown-bar"),
    progress: make("div", "progress"),
    guardNote: make("div", "guard-note"),
    buttons: make("div", "function-buttons"),
    raw: make("div", "raw"),
    result: make("div", "function-result"),
    foot: make("div", "block-foot"),
  };
  tree.block.dataset.blockId = id;
  tree.block.setAttribute("role", "group");
  tree.expand.setAttribute("aria-label", t("Show or hide the arguments"));
  tree.guardNote.setAttribute("role", "alert");
  tree.result.dataset.none = t("No arguments");
  tree.progress.setAttribute("role", "progressbar");
  tree.progress.append(make("div", "progress-bar"));
  tree.effects.setAttribute("aria-label", t("What the tool may do"));
  for (const element of [tree.progress, tree.language, tree.raw, tree.result, tree.effects]) element.hidden = true;
  const left = fill(make("div", "function-name-left"), fill(tree.row, tree.name, tree.target), tree.effects);
  const right = fill(make("div", "function-name-right"), tree.elapsed, tree.status, tree.callId, tree.expand);
  fill(
    tree.block,
    tree.language,
    fill(make("div", "function-name"), left, right),
    fill(tree.content, tree.changed, tree.list, tree.form),
    tree.result,
    fill(
      tree.foot,
      fill(make("div", "foot-words"), tree.note, tree.progress, tree.countdown, tree.guardNote),
      tree.buttons,
    ),
    tree.raw,
  );
  return tree;
};
