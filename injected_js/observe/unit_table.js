/**
 * The units of the document: tells new nodes from those of a unit that the site moved, rebuilt or filled, and
 * forgets units that do not return.
 */
import { all, isConnected, rootElement } from "../platform/captured_dom.js";
import { OUTER, isFence } from "../reading/fences.js";
import { Unit } from "../reading/text_unit.js";
import { AdjacentCopies } from "./adjacent_copies.js";
import { DetachedBlocks } from "./detached_blocks.js";
import { MANY } from "./view_order.js";

/** Ms after a switch to another conversation in which blocks that appear belong to it. */
const SWITCH = 1500;
/** Ms without a change after which a message is read as if it had ended. */
const STILL = 500;

export class UnitTable {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
   * @param {number} parts.longest  characters of the longest beginning of a call
   * @param {(node: Element) => boolean} parts.answers  whether a node's message answers what the user just sent
   * @param {() => boolean} parts.isBehind  changes of the page still wait to be handled
   * @param {(unit: Unit) => void} parts.changed  called with a unit that is new or was added again
   * @param {(unit: Unit) => void} parts.separate  called with a unit that was held back as a copy and is none
   * @param {(unit: Unit) => void} parts.forgotten  called with a unit that is not in the page any more
   * @param {() => void} parts.expired  called after a unit that did not return was forgotten
   */
  constructor({ page, hosts, hiddenText, longest, answers, isBehind, changed, separate, forgotten, expired }) {
    this.page = page;
    this.hosts = hosts;
    this.hiddenText = hiddenText;
    this.longest = longest;
    this.answers = answers;
    this.isBehind = isBehind;
    this.changed = changed;
    this.separate = separate;
    this.forgotten = forgotten;
    /** @type {Map<number, Unit>} */
    this.units = new Map();
    /** @type {WeakMap<Element, Unit>} */
    this.byNode = new WeakMap();
    /** The ids of units that Python knows and that are gone. @type {number[]} */
    this.gone = [];
    /** The chat before left, and the next message begins another one. */
    this.emptied = false;
    /** True once the page has opened: blocks that appear from now on were not there at the start. */
    this.settled = false;
    /** Until this time (ms), blocks that appear belong to a conversation that was switched to. */
    this.switchedUntil = 0;
    /** The element around everything; `document.write` makes another one. @type {Element | null} */
    this.root = null;
    this.detached = new DetachedBlocks((unit) => {
      this.#forget(unit);
      expired();
    });
    this.copies = new AdjacentCopies({
      hidden: () => hiddenText.byUnit.keys(),
      messageOf: (unit) => page.place(unit.node).message,
      expired: (unit) => {
        if (this.has(unit)) separate(unit);
        hosts.hidden();
      },
    });
  }

  /** @param {Unit} unit @returns {boolean} the unit is in the page, or may return */
  has(unit) {
    return this.units.get(unit.id) === unit;
  }

  /** @returns {number} the units in the page */
  get shown() {
    return this.units.size - this.detached.units.size;
  }

  /**
   * Sets the conversation that the page shows. After a switch, detached units of the old one are not matched any more.
   * @param {string} chat  the conversation's key, "" if it has none
   */
  setConversation(chat) {
    const before = this.detached.chat;
    this.detached.chat = chat;
    if (!before || before === chat) return;
    this.switchedUntil = performance.now() + SWITCH;
    this.detached.clear();
  }

  /** @param {Element} node @returns {boolean} whether it is in a message that was seen growing */
  isInGrowing(node) {
    const message = this.page.message(node);
    const unit = message && message !== node && this.byNode.get(message);
    return !!unit && unit.live && unit.grown;
  }

  /** The user sends a message. If the page shows no unit at that moment, those that left belong to an earlier chat. */
  messageSent() {
    if (this.shown || !this.detached.units.size) return;
    this.detached.clear();
    this.emptied = true;
  }

  /** @returns {boolean} an earlier chat has left since the last call: Python must get to know this before the next units */
  takeEmptied() {
    const { emptied } = this;
    this.emptied = false;
    return emptied && this.gone.length > 0;
  }

