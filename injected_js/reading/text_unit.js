/** A unit of the page: a fenced block, or the text of a message outside its fences. */
import { lengthOf, substring } from "../platform/captured_dom.js";
import { Tracker } from "./text_diff.js";
import { Growth } from "./message_growth.js";
import { readFence, textRoot } from "./block_text.js";
import { agrees } from "./code_editors.js";
import { cursorIn } from "./cursor.js";
import { readProse } from "./prose_text.js";

/** At most 1/SPARING of the time is spent on reading whole texts again. */
const SPARING = 25;
/** Ms: a read that takes less is not delayed. */
const CHEAP = 2;
/** Characters that may end an argument, a call or a name. */
const ENDING = /[<>}\])|"`]/;
/**
 * Maximum characters in one step of a stream: only the last step is checked, since earlier steps were checked
 * before.
 */
const RECENT = 200;
let count = 0;

export class Unit {
  /**
   * @param {"fence" | "prose"} kind
   * @param {Element} node
   * @param {(element: Element) => boolean} skip
   * @param {number} [border]  the length of the longest beginning of a call
   */
  constructor(kind, node, skip, border = 0) {
    count += 1;
    this.id = count;
    this.kind = kind;
    this.node = node;
    this.skip = skip;
    this.tracker = new Tracker();
    /** Mutations since the last read; null: read everything; undefined: nothing changed. @type {MutationRecord[] | null | undefined} */
    this.records = null;
    /** plain: not a call so far · held: hidden, since it may become a call · covered: Python drew blocks for it @type {"new" | "plain" | "held" | "covered"} */
    this.verdict = "new";
    /** At the first check its text began with an opener that only calls have. */
    this.sure = false;
    /** The text that was added since it was last searched for something to hide. */
    this.growth = new Growth(border);
    /** UTF-16 units of the searched text since the last character that may begin a call. */
    this.plainLength = 0;
    /** How long the last reading of its whole text took, in ms, and when that was. */
    this.cost = 0;
    this.readAt = -Infinity;
    /** UTF-16 ranges that blocks replace (prose only). @type {[number, number][]} */
    this.spans = [];
    /** The UTF-16 offset up to which Python has set the spans. */
    this.judged = 0;
    this.announced = false;
    /** True once it has been decided whether this unit may wait until it nears the view. */
    this.sorted = false;
    /** A block was drawn in its place. */
    this.replaced = false;
    /** Its text is shown until it has a block: it was hidden for too long without one. */
    this.exposed = false;
    /** The unit can't be read: the page shows it as the site made it, for good. */
    this.unreadable = false;
    /** As sent to Python; a fence's label streams in like its text. */
    this.language = "";
    /** As sent to Python; the element around it may become known later. @type {import("../protocol.js").Role} */
    this.role = "unknown";
    /** As sent to Python. */
    this.quoted = false;
    /** As sent to Python: it is in a pane beside the messages. */
    this.beside = false;
    /** When it was found out of view, as sent to Python, in ms of the page's clock; 0 if it was not. */
    this.hiddenAt = 0;
    this.live = false;
    /** Its last call is being written and has its name: the text that follows is arguments. */
    this.named = false;
    /** The name of the message around it, as sent to Python, "" if it has none. */
    this.message = "";
    /** The key of the conversation in which it was found, "" if that has none. */
    this.chat = "";
    /** When its text last changed after it was sent to Python, in ms of the page's clock. */
    this.grownAt = -Infinity;
    /** Its text became longer after it was sent to Python. */
    this.grown = false;
    /** The view draws only a part of its text: the text up to the first gap is sent. */
    this.gapped = false;
    /** The whole text according to such a view, if that agrees with what it draws. */
    this.whole = "";
    /** `whole` was read before the view was drawn: it may have become longer since. */
    this.remembered = false;
    /** The element around it that scrolls its rows: it is hidden as a whole. @type {Element | null} */
    this.scroller = null;
    /** It is scrolled through now, to read all of it. */
    this.scrolled = false;
    this.known = { whole: "", remembered: false };
    /** Whether its message may still grow. */
    this.mayGrow = () => false;
    /** Whether its message is the user's. */
    this.isUsers = () => false;
    /** Called when end tags were left out of its text, since its message may still grow. */
    this.onUnclosed = () => {};
    /** When its node left the page, in ms of the page's clock, or 0. */
    this.lostAt = 0;
  }

