/**
 * Says how the page script reads the code blocks of a page with a profile, for `overlay sites check`. It observes
 * nothing and changes nothing, so it also works in a saved page, in which no script runs.
 */
import { contains, shadowOf, textOf } from "../platform/captured_dom.js";
import { Roots } from "../platform/shadow_roots.js";
import { Finder } from "../observe/block_finder.js";
import { readFence } from "../reading/block_text.js";
import { Page } from "./page_model.js";
import { resolveSelectors } from "./selectors.js";

/**
 * @typedef {object} Checked  a code block in a message
 * @property {import("../protocol.js").Role} role
 * @property {boolean} read  its text was read
 * @property {boolean} partly  a code editor draws only a part of it
 */

/** @param {Page} page @returns {Element[]} the blocks and messages, also those in shadow trees */
const find = (page) => {
  const hosts = /** @type {any} */ ({ pageRoot: shadowOf });
  const controller = new AbortController();
  const finder = new Finder({ page, hosts, watch() {}, late() {}, signal: controller.signal });
  const found = finder.scan(document.documentElement);
  controller.abort();
  page.invalidate();
  return found;
};

/**
 * @param {import("../config_types.js").Profile} profile
 * @param {string} code  the selector of code blocks that is in use, "" for none
 * @returns {Checked[]} the code blocks in messages, in no order
 */
export const checkedBlocks = (profile, code) => {
  const roots = new Roots();
  const page = new Page(resolveSelectors({ ...profile, guessed: false }, roots), roots);
  // The first search finds the shadow trees, which may hold the messages.
  find(page);
  const fences = find(page).filter((found) => ![null, found].includes(page.message(found)));
  const checked = fences.map((fence) => {
    const { text, drawn } = readFence(fence);
    return { role: page.role(fence), read: !!text.trim() || !textOf(fence).trim(), partly: !!drawn };
  });
  const drawn = code ? roots.all(code).filter((element) => page.message(element)) : [];
  const unknown = drawn.filter(
    (element) =>
      textOf(element).trim() &&
      getComputedStyle(element).display !== "inline" &&
      !fences.some((fence) => contains(fence, element) || contains(element, fence)),
  );
  return [...checked, ...unknown.map((element) => ({ role: page.role(element), read: false, partly: false }))];
};