  /**
   * Takes in a change of the page.
   * @param {Iterable<Element>} found  the nodes of units that were added
   * @param {boolean} removed  nodes were removed
   * @param {Set<Unit>} changed  the units that changed since they were last checked for text to hide
   * @returns {{ again: Unit[], lost: Unit[] }} the units whose nodes were added again, and those that are not in the page
   */
  update(found, removed, changed) {
    this.#checkRoot();
    const again = [];
    const unknown = [];
    for (const node of found) {
      if (!isConnected(node)) continue;
      const known = this.byNode.get(node);
      if (known) again.push(this.#reattach(known));
      else unknown.push(node);
    }
    if (this.units.size) for (const node of unknown) this.#detachInner(node);
    const lost = removed || this.detached.units.size ? this.detached.take(this.units.values()) : [];
    this.open(this.detached.units.size ? unknown.filter((node) => !this.#matchDetached(node)) : unknown);
    if (lost.length) this.#matchOpened(changed);
    return { again, lost: lost.filter((unit) => unit.lostAt) };
  }

  /** Handles that the page was written anew in the same document: what appears now was not seen being written. */
  #checkRoot() {
    const root = rootElement();
    if (!root || root === this.root) return;
    if (this.root && this.settled) {
      this.detached.take(this.units.values());
      this.detached.clear();
      this.switchedUntil = performance.now() + SWITCH;
    }
    this.root = root;
  }

  /** Takes in new units. @param {Element[]} nodes */
  open(nodes) {
    // So many together are a conversation that was opened; only its last message may be a new answer.
    const answer = nodes.length < MANY ? null : this.page.message(/** @type {Element} */ (nodes.at(-1)));
    for (const node of nodes) {
      if (this.byNode.has(node)) continue;
      const unit = this.#unitOf(node);
      unit.chat = this.detached.chat;
      unit.live =
        this.settled &&
        !this.isBehind() &&
        (performance.now() > this.switchedUntil || this.answers(node)) &&
        (!answer || this.page.message(node) === answer);
      this.units.set(unit.id, unit);
      this.byNode.set(node, unit);
      if (unit.live) this.copies.add(unit);
      this.changed(unit);
    }
  }

  /** Handles a node that the site moved, or removed and added again. @param {Unit} unit @returns {Unit} */
  #reattach(unit) {
    if (this.detached.release(unit)) {
      unit.addRecord(null);
      this.changed(unit);
    }
    return unit;
  }

  /** @param {Unit} unit */
  #forget(unit) {
    this.units.delete(unit.id);
    if (this.byNode.get(unit.node) === unit) this.byNode.delete(unit.node);
    this.copies.release(unit);
    this.hiddenText.forget(unit);
    if (unit.announced) this.gone.push(unit.id);
    this.forgotten(unit);
  }

  /** @param {Element} node */
  #unitOf(node) {
    const isOther = (/** @type {Element} */ element) => this.hosts.isOwn(element) || this.page.isReasoning(element);
    const unit = new Unit(isFence(node) ? "fence" : "prose", node, isOther, this.longest);
    unit.isUsers = () => this.page.role(node) === "user";
    if (unit.kind === "prose") this.#readOpen(unit);
    return unit;
  }

  /** Leaves out the end tags of a message's last elements while it grows, and reads it again later. @param {Unit} unit */
  #readOpen(unit) {
    let timer = 0;
    unit.mayGrow = () => unit.live && (performance.now() - unit.grownAt < STILL || this.page.streaming());
    unit.onUnclosed = () => {
      if (timer) return;
      timer = setTimeout(() => {
        timer = 0;
        if (!this.has(unit) || unit.lostAt) return;
        if (unit.mayGrow()) {
          unit.onUnclosed();
        } else {
          unit.addRecord(null);
          this.separate(unit);
        }
      }, STILL);
    };
  }

  /**
   * Moves a detached unit to a new node that shows the same block, for sites that rebuild their nodes.
   * @param {Element} node
   * @returns {boolean} such a unit was found
   */
  #matchDetached(node) {
    const read = () => {
      const { text, drawn } = this.#unitOf(node).read();
      return { text, drawn, message: this.page.place(node).message };
    };
    const replaced = this.detached.matchReplacement(isFence(node) ? "fence" : "prose", read);
    if (!replaced) return false;
    replaced.chat = this.detached.chat;
    this.byNode.delete(replaced.node);
    replaced.node = node;
    // If an editor draws only a part of the text, the known text is used as long as it agrees with that part.
    replaced.whole = replaced.tracker.text;
    replaced.remembered = true;
    this.byNode.set(node, replaced);
    this.#reattach(replaced);
    return true;
  }

  /** Detaches units that are now inside a new one: the site wrapped their nodes. @param {Element} node */
  #detachInner(node) {
    if (!isFence(node)) return;
    for (const inner of all(node, `${OUTER}, table, code`)) {
      const unit = this.byNode.get(inner);
      if (!unit || unit.lostAt) continue;
      this.hiddenText.removeHosts(unit);
      this.detached.put(unit);
    }
  }

  /** Matches units that were opened a moment ago: a site may add an empty node and fill it later. @param {Set<Unit>} changed */
  #matchOpened(changed) {
    for (const unit of new Set([...this.copies.units.keys(), ...changed])) {
      const filled = unit.kind === "fence" && !unit.tracker.text.trim() && !unit.replaced;
      if (!this.copies.has(unit) && !filled) continue;
      if (unit.lostAt || unit.unreadable || !isConnected(unit.node)) continue;
      if (this.#matchDetached(unit.node)) this.#forget(unit);
    }
  }
}
