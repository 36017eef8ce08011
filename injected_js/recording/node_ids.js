/**
 * The ids of recorded nodes. A rebuilt subtree is often removed before anything in it changes. Its nodes have the ids
 * that follow the id of its root, in document order, but these are assigned only when they are needed.
 */
import { firstOf, isConnected, nextOf, parentOf } from "../platform/captured_dom.js";

/** After this many more removed nodes, the list is checked for nodes that were garbage-collected. */
const MANY = 1000;

export class NodeIds {
  constructor() {
    /**
     * The property of each node that holds its id, visible only in overlay's isolated world. It costs half as much as
     * a WeakMap if a page builds thousands of nodes for each token.
     */
    this.number = Symbol("number");
    /** Recorded nodes that were removed; the page may insert them again. @type {WeakSet<Node>} */
    this.away = new WeakSet();
    /** The same nodes, for iteration. @type {Set<WeakRef<Node>>} */
    this.removed = new Set();
    this.many = MANY;
    /** The last recorded value of texts that changed. @type {WeakMap<Node, string>} */
    this.texts = new WeakMap();
    /** Roots of subtrees whose inner nodes have no ids yet and are unchanged since recording. @type {Set<Node>} */
    this.later = new Set();
    this.last = 0;
  }

  /** @param {Node} node @returns {number} a new id for it */
  give(node) {
    this.last += 1;
    this.#set(node, this.last);
    return this.last;
  }

  /** @param {Node} top @param {number} count  number of nodes in the subtree, `top` included */
  giveAll(top, count) {
    this.give(top);
    this.last += count - 1;
    if (count > 1) this.later.add(top);
  }

  /** @param {Node} node @returns {number} 0: the node is not recorded, or has no id yet */
  of(node) {
    return /** @type {any} */ (node)[this.number] ?? 0;
  }

  /**
   * Like `of`, but assigns pending ids first. Call it only when all mutation records have been processed.
   * @param {Node} node @returns {number} 0: the node is not recorded
   */
  ofSure(node) {
    if (!this.of(node)) this.#numberAll(new Rows([]));
    return this.of(node);
  }

  /** Assigns all pending ids if a record is about a node without an id. @param {MutationRecord[]} records */
  before(records) {
    const inside = (/** @type {MutationRecord} */ { target, type }) =>
      !this.of(target) || (type === "childList" && this.later.has(target));
    if (this.later.size && records.some(inside)) this.#numberAll(new Rows(records));
  }

  /** @param {Node} node  a recorded node that was removed */
  setRemoved(node) {
    this.away.add(node);
    this.removed.add(new WeakRef(node));
    if (this.removed.size > this.many) this.#thin();
  }

  /** @returns {Node[]} those removed nodes that have a parent, so an added subtree may contain them */
  reparented() {
    this.#thin();
    return [...this.removed].flatMap((ref) => ref.deref() ?? []).filter((node) => parentOf(node));
  }

  /**
   * Forgets removed subtrees whose inner nodes have no ids: if the page inserts them again, they are recorded as new.
   */
  after() {
    for (const top of this.later) {
      if (isConnected(top)) continue;
      this.later.delete(top);
      if (this.away.delete(top)) delete (/** @type {any} */ (top)[this.number]);
      else this.#number(top, new Rows([]));
    }
  }

  #thin() {
    for (const ref of this.removed) {
      const node = ref.deref();
      if (!node || !this.away.has(node)) this.removed.delete(ref);
    }
    this.many = MANY + 2 * this.removed.size;
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

/** The child lists before the given records: the records are undone, the last one first. */
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
    return this.firsts.has(node) ? (this.firsts.get(node) ?? null) : firstOf(node);
  }

  /** @param {Node} node @returns {Node | null} */
  next(node) {
    return this.nexts.has(node) ? (this.nexts.get(node) ?? null) : nextOf(node);
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
