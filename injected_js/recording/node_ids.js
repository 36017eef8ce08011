/**
 * Which nodes have been told of, and by which number. A part that was built anew often leaves before anything happens
 * in it: its nodes have the numbers behind its own, in the order of the page, but get them only if they must.
 */
import { firstOf, isConnected, nextOf, parentOf } from "../platform/captured_dom.js";

/** Of those that left so many more are kept in mind before it is looked who is still there. */
const MANY = 1000;

export class NodeIds {
  constructor() {
    /**
     * A field of each node, in our world alone, has its number: half the cost of a WeakMap where a page builds
     * thousands of nodes at each token.
     */
    this.number = Symbol("number");
    /** Told of, and out of the page: they may come back. @type {WeakSet<Node>} */
    this.away = new WeakSet();
    /** The same, to be gone through. @type {Set<WeakRef<Node>>} */
    this.strays = new Set();
    this.many = MANY;
    /** Texts that changed, as they were told. @type {WeakMap<Node, string>} */
    this.texts = new WeakMap();
    /** Those whose inner nodes have no numbers yet, and stand as they were told. @type {Set<Node>} */
    this.later = new Set();
    this.last = 0;
  }

  /** @param {Node} node @returns {number} a new number for it */
  give(node) {
    this.last += 1;
    this.#set(node, this.last);
    return this.last;
  }

  /** @param {Node} top @param {number} count  how many nodes it is, with all in it */
  giveAll(top, count) {
    this.give(top);
    this.last += count - 1;
    if (count > 1) this.later.add(top);
  }

  /** @param {Node} node @returns {number} 0: it was not told of, or has no number yet */
  of(node) {
    return /** @type {any} */ (node)[this.number] ?? 0;
  }

  /** @param {Node} node @returns {number} 0: it was not told of. Nothing may have happened that was not taken up */
  sure(node) {
    if (!this.of(node)) this.#numberAll(new Rows([]));
    return this.of(node);
  }

  /** Numbers all, if something happened in one that has none. @param {MutationRecord[]} records */
  before(records) {
    const inside = (/** @type {MutationRecord} */ { target, type }) => !this.of(target) || (type === "childList" && this.later.has(target));
    if (this.later.size && records.some(inside)) this.#numberAll(new Rows(records));
  }

  /** @param {Node} node  it left the page */
  leave(node) {
    this.away.add(node);
    this.strays.add(new WeakRef(node));
    if (this.strays.size > this.many) this.#thin();
  }

  /** @returns {Node[]} those that left, and stand in something that may come */
  roaming() {
    this.#thin();
    return [...this.strays].flatMap((ref) => ref.deref() ?? []).filter((node) => parentOf(node));
  }

  /** What left as it was told, and is not numbered, is new should it come back; it is not kept. */
  after() {
    for (const top of this.later) {
      if (isConnected(top)) continue;
      this.later.delete(top);
      if (this.away.delete(top)) delete /** @type {any} */ (top)[this.number];
      else this.#number(top, new Rows([]));
    }
  }

  #thin() {
    for (const ref of this.strays) {
      const node = ref.deref();
      if (!node || !this.away.has(node)) this.strays.delete(ref);
    }
    this.many = MANY + 2 * this.strays.size;
  }

  /** @param {Rows} rows */
  #numberAll(rows) {
    for (const top of this.later) this.#number(top, rows);
    this.later.clear();
  }

  /** @param {Node} top @param {Rows} rows */
  #number(top, rows) {
    let number = this.of(top);
    /** @type {Node[]} */
    const above = [top];
    let node = rows.first(top);
    while (above.length) {
      if (node) {
        number += 1;
        this.#set(node, number);
        above.push(node);
        node = rows.first(node);
      } else {
        node = rows.next(/** @type {Node} */ (above.pop()));
        if (!above.length) return;
      }
    }
  }

  /** @param {Node} node @param {number} number */
  #set(node, number) {
    /** @type {any} */ (node)[this.number] = number;
  }
}

/** What stood where before all that the records tell of: undone from the last one on. */
class Rows {
  /** @param {MutationRecord[]} records */
  constructor(records) {
    /** @type {Map<Node, Node | null>} */
    this.firsts = new Map();
    /** @type {Map<Node, Node | null>} */
    this.nexts = new Map();
    for (let at = records.length - 1; at >= 0; at -= 1) {
      const record = records[at];
      if (record?.type === "childList") this.#undo(record);
    }
  }

  /** @param {Node} node @returns {Node | null} */
  first(node) {
    return this.firsts.has(node) ? this.firsts.get(node) ?? null : firstOf(node);
  }

  /** @param {Node} node @returns {Node | null} */
  next(node) {
    return this.nexts.has(node) ? this.nexts.get(node) ?? null : nextOf(node);
  }

  /** @param {MutationRecord} record */
  #undo({ target, removedNodes, previousSibling, nextSibling }) {
    let last = previousSibling;
    const link = (/** @type {Node | null} */ node) => {
      if (last) this.nexts.set(last, node);
      else this.firsts.set(target, node);
      last = node;
    };
    for (const node of removedNodes) link(node);
    link(nextSibling);
  }
}
