/**
 * Decides which text of a block is hidden. Text that may become a call is hidden before the next paint; for
 * all other text Python's verdict decides.
 */
/** @typedef {import("../reading/text_unit.js").Unit} Unit */
import { contains } from "../platform/captured_dom.js";

/** The end of a span that is still open, as Python writes it. */
export const OPEN_END = 2 ** 30;

export class TextHiding {
  /**
   * @param {object} parts
   * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
   * @param {import("./prefilter.js").Prefilter} parts.prefilter
   * @param {(unit: Unit) => boolean} parts.mayHide  whether text of that block may be hidden now
   */
  constructor({ hiddenText, prefilter, mayHide }) {
    this.hiddenText = hiddenText;
    this.prefilter = prefilter;
    this.mayHide = mayHide;
    /** Whether a block of a long history is far from the view, where nothing is hidden. @type {(unit: Unit) => boolean} */
    this.isFar = () => false;
  }

  /**
   * Hides the unit's text if it may become a call, and restores a host that the site removed or displaced.
   * @param {Unit} unit
   * @param {boolean} [whole]  the whole message is checked, not only the page's changes to it
   * @returns {boolean} a host was placed
   */
  check(unit, whole = false) {
    if (unit.lostAt || unit.unreadable || unit.exposed || this.isFar(unit) || !this.mayHide(unit)) return false;
    if (unit.kind === "prose") {
      if (whole || !this.#harmless(unit)) this.hiddenText.place(unit);
      return false;
    }
    const verdict = this.verdictOf(unit);
    if (verdict !== "held" && verdict !== "covered") return false;
    if (this.hiddenText.intact(unit) && contains(document, unit.node)) return false;
    this.hiddenText.place(unit);
    return true;
  }

  /** @param {Unit} unit  a code block @returns {Unit["verdict"]} the verdict; if there is none yet, by the beginning of its text */
  verdictOf(unit) {
    if (unit.verdict !== "new") return unit.verdict;
    const { text } = unit.read();
    const head = this.prefilter.startsLikeCall(text);
    if (head === "no") unit.verdict = "plain";
    else if (head === "maybe") unit.verdict = "held";
    unit.sure = head === "maybe" && this.prefilter.startsWithCall(text);
    return unit.verdict;
  }

  /**
   * Whether the message only grew by text that need not be hidden, so that its whole text need not be read.
   * @param {Unit} unit
   */
  #harmless(unit) {
    const { records, growth, spans, plainLength: calm } = unit;
    unit.plainLength = 0;
    if (!Array.isArray(records) || !records.length) return false;
    if (spans.some(([, end]) => end >= OPEN_END) || !this.hiddenText.isUndisturbed(unit)) return false;
    let added = 0;
    for (let record = records[growth.checked]; record; record = records[growth.checked]) {
      if (this.hiddenText.concerns(unit, record)) return false;
      const text = growth.next(record);
      if (text === null || this.prefilter.containsOpener(text, true)) return false;
      added = this.prefilter.mentions(text) ? -Infinity : added + Math.max(0, text.length - growth.border);
      growth.checked += 1;
    }
    unit.plainLength = Math.max(0, calm + added);
    return true;
  }

  /** Shows the text until its block is drawn. @param {Unit} unit */
  expose(unit) {
    unit.exposed = true;
    this.hiddenText.removeHosts(unit);
  }

  /** Hides the text of a block that is drawn now. @param {Unit} unit */
  blockDrawn(unit) {
    if (!unit.exposed) return;
    unit.exposed = false;
    this.check(unit, true);
  }

  /** Applies Python's verdict on a fence. @param {Unit} unit @param {boolean} covered */
  applyVerdict(unit, covered) {
    unit.verdict = covered ? "covered" : "plain";
    unit.exposed &&= covered;
    if (covered) this.check(unit);
    else this.hiddenText.removeHosts(unit);
  }

  /** Python rejected a message: every hidden text without a block is shown again. @param {Iterable<Unit>} units */
  showUndecided(units) {
    for (const unit of units) {
      if (unit.verdict === "held") this.applyVerdict(unit, false);
      else if (unit.kind === "prose") this.applyProseVerdict(unit, unit.spans, Infinity);
    }
  }

  /** Applies Python's verdict on a message's text. @param {Unit} unit @param {[number, number][]} spans @param {number} judged */
  applyProseVerdict(unit, spans, judged) {
    const nothing = !spans.length && !unit.spans.length && !this.hiddenText.byUnit.has(unit);
    unit.spans = spans;
    unit.judged = judged;
    unit.exposed &&= spans.length > 0;
    if (!nothing) this.check(unit, true);
  }
}
