/**
 * Blocks whose node left the page a moment ago: a site that moves, rebuilds or remounts its nodes adds them
 * again, often as new nodes.
 */
import { isConnected } from "../platform/captured_dom.js";
import { agrees } from "../reading/code_editors.js";
import { commonPrefix } from "../reading/text_diff.js";

/** Ms within which a block may return. */
const STAY = 2000;
/** Ms after its last growth within which a block may return with a different end. */
const GROWING = 5000;
/** Ms within which a site replaces a node: it removes the old node and adds the new one in one task. */
const AT_ONCE = 20;
/** A text with fewer characters than this may be the beginning of many other texts. */
const DISTINCTIVE = 12;
const SPACE = /\s+/g;

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/** Units that may return as a new node, those that left last first; those that left together are in their order. */
class Candidates {
  /** @param {Iterable<Unit>} units */
  constructor(units) {
    this.all = [...units].sort((a, b) => b.lostAt - a.lostAt);
    /** @type {Map<string, Unit[]>} */
    this.byText = new Map();
    for (const unit of this.all) {
      const { text } = unit.tracker;
      const same = this.byText.get(text);
      if (same) same.push(unit);
      else this.byText.set(text, [unit]);
    }
    /** Their texts without white space. @type {Map<Unit, string>} */
    this.dense = new Map();
  }

  /** @param {Unit} unit */
  denseOf(unit) {
    const known = this.dense.get(unit) ?? unit.tracker.text.replace(SPACE, "");
    this.dense.set(unit, known);
    return known;
  }
}

export class DetachedBlocks {
  /** @param {(unit: Unit) => void} expired  called for a unit that did not return */
  constructor(expired) {
    this.expired = expired;
    /** @type {Set<Unit>} */
    this.units = new Set();
    /** Built once for all nodes of a change: a page may draw thousands of them again in one task. @type {Map<Unit["kind"], Candidates>} */
    this.candidates = new Map();
    /** The key of the shown conversation: blocks of another one do not return in its nodes. */
    this.chat = "";
  }

  /**
   * @param {Iterable<Unit>} units
   * @returns {Unit[]} all units that may return: those whose node left the page just now, and those that left before
   */
  take(units) {
    const now = performance.now();
    this.candidates.clear();
    for (const unit of units) if (!unit.lostAt && !isConnected(unit.node)) this.put(unit, now);
    return [...this.units];
  }

  /** @param {Unit} unit  one whose node is not its block's any more @param {number} [now]  equal for units that left together */
  put(unit, now = performance.now()) {
    unit.lostAt = now;
    if (unit.chat && unit.chat !== this.chat) {
      this.expired(unit);
      return;
    }
    this.units.add(unit);
    this.candidates.clear();
    setTimeout(() => this.#expire(unit), STAY);
  }

  /** @param {Unit} unit @returns {boolean} whether the unit was detached */
  release(unit) {
    unit.lostAt = 0;
    return this.units.delete(unit);
  }

  /** Expires all units. */
  clear() {
    for (const unit of this.units) this.expired(unit);
    this.units.clear();
  }

  /**
   * Finds the detached block that a new node continues. Two calls of one tool look alike, and a virtualized
   * history removes one turn when it adds another. So an unchanged block is preferred, and a changed one
   * matches only if it was growing or is in the same message. Blocks that were never sent to Python do not
   * match.
   * @param {Unit["kind"]} kind
   * @param {() => { text: string, drawn: import("../reading/code_editors.js").Drawn | undefined, message: string }} read  returns the new
   *   node's text, what is drawn of it if that is only a part, and the name of its message
   * @returns {Unit | undefined}
   */
  matchReplacement(kind, read) {
    const candidates = this.#candidates(kind);
    if (!candidates.all.length) return undefined;
    const { text, drawn, message } = read();
    const dense = text.replace(SPACE, "");
    /** @param {(unit: Unit) => unknown} fits @param {Unit[]} [among] */
    const find = (fits, among = candidates.all) => among.find((unit) => this.units.has(unit) && fits(unit));
    const unchanged = candidates.byText.get(text) ?? [];
    /** @param {Unit} unit */
    const growing = (unit) => performance.now() - unit.grownAt < GROWING;
    /** @param {Unit} unit */
    const replaced = (unit) => unit.live && performance.now() - unit.lostAt < AT_ONCE;
    /** @param {Unit} unit */
    const same = (unit) => !message || !unit.message || unit.message === message;
    return (
      find((unit) => unit.message === message, unchanged) ??
      find((unit) => same(unit) || growing(unit), unchanged) ??
      find((unit) => same(unit) && continues(unit.tracker.text, candidates.denseOf(unit), dense)) ??
      find((unit) => same(unit) && !!drawn && isPartOf(drawn, unit.tracker.text)) ??
      find((unit) => same(unit) && replaced(unit) && text.startsWith(unit.tracker.text.trimEnd())) ??
      find((unit) => same(unit) && (growing(unit) || (message && unit.message)) && alike(unit.tracker.text, text))
    );
  }

  /** @param {Unit["kind"]} kind @returns {Candidates} */
  #candidates(kind) {
    let found = this.candidates.get(kind);
    if (!found) {
      found = new Candidates([...this.units].filter((unit) => unit.kind === kind && unit.announced));
      this.candidates.set(kind, found);
    }
    return found;
  }

  /** @param {Unit} unit */
  #expire(unit) {
    if (!unit.lostAt || performance.now() - unit.lostAt < STAY - 50) return;
    this.units.delete(unit);
    this.expired(unit);
  }
}

/**
 * Whether a text continues a known one. White space does not count: an editor may draw tabs, blank lines and line ends in its
 * own way, and some sites end each text with a line end, which the next piece replaces.
 * @param {string} known @param {string} dense  the known text without white space @param {string} found  the other one without it
 */
const continues = (known, dense, found) => found.startsWith(dense) && known.trimEnd().length >= DISTINCTIVE;

/** Whether a code view draws a part of the known text. @param {import("../reading/code_editors.js").Drawn} drawn @param {string} known */
const isPartOf = (drawn, known) =>
  drawn.runs.join("").trim().length >= DISTINCTIVE && (agrees(drawn, known) || agrees(drawn, known.trimEnd()));

/**
 * Whether two texts may be the same block: one is a prefix of the other, or they differ only near the end.
 * @param {string} known
 * @param {string} found
 */
const alike = (known, found) => {
  if (!known || !found) return known === found || known.length < DISTINCTIVE;
  const common = commonPrefix(known, found);
  return common === known.length || common === found.length || common >= 0.6 * Math.min(known.length, found.length);
};
