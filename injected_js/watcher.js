/**
 * One observer for the document and its open shadow roots. In its microtask, so before the next paint, it hides
 * what may become a call and puts our hosts back where the site rebuilt; what changed goes to Python in batches.
 */
import { Backlog } from "./backlog.js";
import { contains, dataOf, isConnected, isElement, isText, parentOf } from "./dom.js";
import { commonPrefix } from "./delta.js";
import { Finder } from "./finder.js";
import { collect } from "./report.js";
import { fenceAround, isFence } from "./text.js";
import { Unit } from "./unit.js";

const LIMBO = 2000;
const FIRST_HOSTS = 150;
const BUDGET = 8;
const FRAME = 16;
const OBSERVED = { childList: true, subtree: true, characterData: true };

export class Watcher {
  /**
   * @param {object} parts
   * @param {import("./page.js").Page} parts.page
   * @param {import("./host.js").Hosts} parts.hosts
   * @param {import("./covers.js").Covers} parts.covers
   * @param {import("./gate.js").Gate} parts.gate
   * @param {() => void} parts.kick  asks for a flush
   * @param {(job: () => void) => void} parts.soon  runs a job in a task of its own
   * @param {AbortSignal} parts.signal
   */
  constructor({ page, hosts, covers, gate, kick, soon, signal }) {
    this.page = page;
    this.hosts = hosts;
    this.covers = covers;
    this.gate = gate;
    this.kick = kick;
    this.soon = soon;
    /** @type {Map<number, Unit>} */
    this.units = new Map();
    /** @type {WeakMap<Element, Unit>} */
    this.byNode = new WeakMap();
    /** @type {Set<Unit>} */
    this.dirty = new Set();
    /** @type {Set<Unit>} */
    this.limbo = new Set();
    /** @type {number[]} */
    this.gone = [];
    /** True once what the server rendered may be touched and the hiding rule stands. */
    this.armed = false;
    /** From here on, what appears was not there when the page opened. */
    this.settled = false;
    /** Until then, what appears belongs to a conversation that was switched to. */
    this.switchedUntil = 0;
    this.backlog = new Backlog((records, scanned) => this.#settle(records, scanned), soon);
    this.observer = new MutationObserver((records) => this.backlog.take(records, this.armed));
    this.finder = new Finder({
      page,
      hosts,
      watch: (root) => this.observer.observe(root, OBSERVED),
      late: (found) => {
        this.#open(found.filter((node) => !this.byNode.has(node)));
        for (const unit of this.dirty) this.guard(unit);
      },
      signal,
    });
    signal.addEventListener("abort", () => this.observer.disconnect());
  }

  start() {
    this.observer.observe(document, OBSERVED);
    this.#open(this.finder.scan(document));
  }

  /** Hosts may stand from now on: the page is quiet and the hiding rule is in force. */
  arm() {
    this.armed = true;
    const waiting = [...this.units.values()];
    const work = () => {
      const until = performance.now() + BUDGET;
      for (let unit = waiting.shift(); unit && this.armed; unit = waiting.shift()) {
        this.guard(unit);
        if (performance.now() > until && waiting.length) {
          // Not at once: each frame lays out what this one hid, and a thousand blocks in one frame hold the page up.
          setTimeout(work, FRAME);
          return;
        }
      }
    };
    work();
    this.kick();
  }

  /** Takes every host away; `arm` brings them back. */
  disarm() {
    this.armed = false;
    for (const unit of this.units.values()) this.covers.take(unit);
    for (const host of [...this.hosts.standing]) this.hosts.take(host);
  }

  /** The address changed to another conversation: nothing of the old one may be taken for the new one's. */
  switched() {
    this.switchedUntil = performance.now() + 1500;
    for (const unit of this.limbo) this.#forget(unit);
    this.limbo.clear();
  }

  /**
   * @param {MutationRecord[]} records
   * @param {Set<Node>} scanned  what was looked at already
   */
  #settle(records, scanned) {
    /** @type {Element[]} */
    const fresh = [];
    /** @type {Set<Unit>} */
    const disturbed = new Set();
    let removed = false;
    for (const record of records) {
      const target = record.target;
      const element = isElement(target) ? target : /** @type {Element | null} */ (parentOf(target));
      if (element && isElement(element)) this.#touch(element, record, fresh);
      for (const node of record.addedNodes) {
        if (isText(node) || scanned.has(node)) continue;
        this.hosts.disarmCopies(node);
        if (isElement(node) && !this.hosts.ours(node)) fresh.push(...this.finder.scan(node, scanned));
      }
      for (const node of record.removedNodes) {
        if (isElement(node)) {
          removed = true;
          scanned.clear();
          const unit = this.covers.unitOf.get(node);
          if (unit) disturbed.add(unit);
        }
      }
      if (record.addedNodes.length && record.previousSibling && isElement(record.previousSibling)) {
        const unit = this.covers.unitOf.get(record.previousSibling);
        if (unit) disturbed.add(unit);
      }
    }
    this.page.stale();
    const lost = removed ? this.#lost() : [];
    /** @type {Element[]} */
    const unknown = [];
    for (const node of new Set(fresh)) {
      if (!isConnected(node)) continue;
      const known = this.byNode.get(node);
      if (known) disturbed.add(this.#back(known));
      else unknown.push(node);
    }
    this.#open(this.#adopt(unknown, lost));
    for (const unit of lost) if (unit.lostAt) this.covers.take(unit);
    let placed = 0;
    for (const unit of this.armed ? this.dirty : []) {
      if (placed > FIRST_HOSTS) break;
      if (this.guard(unit)) placed += 1;
    }
    for (const unit of disturbed) if (!unit.lostAt) this.guard(unit);
    this.kick();
  }

  /** @param {Element} element @param {MutationRecord} record @param {Element[]} fresh */
  #touch(element, record, fresh) {
    const fence = fenceAround(element);
    if (fence) {
      const known = this.byNode.get(fence);
      if (known) {
        known.mark(record);
        this.dirty.add(known);
        return;
      }
      if (isFence(fence)) {
        fresh.push(fence);
        return;
      }
    }
    const message = this.page.message(element);
    const unit = message && this.byNode.get(message);
    if (unit) {
      unit.mark(record);
      this.dirty.add(unit);
    } else if (message) {
      fresh.push(message);
    }
  }

