/**
 * Counts the code blocks of the answers, and those whose text can't be read, with the reason. A block that the user sees
 * but overlay can't read must be said: a call in it would be missed in silence. The page script and `overlay sites check`
 * count in the same way.
 */
import {
  all,
  attributeOf,
  closest,
  contains,
  isElement,
  localNameOf,
  one,
  parentOf,
  rectOf,
  textOf,
} from "../platform/captured_dom.js";
import { textRoot } from "../reading/block_text.js";
import { isFolded, treeIn } from "../reading/json_tree.js";
import { BUTTONS } from "../reading/toolbar_filter.js";

/** Words of the button that shows the text of a tree. */
const RAW = /^(?:raw|source|text|roh|quelltext|原始|原文|源码|文本|源代码)/i;
/** How many elements around a tree are searched for that button. */
const AROUND = 5;
/** A view that draws code in another way than as text. */
const DRAWN = "canvas, iframe, img, object, embed";
/** Pixels: a block that is less tall shows no code. */
const TALL = 12;
const NAME = 40;

/**
 * @typedef {import("../protocol.js").UnreadCode} UnreadCode
 *
 * @typedef {object} KnownCode  a code block that the page script found
 * @property {Element} node
 * @property {string} text  its text as far as it was read
 * @property {boolean} long  its text is too long to be read
 * @property {boolean} part  the rest of its text can't be read, or nothing of it
 */

/** @param {Element} element */
export const isSeen = (element) => rectOf(element).height >= TALL;

/** @param {Element} tree @returns {string} the words of the site's button that shows its text, "" if none was found */
const rawButton = (tree) => {
  for (let up = /** @type {Node | null} */ (tree), level = 0; up && isElement(up) && level < AROUND; level += 1) {
    for (const button of all(up, `${BUTTONS}, [role="tab"], [role="radio"]`)) {
      const words = textOf(button).trim() || attributeOf(button, "aria-label") || "";
      if (RAW.test(words)) return words.slice(0, NAME);
    }
    up = parentOf(up);
  }
  return "";
};

/** @param {Element} frame @returns {boolean} it has a text beside those of its buttons */
const hasWords = (frame) => {
  const buttons = [...all(frame, BUTTONS)].reduce((length, button) => length + textOf(button).trim().length, 0);
  return textOf(frame).replace(/\s/g, "").length > buttons;
};

/** @param {KnownCode} block @returns {UnreadCode | null} null: it was read, or is empty */
const whyUnread = ({ node, text, long, part }) => {
  if (long) return { why: "long", button: "" };
  if (part) return { why: "part", button: "" };
  if (text.trim() || !isSeen(node)) return null;
  const tree = treeIn(node);
  if (tree) return { why: isFolded(tree) ? "folded" : "tree", button: rawButton(tree) };
  if (one(node, DRAWN)) return { why: "drawn", button: "" };
  return textOf(textRoot(node)).trim() || hasOwnText(node) ? { why: "unknown", button: "" } : null;
};

/** @param {Element} node @returns {boolean} a part of it may show a text that is not in the page's tree: a component, or a text field */
const hasOwnText = (node) =>
  [...all(node, "*")].some(
    (part) =>
      (localNameOf(part).includes("-") || localNameOf(part) === "textarea") && !closest(part, BUTTONS) && isSeen(part),
  );

/**
 * @param {import("./page_model.js").Page} page
 * @param {Element[]} known  code blocks that the page script found
 * @returns {Element[]} elements that the profile calls code, in which it found none
 */
const unknownCode = (page, known) => {
  const { code, fence } = page.profile;
  const selector = [fence, code].filter(Boolean).join(", ");
  if (!selector) return [];
  return page.roots
    .all(selector)
    .filter((element) => page.message(element) && isAnswer(page, element) && isSeen(element))
    .filter((element) => !getComputedStyle(element).display.startsWith("inline"))
    .filter((element) => !known.some((node) => contains(element, node) || contains(node, element)))
    .filter((element) => !closest(/** @type {Element} */ (parentOf(element)), selector));
};

/**
 * @param {import("./page_model.js").Page} page
 * @param {Element} element
 * @returns {boolean} it is in a message, and not the user's; on a page whose messages are not known, any element counts
 */
const isAnswer = (page, element) => page.role(element) !== "user" && (!!page.message(element) || !page.lastMessage());

/**
 * @param {import("./page_model.js").Page} page
 * @param {KnownCode[]} known  the code blocks of the page
 * @returns {{ blocks: number, unread: UnreadCode[] }} those of answers
 */
export const countCode = (page, known) => {
  const read = known.filter(({ node }) => isAnswer(page, node));
  const unknown = unknownCode(
    page,
    known.map(({ node }) => node),
  );
  /** @type {UnreadCode[]} */
  const others = unknown.map((element) => ({
    why: hasWords(element) && !one(element, DRAWN) ? "unknown" : "drawn",
    button: "",
  }));
  return {
    blocks: read.length + unknown.length,
    unread: [...read.map(whyUnread).filter((why) => why !== null), ...others],
  };
};
