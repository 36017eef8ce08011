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

export class DetachedBlocks {
  /** @param {(unit: Unit) => void} expired  called for a unit that did not return */
  constructor(expired) {
    this.expired = expired;
    /** @type {Set<Unit>} */
    this.units = new Set();
    /** The key of the shown conversation: blocks of another one do not return in its nodes. */
    this.chat = "";
  }

  /**
   * @param {Iterable<Unit>} units
   * @returns {Unit[]} all units that may return: those whose node left the page just now, and those that left before
   */
  take(units) {
    const now = performance.now();
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
    // The sort is stable: blocks that left together return in their order.
    const candidates = [...this.units]
      .filter((unit) => unit.kind === kind && unit.announced)
      .sort((a, b) => b.lostAt - a.lostAt);
    if (!candidates.length) return undefined;
    const { text, drawn, message } = read();
    /** @param {Unit} unit */
    const growing = (unit) => performance.now() - unit.grownAt < GROWING;
    /** @param {Unit} unit */
    const replaced = (unit) => unit.live && performance.now() - unit.lostAt < AT_ONCE;
    /** @param {Unit} unit */
    const same = (unit) => !message || !unit.message || unit.message === message;
    return (
      candidates.find((unit) => unit.tracker.text === text && unit.message === message) ??
      candidates.find((unit) => unit.tracker.text === text && (same(unit) || growing(unit))) ??
      candidates.find((unit) => same(unit) && continues(unit.tracker.text, text)) ??
      candidates.find((unit) => same(unit) && !!drawn && isPartOf(drawn, unit.tracker.text)) ??
      candidates.find((unit) => same(unit) && replaced(unit) && text.startsWith(unit.tracker.text.trimEnd())) ??
      candidates.find(
        (unit) => same(unit) && (growing(unit) || (message && unit.message)) && alike(unit.tracker.text, text),
      )
    );
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
 * @param {string} known @param {string} found
 */
const continues = (known, found) => {
  const text = known.trimEnd();
  if (text.length < DISTINCTIVE) return false;
  return found.startsWith(text) || found.replace(SPACE, "").startsWith(text.replace(SPACE, ""));
};

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
