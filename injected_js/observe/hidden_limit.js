/**
 * Checks the rule that no text stays hidden without a block. Python has half a second for the block after it has answered
 * a question that was asked when the text was found. If the text has grown since, Python is asked again. After that, the
 * beginning of a call that is being written, however slowly, gets a block without a name; any other text is shown again,
 * and hidden again when its block is drawn. Whether a Python that answers nothing is alive is decided by heartbeat.js.
 *
 * Nothing runs while nothing is hidden. After a change there is one check, and further ones while a text lacks its block.
 */
import { LIVES } from "../platform/heartbeat.js";
import { Beginnings } from "../view/beginnings.js";
import { OPEN_END } from "./text_hiding.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** Ms between two checks, and before the one that follows a change. */
const TICK = 100;
/** Checks that find a text hidden without a block before anything is shown: less than half a second, with the first. */
const MOST = 4;
/** UTF-16 units of a hidden text in which the name of a call is not known yet. */
const BEGINNING = 300;
/** Ms without growth after which the beginning of a call is shown as text: while the site says that it writes, and else. */
const PAUSED = { written: 5000, else: 1500 };
/** Ms after a text grew in which another may grow too, although an answer is written at one place only. */
const ELSEWHERE = 500;

/**
 * @typedef {object} Bare  a unit whose text is hidden without a block
 * @property {number} since  when it was found, in ms of the page's clock
 * @property {number} checks  the checks that found it so
 * @property {number} times  how many of them count
 * @property {number} question  the question after which further ones count
 * @property {number} askedAt  the check in which it was asked
 * @property {number} grownAt  when the text had last grown then
 */

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
   * @param {import("../view/function_blocks.js").FunctionBlocks} parts.blocks
   * @param {(unit: Unit, hasBlock: (unit: Unit) => boolean) => boolean} parts.mayWait  its block is drawn when it comes near the view
   * @param {(unit: Unit) => boolean} parts.mayReturn  it left the page a moment ago, and a new node may continue it
   * @param {(unit: Unit) => void} parts.expose  shows the unit's text until its block is drawn
   * @param {() => boolean} parts.isWritten  an answer is being written, by the site's sign
   * @param {() => number} parts.grownAt  when any text grew last, in ms of the page's clock
   * @param {import("../platform/answered_messages.js").AnsweredMessages} parts.answers
   * @param {number} parts.patience  ms; 0: nothing is checked
   * @param {AbortSignal} parts.signal
   */
  constructor({
    hiddenText,
    hosts,
    blocks,
    mayWait,
    mayReturn,
    expose,
    isWritten,
    grownAt,
    answers,
    patience,
    signal,
  }) {
    this.hiddenText = hiddenText;
    this.hosts = hosts;
    this.blocks = blocks;
    this.mayWait = mayWait;
    this.mayReturn = mayReturn;
    this.expose = expose;
    this.isWritten = isWritten;
    this.grownAt = grownAt;
    this.answers = answers;
    this.patience = patience;
    this.beginnings = new Beginnings(blocks, hiddenText);
    /** @type {Map<Unit, Bare>} */
    this.found = new Map();
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
      const bare = before.get(unit) ?? { since: performance.now(), checks: 0, times: 0, ...ask(unit) };
      const answered = this.answers.isAnswered(bare.question);
      const grown = bare.grownAt !== unit.grownAt;
      // A Python that took longer to answer may not have read the text that was added since.
      const isPrompt = bare.checks - bare.askedAt <= 1;
      const tooLong = bare.checks * TICK >= this.patience * LIVES;
      if (!bare.checks || tooLong || (answered && (!grown || isPrompt))) bare.times += 1;
      if (answered && grown) Object.assign(bare, ask(unit, bare.checks));
      bare.checks += 1;
      const begins = bare.checks >= MOST && this.#isBeginning(unit, bare);
      if (begins) this.beginnings.show(unit);
      if (begins || bare.times < MOST) this.found.set(unit, bare);
      else this.expose(unit);
    }
    for (const [unit, bare] of before) if (!this.found.has(unit) && this.mayReturn(unit)) this.found.set(unit, bare);
    this.beginnings.keep((unit) => this.found.has(unit));
    if (this.blocks.unchecked.size) this.blocks.settle();
    if (this.found.size) this.changed();
  }

  /** @param {Unit} unit @param {Bare} bare @returns {boolean} its text is written on, and may be the beginning of a call */
  #isBeginning(unit, { since }) {
    const grownAt = Math.max(unit.grownAt, since);
    if (!unit.live || this.grownAt() - grownAt > ELSEWHERE || hiddenLength(unit) > BEGINNING) return false;
    return performance.now() - grownAt < (this.isWritten() ? PAUSED.written : PAUSED.else);
  }

  /** @returns {Unit[]} the units whose text is hidden, but that have no block */
  #bareUnits() {
    const shown = this.blocks.shown();
    const hasBlock = (/** @type {Unit} */ unit) => shown.has(unit) || this.beginnings.has(unit);
    return [...this.hiddenText.byUnit]
      .filter(([unit, hosts]) => !shown.has(unit) && hosts.some((host) => this.hosts.placed.has(host)))
      .map(([unit]) => unit)
      .filter((unit) => !this.mayWait(unit, hasBlock));
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
