/** Decides whether a block may grow without moving text that the user may be reading. */
import { isElement, isText, dataOf, nextOf, parentOf, rectOf, textOf } from "../platform/captured_dom.js";

/** @param {Node} node @param {import("./host_elements.js").Hosts} hosts @returns {boolean} text or a block, in the flow and in view */
const isSeen = (node, hosts) => {
  if (isText(node)) return !!dataOf(node).trim();
  if (!isElement(node) || !(hosts.isOwn(node) || textOf(node).trim())) return false;
  const { top, height } = rectOf(node);
  return height > 0 && top < innerHeight && !/absolute|fixed|sticky/.test(getComputedStyle(node).position);
};

/**
 * @param {import("./host_content.js").HostContent} content
 * @param {string} id  of the block
 * @param {import("./host_elements.js").Hosts} hosts
 * @returns {boolean} no content that scrolls with the block is in view below it
 */
export const isLast = (content, id, hosts) => {
  if (content.states.at(-1)?.id !== id) return false;
  for (let at = /** @type {Node | null} */ (content.host); at; at = parentOf(at)) {
    if (isElement(at) && at !== content.host && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
    for (let next = nextOf(at); next; next = nextOf(next)) if (isSeen(next, hosts)) return false;
  }
  return true;
};
