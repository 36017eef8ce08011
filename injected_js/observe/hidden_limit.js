/**
 * Checks the rule that no text stays hidden without a block. Python has half a second for the block after it has answered
 * a question that was asked when the text was found. If the text has grown since, Python is asked again. After that, the
 * beginning of a call that is being written, however slowly, gets a block without a name; any other text is shown again,
 * and hidden again when its block is drawn. Whether a Python that answers nothing is alive is decided by heartbeat.js.
 *
 * Nothing runs while nothing is hidden. After a change there is one check, and further ones while a text lacks its block.
 */
import { LIVES } from "../platform/heartbeat.js";
import { OPEN_END } from "./text_hiding.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** Ms between two checks, and before the one that follows a change. */
const TICK = 100;
/** Checks that find a text hidden without a block before the text is shown: less than half a second, with the first. */
const MOST = 4;
/** UTF-16 units of a hidden text in which the name of a call is not known yet. */
const BEGINNING = 300;
/** Ms without growth after which the beginning of a call is shown as text. */
const PAUSED = 5000;

/** @param {Unit} unit @returns {number} UTF-16 units of its text that are hidden without a block */
const hiddenLength = ({ kind, tracker, spans, judged }) => {
  if (kind === "fence") return tracker.text.length;
  const open = spans.find(([, end]) => end >= OPEN_END);
  return tracker.text.length - (open ? open[0] : judged);
};

export class HiddenLimit {
  /**
   * @param {object} parts
   * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {() => Set<Unit>} parts.shown  draws the blocks that wait to be drawn; returns the units that have a block
   * @param {(unit: Unit) => boolean} parts.mayWait  its block is drawn when it comes near the view
   * @param {(unit: Unit) => void} parts.expose  shows the unit's text until its block is drawn
   * @param {(unit: Unit, begins: boolean) => void} parts.begin  shows a block without a name in place of the unit's text
   * @param {() => boolean} parts.isWritten  an answer is being written, by the site's sign
   * @param {import("../platform/answered_messages.js").AnsweredMessages} parts.answers
   * @param {number} parts.patience  ms; 0: nothing is checked
   * @param {AbortSignal} parts.signal
   */
  constructor({ hiddenText, hosts, shown, mayWait, expose, begin, isWritten, answers, patience, signal }) {
    this.hiddenText = hiddenText;
    this.hosts = hosts;
    this.shown = shown;
    this.mayWait = mayWait;
    this.expose = expose;
    this.begin = begin;
    this.isWritten = isWritten;
    this.answers = answers;
    this.patience = patience;
    /**
     * The units whose text was hidden without a block: in how many checks, how many of them count, the question after
     * which further ones count, in which check it was asked, and when the text had last grown then and at first.
     * @type {Map<Unit, { checks: number, times: number, question: number, askedAt: number, grownAt: number, first: number }>}
     */
    this.found = new Map();
    /** The units with a block without a name. @type {Set<Unit>} */
    this.begun = new Set();
    this.timer = 0;
    this.signal = signal;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** The page changed, a text was hidden, or a block was removed. */
  changed() {
    if (this.timer || !this.patience || !this.hosts.placed.size || this.signal.aborted) return;
    this.timer = setTimeout(() => this.#check(), TICK);
  }

  #check() {
    this.timer = 0;
    this.#removeStrays();
    const before = this.found;
    this.found = new Map();
    // One for all texts that are found in this check.
    let asked = 0;
    const ask = (/** @type {Unit} */ unit, checks = 0) => {
      asked ||= this.answers.ask();
      return { question: asked, askedAt: checks, grownAt: unit.grownAt };
    };
    for (const unit of this.#bareUnits()) {
      const bare = before.get(unit) ?? { checks: 0, times: 0, first: unit.grownAt, ...ask(unit) };
      const answered = this.answers.isAnswered(bare.question);
      const grown = bare.grownAt !== unit.grownAt;
      // A Python that took longer to answer may not have read the text that was added since.
      const isPrompt = bare.checks - bare.askedAt <= 1;
      const tooLong = bare.checks * TICK >= this.patience * LIVES;
      if (!bare.checks || tooLong || (answered && (!grown || isPrompt))) bare.times += 1;
      if (answered && grown) Object.assign(bare, ask(unit, bare.checks));
      bare.checks += 1;
      const begins = bare.times >= MOST && this.#isBeginning(unit, bare.first);
      this.#setBegun(unit, begins);
      if (bare.times >= MOST && !begins) this.expose(unit);
      else this.found.set(unit, bare);
    }
    for (const unit of this.begun) if (!this.found.has(unit)) this.#setBegun(unit, false);
    if (this.found.size) this.changed();
  }

  /** @param {Unit} unit @param {number} first  when it had grown before it was found @returns {boolean} its text is written on, and may be the beginning of a call */
  #isBeginning(unit, first) {
    if (!unit.live || performance.now() - unit.grownAt > PAUSED || hiddenLength(unit) > BEGINNING) return false;
    return unit.grownAt > first || this.isWritten();
  }

  /** @param {Unit} unit @param {boolean} begins */
  #setBegun(unit, begins) {
    if (begins === this.begun.has(unit)) return;
    if (begins) this.begun.add(unit);
    else this.begun.delete(unit);
    this.begin(unit, begins);
  }

  /** @returns {Unit[]} the units whose text is hidden, but that have no block */
  #bareUnits() {
    const shown = this.shown();
    return [...this.hiddenText.byUnit]
      .filter(([unit, hosts]) => !shown.has(unit) && hosts.some((host) => this.hosts.placed.has(host)))
      .map(([unit]) => unit)
      .filter((unit) => !this.mayWait(unit));
  }

  /** Removes hosts that are no longer right before what they hide: the rule hides whatever comes after them. */
  #removeStrays() {
    for (const host of [...this.hosts.placed]) {
      const unit = this.hiddenText.unitOf.get(host);
      if (!unit || !this.hiddenText.byUnit.get(unit)?.includes(host)) this.hosts.remove(host);
      else if (!this.hosts.inPlace(host)) this.hiddenText.removeHosts(unit);
    }
  }
}