  /** @returns {Unit[]} units whose node left the page just now, and those that left a moment ago */
  #lost() {
    const now = performance.now();
    for (const unit of this.units.values()) {
      if (unit.lostAt || isConnected(unit.node)) continue;
      unit.lostAt = now;
      this.limbo.add(unit);
      setTimeout(() => this.#expire(unit), LIMBO);
    }
    return [...this.limbo];
  }

  /** A node that the site moved, or took out and put back. @param {Unit} unit @returns {Unit} */
  #back(unit) {
    if (unit.lostAt) {
      unit.lostAt = 0;
      this.limbo.delete(unit);
      unit.mark(null);
      this.dirty.add(unit);
    }
    return unit;
  }

  /** @param {Unit} unit */
  #expire(unit) {
    if (!unit.lostAt || performance.now() - unit.lostAt < LIMBO - 50) return;
    this.limbo.delete(unit);
    this.#forget(unit);
    this.kick();
  }

  /** @param {Unit} unit */
  #forget(unit) {
    this.units.delete(unit.id);
    this.byNode.delete(unit.node);
    this.dirty.delete(unit);
    this.covers.forget(unit);
    if (unit.announced) this.gone.push(unit.id);
  }

  /**
   * A site that rebuilds its nodes shows the same block in a new one: the unit goes on there.
   * @param {Element[]} fresh
   * @param {Unit[]} lost
   * @returns {Element[]} the nodes that are really new
   */
  #adopt(fresh, lost) {
    const free = lost.length ? lost : [...this.limbo];
    return fresh.filter((node) => {
      const kind = isFence(node) ? "fence" : "prose";
      const candidates = free.filter((unit) => unit.lostAt && unit.kind === kind);
      if (!candidates.length) return true;
      const { text } = new Unit(kind, node, (element) => this.hosts.ours(element)).read();
      // Two calls of one tool look much alike: the one that did not change comes first.
      const heir = candidates.find((unit) => unit.tracker.text === text) ?? candidates.find((unit) => alike(unit.tracker.text, text));
      if (!heir) return true;
      this.byNode.delete(heir.node);
      heir.node = node;
      this.byNode.set(node, heir);
      this.#back(heir);
      return false;
    });
  }

  /** @param {Element[]} nodes */
  #open(nodes) {
    for (const node of nodes) {
      if (this.byNode.has(node)) continue;
      const unit = new Unit(isFence(node) ? "fence" : "prose", node, (element) => this.hosts.ours(element));
      unit.live = this.settled && !this.backlog.behind && performance.now() > this.switchedUntil;
      this.units.set(unit.id, unit);
      this.byNode.set(node, unit);
      this.dirty.add(unit);
    }
    if (nodes.length) this.kick();
  }

  /**
   * Hides what may become a call and puts back what the site disturbed.
   * @param {Unit} unit
   * @returns {boolean} a host was placed
   */
  guard(unit) {
    if (!this.armed || unit.lostAt) return false;
    if (unit.kind === "prose") {
      if (!this.#harmless(unit)) this.covers.place(unit);
      return false;
    }
    if (unit.verdict === "new") {
      const verdict = this.gate.head(unit.read().text);
      if (verdict === "no") unit.verdict = "plain";
      else if (verdict === "maybe") unit.verdict = "held";
    }
    if (unit.verdict !== "held" && unit.verdict !== "covered") return false;
    if (this.covers.intact(unit) && contains(document, unit.node)) return false;
    this.covers.place(unit);
    return true;
  }

  /**
   * A message whose last words only grew, and that has nothing to hide: its whole text need not be read.
   * @param {Unit} unit
   */
  #harmless(unit) {
    if (unit.spans.length || !Array.isArray(unit.records) || !unit.records.length) return false;
    return unit.records.every((record) => isText(record.target) && !this.gate.inside(dataOf(record.target), true));
  }

  /** Python's word on a fence. @param {Unit} unit @param {boolean} covered */
  judge(unit, covered) {
    unit.verdict = covered ? "covered" : "plain";
    if (covered) this.guard(unit);
    else this.covers.take(unit);
  }

  /** Python's word on a message's text. @param {Unit} unit @param {[number, number][]} spans @param {number} judged */
  judgeProse(unit, spans, judged) {
    unit.spans = spans;
    unit.judged = judged;
    this.guard(unit);
  }

  /** @returns {import("./report.js").Slice} the next items for Python */
  collect() {
    return collect({ dirty: this.dirty, gone: this.gone, page: this.page, guard: (unit) => this.guard(unit) });
  }

  /** @param {number} id @returns {Unit | undefined} */
  unit(id) {
    return this.units.get(id);
  }

  /** @param {Unit} unit */
  resync(unit) {
    unit.tracker.forget();
    unit.mark(null);
    this.dirty.add(unit);
    this.kick();
  }
}

/**
 * The same block in a new node: one text begins with the other, or they part only near the end.
 * @param {string} known
 * @param {string} found
 */
const alike = (known, found) => {
  if (!known || !found) return known === found || known.length < 12;
  const common = commonPrefix(known, found);
  return common === known.length || common === found.length || common >= 0.6 * Math.min(known.length, found.length);
};
