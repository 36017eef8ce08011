/** Tells Python how many code blocks the answers have, and which can't be read, some time after the page changed. */
import { isConnected } from "../platform/captured_dom.js";
import { countCode } from "../site/unread_code.js";

/** Ms after a change: by then a new block was read, and the text of an editor that draws only a part of it was fetched. */
const AFTER = 1200;
const MOST = 20;

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

export class CodeSurvey {
  /**
   * @param {object} parts
   * @param {() => Iterable<Unit>} parts.units
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {() => boolean} parts.isBehind  Python has not got or not answered everything yet
   * @param {(message: import("../protocol.js").CodeSeen) => void} parts.send
   * @param {AbortSignal} parts.signal
   */
  constructor({ units, page, isBehind, send, signal }) {
    this.units = units;
    this.page = page;
    this.isBehind = isBehind;
    this.send = send;
    this.sent = JSON.stringify({ t: "code", blocks: 0, unread: [] });
    /** What the last check found, if a further one must find the same. */
    this.doubted = "";
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
    if (this.page.streaming() || this.isBehind() || this.#fences().some(isGrowing)) {
      this.changed();
      return;
    }
    const { blocks, unread } = this.count();
    /** @type {import("../protocol.js").CodeSeen} */
    const message = { t: "code", blocks, unread: unread.slice(0, MOST) };
    const text = JSON.stringify(message);
    if (text === this.sent) {
      this.doubted = "";
      return;
    }
    // On a busy machine the text of an editor comes late.
    if (unread.length && text !== this.doubted) {
      this.doubted = text;
      this.changed();
      return;
    }
    this.sent = text;
    this.send(message);
  }

  count() {
    return countCode(this.page, this.#fences().map(known));
  }

  /** @returns {Unit[]} the code blocks */
  #fences() {
    return [...this.units()].filter((unit) => unit.kind === "fence" && !unit.lostAt && isConnected(unit.node));
  }
}

/** @param {Unit} unit @returns {boolean} the rest of its text may be on its way */
const isGrowing = (unit) => unit.gapped && performance.now() - unit.grownAt < AFTER;

/** @param {Unit} unit @returns {import("../site/unread_code.js").KnownCode} */
const known = ({ node, tracker, unreadable, announced, gapped, verdict, sure }) => {
  // Blocks far from the view are read when they come near it.
  const text = announced || unreadable ? tracker.text : "-";
  // The text of a call may end at the gap before Python finds the call in it.
  const waits = sure || verdict === "held" || verdict === "covered";
  return { node, text, long: unreadable, part: announced && gapped && (waits || !text.trim()) };
};