  /** @returns {import("./block_text.js").Reading} */
  read() {
    const reading = this.kind === "prose" ? this.#readProse() : this.#readFence();
    const cursor = reading.drawn ? 0 : cursorIn(reading.text);
    return cursor ? { ...reading, text: reading.text.slice(0, -cursor), cursor } : reading;
  }

  #readProse() {
    const reading = readProse(this.node, this.skip, null, this.mayGrow, this.isUsers);
    if (reading.unclosed) this.onUnclosed();
    return reading;
  }

  /** @returns {import("./block_text.js").Reading} */
  #readFence() {
    const reading = readFence(this.node);
    const { drawn, ...read } = reading;
    if (this.scrolled) return { ...read, text: this.whole, drawn: drawn ?? { runs: [this.whole], open: true } };
    if (!drawn || !this.whole.startsWith(read.text)) return reading;
    const known = !this.remembered && agrees(drawn, this.whole);
    return known ? { ...read, text: this.whole } : { ...reading, text: this.whole };
  }

  /**
   * @param {string} text  the text of the page's editor, according to the page
   * @returns {boolean} whether the text agrees with all that the editor draws: from now on it is used instead of the drawn text
   */
  setFullText(text) {
    const { drawn } = this.kind === "fence" ? readFence(this.node) : { drawn: undefined };
    if (!drawn || (text === this.whole && !this.remembered) || !agrees(drawn, text)) return false;
    this.whole = text;
    this.remembered = false;
    this.addRecord(null);
    return true;
  }

  /** Until `endScroll`, its text is what is known of it now, whatever it draws. */
  beginScroll() {
    this.scrolled = true;
    this.known = { whole: this.whole, remembered: this.remembered };
    this.whole = this.tracker.text;
    this.remembered = true;
  }

  endScroll() {
    this.scrolled = false;
    Object.assign(this, this.known);
    this.addRecord(null);
  }

  /** @param {MutationRecord | null} record */
  addRecord(record) {
    if (record && Array.isArray(this.records)) {
      const last = this.records.length - 1;
      // A second record of the same text node adds nothing: all new text of the node is read.
      if (record.type === "characterData" && this.records[last]?.target === record.target) {
        this.growth.checked = Math.min(this.growth.checked, last);
      } else {
        this.records.push(record);
      }
    } else {
      this.records = record && this.records === undefined ? [record] : null;
    }
  }

  /**
   * Returns whether its whole text must be read again although it was read a moment ago. The longer a read takes, the longer
   * the next one is delayed, so that all reads together take a small part of the time.
   * @returns {boolean}
   */
  get readRecently() {
    if (this.cost < CHEAP || performance.now() - this.readAt >= this.cost * SPARING) return false;
    return !this.records || !this.tracker.changedOnlyLast(this.root, this.records);
  }

  /**
   * Returns whether only words were added since the last message to Python: nothing that ends an argument or a call.
   * @returns {boolean}
   */
  get addsOnlyWords() {
    const { last, lastLength } = this.tracker;
    if (!last || !this.records?.length || !this.records.every(({ target }) => target === last)) return false;
    const length = lengthOf(last);
    const from = Math.max(lastLength, length - RECENT);
    return length > from && !ENDING.test(substring(last, from, length - from));
  }

  /** The element that holds its text. */
  get root() {
    return this.kind === "fence" ? textRoot(this.node) : this.node;
  }

  /**
   * Returns the change since the last message to Python. For a view with a gap it is sent repeatedly, since the text may
   * have changed in the part that is not drawn.
   * @returns {{ at: number, text: string } | null}
   */
  change() {
    const { length } = this.tracker.text;
    const change = this.#change();
    if (change && this.announced) {
      this.grownAt = performance.now();
      this.grown ||= this.tracker.text.length > length;
    }
    return change;
  }

  #change() {
    const records = this.records;
    this.records = undefined;
    this.growth.checked = 0;
    if (records === undefined) return null;
    if (records) {
      const grown = this.tracker.diffAppend(this.root, records);
      if (grown !== undefined) return grown;
    }
    const began = performance.now();
    const reading = this.read();
    this.readAt = performance.now();
    this.cost = this.readAt - began;
    const gapped = this.gapped || !!reading.drawn;
    this.gapped = !!reading.drawn;
    return this.tracker.diff(reading) ?? (gapped ? { at: reading.text.length, text: "" } : null);
  }
}
