/**
 * Checks the rule that no text stays hidden without a block: such text is shown again, and hidden again when its block is
 * drawn. Python has half a second for it after it has answered a question that was asked when the text was found. If the
 * text has grown since, Python is asked again. Whether a Python that answers nothing is alive is decided by heartbeat.js.
 *
 * Nothing runs while nothing is hidden. After a change there is one check, and further ones while a text lacks its block.
 */
import { LIVES } from "../platform/heartbeat.js";

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** Ms between two checks, and before the one that follows a change. */
const TICK = 100;
/** Checks that find a text hidden without a block before the text is shown: less than half a second, with the first. */
const MOST = 4;

export class HiddenLimit {
  /**
   * @param {object} parts
   * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {() => Set<Unit>} parts.shown  draws the blocks that wait to be drawn; returns the units that have a block
   * @param {(unit: Unit) => boolean} parts.mayWait  its block is drawn when it comes near the view
   * @param {(unit: Unit) => void} parts.expose  shows the unit's text until its block is drawn
   * @param {import("../platform/answered_messages.js").AnsweredMessages} parts.answers
   * @param {number} parts.patience  ms; 0: nothing is checked
   * @param {AbortSignal} parts.signal
   */
  constructor({ hiddenText, hosts, shown, mayWait, expose, answers, patience, signal }) {
    this.hiddenText = hiddenText;
    this.hosts = hosts;
    this.shown = shown;
    this.mayWait = mayWait;
    this.expose = expose;
    this.answers = answers;
    this.patience = patience;
    /**
     * The units whose text was hidden without a block: in how many checks, how many of them count, the question after
     * which further ones count, in which check it was asked, and when the text had last grown then.
     * @type {Map<Unit, { checks: number, times: number, question: number, askedAt: number, grownAt: number }>}
     */
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
      const bare = before.get(unit) ?? { checks: 0, times: 0, ...ask(unit) };
      const answered = this.answers.isAnswered(bare.question);
      const grown = bare.grownAt !== unit.grownAt;
      // A Python that took longer to answer may not have read the text that was added since.
      const isPrompt = bare.checks - bare.askedAt <= 1;
      const tooLong = bare.checks * TICK >= this.patience * LIVES;
      if (!bare.checks || tooLong || (answered && (!grown || isPrompt))) bare.times += 1;
      if (answered && grown) Object.assign(bare, ask(unit, bare.checks));
      bare.checks += 1;
      if (bare.times >= MOST) this.expose(unit);
      else this.found.set(unit, bare);
    }
    if (this.found.size) this.changed();
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
