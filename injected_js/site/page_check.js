/**
 * Says how the page script reads the code blocks of a page with a profile, for `overlay sites check`. It observes
 * nothing and changes nothing, so it also works in a saved page, in which no script runs.
 */
import { shadowOf } from "../platform/captured_dom.js";
import { Roots } from "../platform/shadow_roots.js";
import { MOST } from "../observe/batches.js";
import { Finder } from "../observe/block_finder.js";
import { readFence } from "../reading/block_text.js";
import { isFence } from "../reading/fences.js";
import { Page } from "./page_model.js";
import { resolveSelectors } from "./selectors.js";
import { countCode, isSeen } from "./unread_code.js";

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
 * @returns {{ blocks: number, partly: number, outside: number, unread: import("../protocol.js").UnreadCode[] }} the code
 *   blocks of the answers; `partly`: a code editor draws only a part of its text, and may give the rest to overlay;
 *   `outside`: code blocks that are in no message
 */
export const checkedCode = (profile) => {
  const roots = new Roots();
  const page = new Page(resolveSelectors({ ...profile, guessed: false }, roots), roots);
  // The first search finds the shadow trees, which may hold the messages.
  find(page);
  const found = find(page);
  const fences = found.filter((one) => ![null, one].includes(page.message(one)));
  const outside = found.filter((one) => isFence(one) && !page.message(one) && isSeen(one)).length;
  const known = fences.map((node) => {
    const { text, drawn } = readFence(node);
    return { node, text, long: text.length > MOST, part: !!drawn && !text.trim(), partly: !!drawn && !!text.trim() };
  });
  const partly = known.filter((block) => block.partly && page.role(block.node) !== "user").length;
  return { ...countCode(page, known), partly, outside };
};
