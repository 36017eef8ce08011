/**
 * Observes the page's changes: one observer for all roots, and a separate one for a text node that has grown long.
 * Blink's mutation record keeps the node's whole old text until garbage collection, even if it was not requested
 * (`MutationRecord::CreateCharacterData`). With one record per word, a node of 200 KB took four times as long to grow as
 * without an observer. For a long node there is one record per task.
 */
import { childrenIn, isConnected, isText, lengthOf, parentOf, rootOf, substring } from "../platform/captured_dom.js";

const ALL = { childList: true, subtree: true, characterData: true };
const STRUCTURE = { childList: true, subtree: true };
const LETTERS = { characterData: true, subtree: true };

/** UTF-16 units from which on a node counts as long. */
const LONG = 4000;
/** A long node with this many records in a row, within this many ms, is observed separately. */
const ROW = 12;
const WITHIN = 1000;
/** Ms without growth after which it is no longer observed separately. */
const STALLED = 500;
/** Microtasks without growth after which the page counts as done with writing: it may await some promises between two words. */
const STILL = 16;
/** Characters at its end that are compared to find whether it changed, as in `text_diff.js`. */
const PROOF = 64;

export class ChangeObserver {
  /**
   * @param {object} parts
   * @param {(records: MutationRecord[]) => void} parts.deliver  called in a microtask: before the next paint
   * @param {(node: Node) => boolean} parts.may  whether nothing is hidden in the block of that text node
   * @param {AbortSignal} parts.signal
   */
  constructor({ deliver, may, signal }) {
    this.deliver = deliver;
    this.may = may;
    /** @type {Set<Node>} */
    this.roots = new Set();
    this.observer = new MutationObserver((records) => this.#take(records));
    this.separate = new MutationObserver(() => this.#written());
    /** The last node that grew, how often in a row, and when it grew for the second time. @type {{ node: Node | null, count: number, since: number }} */
    this.row = { node: null, count: 0, since: 0 };
    /** The node that is observed separately, then its ancestors. @type {Node[]} */
    this.path = [];
    this.length = 0;
    this.tail = "";
    this.grownAt = 0;
    this.timer = 0;
    signal.addEventListener("abort", () => {
      this.path = [];
      this.separate.disconnect();
      this.observer.disconnect();
      clearTimeout(this.timer);
    });
    this.signal = signal;
  }

  /** @param {Node} root */
  watch(root) {
    this.roots.add(root);
    this.observer.observe(root, ALL);
  }

  /** @returns {Node | null} the node that is observed separately */
  get long() {
    return this.path[0] ?? null;
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    this.#check();
    const next = this.long ? null : this.#inRow(records);
    if (this.long) this.#follow(records);
    this.deliver(records);
    if (next && !this.signal.aborted) this.#set(next);
  }

  /** @param {MutationRecord[]} records @returns {Node | null} the node that has ROW records in a row, if it is long */
  #inRow(records) {
    const { row } = this;
    for (const { type, target } of records) {
      if (type !== "characterData") continue;
      row.count = row.node === target ? row.count + 1 : 1;
      row.node = target;
      // If a page rebuilds its nodes, each node gets a single record: reading the clock for it would be wasted.
      if (row.count === 2) row.since = performance.now();
    }
    const { node, count, since } = row;
    if (!node || count < ROW) return null;
    Object.assign(row, { count: 0, since: performance.now() });
    return row.since - since < WITHIN && isText(node) && isConnected(node) && lengthOf(node) >= LONG ? node : null;
  }

  /** @param {Node} node  will be observed separately from now on */
  #set(node) {
    const root = rootOf(node);
    if (!this.roots.has(root) || !this.may(node)) return;
    const path = [node];
    for (let up = parentOf(node); up; up = parentOf(up)) path.push(up);
    this.#remember(node);
    this.grownAt = performance.now();
    const missed = this.observer.takeRecords();
    this.observer.disconnect();
    this.path = path;
    for (const one of this.roots) this.observer.observe(one, one === root ? STRUCTURE : ALL);
    const on = new Set(path);
    for (const parent of path.slice(1)) {
      for (const child of childrenIn(parent)) if (!on.has(child)) this.observer.observe(child, LETTERS);
    }
    this.separate.observe(node, { characterData: true });
    this.timer = setTimeout(() => this.#stalled(), STALLED);
    if (missed.length) this.deliver(missed);
  }

  /** Stops the separate observation. */
  #end() {
    clearTimeout(this.timer);
    this.#check();
    this.path = [];
    this.separate.disconnect();
    const missed = this.observer.takeRecords();
    this.observer.disconnect();
    for (const root of this.roots) this.observer.observe(root, ALL);
    if (missed.length) this.deliver(missed);
  }

  /** Observes nodes that were added next to the path; stops the separate observation if the path was cut. @param {MutationRecord[]} records */
  #follow(records) {
    const { path } = this;
    let changed = false;
    for (const { type, target, addedNodes } of records) {
      if (type !== "childList") continue;
      changed = true;
      if (!addedNodes.length || !path.includes(target)) continue;
      for (const node of addedNodes) {
        if (parentOf(node) === target && !path.includes(node)) this.observer.observe(node, LETTERS);
      }
    }
    if (changed && !path.every((node, index) => parentOf(node) === (path[index + 1] ?? null))) this.#end();
  }

  #stalled() {
    if (!this.long) return;
    this.timer = setTimeout(() => this.#stalled(), STALLED);
    if (performance.now() - this.grownAt >= STALLED) this.#end();
  }

  /** Handles the first change in a task. Further changes cause no records: microtasks wait until the page has made them. */
  #written() {
    this.separate.disconnect();
    let length = -1;
    let still = 0;
    const wait = () => {
      const { long } = this;
      if (!long) return;
      still = lengthOf(long) === length ? still + 1 : 0;
      length = lengthOf(long);
      if (still < STILL) {
        queueMicrotask(wait);
        return;
      }
      this.separate.observe(long, { characterData: true });
      this.#check();
    };
    wait();
  }

  /** Delivers a record of the long node if it changed. */
  #check() {
    const { long } = this;
    if (!long || !this.#remember(long)) return;
    this.grownAt = performance.now();
    const record = { type: "characterData", target: long, addedNodes: [], removedNodes: [], previousSibling: null };
    this.deliver([/** @type {MutationRecord} */ (/** @type {unknown} */ (record))]);
    if (this.long && !this.may(long)) this.#end();
  }

  /** @param {Node} node @returns {boolean} whether the node changed since the last call */
  #remember(node) {
    const length = lengthOf(node);
    const from = Math.max(0, length - PROOF);
    const tail = substring(node, from, length - from);
    if (length === this.length && tail === this.tail) return false;
    this.length = length;
    this.tail = tail;
    return true;
  }
}
