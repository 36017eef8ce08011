/**
 * Counts the code blocks of the answers, and those whose text can't be read, with the reason. A block that the user sees
 * but overlay can't read must be said: a call in it would be missed in silence.
 */
import {
  all,
  attributeOf,
  closest,
  contains,
  isConnected,
  isElement,
  matches,
  one,
  parentOf,
  rectOf,
  textOf,
} from "../platform/captured_dom.js";
import { BUTTONS } from "../reading/toolbar_filter.js";
import { OUTER } from "../reading/fences.js";

/** Ms after a change: by then a new block was read, and the text of an editor that draws only a part of it was fetched. */
const AFTER = 1200;
/** A tree in which a site draws the JSON of a code block. */
const TREE =
  '[role="tree"], [class*="json-tree" i], [class*="jsontree" i], [class*="json-view" i], [class*="jsonview" i], json-viewer';
const FOLDED = '[aria-expanded="false"], details:not([open])';
/** Words of the button that shows the text of such a tree. */
const RAW = /^(?:raw|source|text|roh|quelltext|原始|原文|源码|文本|源代码)/i;
/** How many elements around a tree are searched for that button. */
const AROUND = 5;
/** A view that draws code in another way than as text. */
const DRAWN = "canvas, iframe, img, object, embed";
/** Pixels: a block that is less tall shows no code. */
const TALL = 12;
const MOST = 20;
const NAME = 40;

/** @typedef {import("../reading/text_unit.js").Unit} Unit */
/** @typedef {import("../protocol.js").UnreadCode} UnreadCode */

export class CodeSurvey {
  /**
   * @param {object} parts
   * @param {() => Iterable<Unit>} parts.units
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {(message: import("../protocol.js").CodeSeen) => void} parts.send
   * @param {AbortSignal} parts.signal
   */
  constructor({ units, page, send, signal }) {
    this.units = units;
    this.page = page;
    this.send = send;
    this.sent = JSON.stringify({ t: "code", blocks: 0, unread: [] });
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** The page changed. The check follows later, so that the new blocks have been read by then. */
  changed() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.#look();
    }, AFTER);
  }

  #look() {
    if (this.page.streaming()) {
      this.changed();
      return;
    }
    const { blocks, unread } = this.count();
    /** @type {import("../protocol.js").CodeSeen} */
    const message = { t: "code", blocks, unread: unread.slice(0, MOST) };
    const text = JSON.stringify(message);
    if (text === this.sent) return;
    this.sent = text;
    this.send(message);
  }

  /** @returns {{ blocks: number, unread: UnreadCode[] }} */
  count() {
    const fences = [...this.units()].filter(
      (unit) => unit.kind === "fence" && !unit.lostAt && isConnected(unit.node) && this.page.role(unit.node) !== "user",
    );
    const trees = this.#trees();
    const plain = fences.filter(({ node }) => !trees.some((tree) => contains(tree, node) || contains(node, tree)));
    const frames = this.#frames([...plain.map(({ node }) => node), ...trees]);
    /** @type {UnreadCode[]} */
    const unread = [
      ...plain.map(whyUnread).filter((why) => why !== null),
      ...trees
        .filter(isSeen)
        .map(whyTree)
        .filter((why) => why !== null),
      ...frames.map(() => /** @type {UnreadCode} */ ({ why: "drawn", button: "" })),
    ];
    return { blocks: plain.length + trees.length + frames.length, unread };
  }

  /** @returns {Element[]} the outermost trees in answers */
  #trees() {
    return this.page.roots
      .all(TREE)
      .filter((tree) => this.page.message(tree) && this.page.role(tree) !== "user")
      .filter((tree) => !closest(/** @type {Element} */ (parentOf(tree)), TREE));
  }

  /** @param {Element[]} known @returns {Element[]} frames of code blocks in answers, in which no code was found */
  #frames(known) {
    const { fence } = this.page.profile;
    if (!fence) return [];
    return this.page.roots
      .all(fence)
      .filter((frame) => this.page.message(frame) && this.page.role(frame) !== "user" && isSeen(frame))
      .filter((frame) => !known.some((node) => contains(frame, node)) && !one(frame, `${OUTER}, code`));
  }
}

/** @param {Element} element */
const isSeen = (element) => rectOf(element).height >= TALL;

/** @param {Unit} unit @returns {UnreadCode | null} null: it was read */
const whyUnread = (unit) => {
  if (unit.unreadable) return { why: "long", button: "" };
  // Blocks far from the view are read when they come near it.
  if (!unit.announced) return null;
  const { text } = unit.tracker;
  if (unit.gapped && (!text.trim() || unit.verdict === "held" || unit.verdict === "covered"))
    return { why: "part", button: "" };
  if (text.trim() || !isSeen(unit.node)) return null;
  return one(unit.node, DRAWN) ? { why: "drawn", button: "" } : null;
};

/** @param {Element} tree @returns {UnreadCode | null} null: it shows its text whole */
const whyTree = (tree) => {
  if (matches(tree, FOLDED) || one(tree, FOLDED)) return { why: "folded", button: rawButton(tree) };
  try {
    JSON.parse(textOf(tree));
    return closest(tree, OUTER) ? null : { why: "tree", button: rawButton(tree) };
  } catch {
    return { why: "tree", button: rawButton(tree) };
  }
};

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
