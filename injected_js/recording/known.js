/**
 * Which nodes have been told of, and by which number. A part that was built anew often leaves before anything happens
 * in it: its nodes have the numbers behind its own, in the order of the page, but get them only if they must.
 */
import { childrenIn, isConnected, parentOf } from "../dom.js";

export class Known {
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
    /** Texts that changed, as they were told. @type {WeakMap<Node, string>} */
    this.texts = new WeakMap();
    /** Those whose inner nodes have no numbers yet, and stand as they were told. @type {Set<Node>} */
    this.later = new Set();
    /** Nothing but whole parts came in what is being told. */
    this.whole = true;
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
    if (!this.whole) this.#numberAll((parent) => childrenIn(parent));
  }

  /** @param {Node} node @returns {number} 0: it was not told of, or has no number yet */
  of(node) {
    return /** @type {any} */ (node)[this.number] ?? 0;
  }

  /** @param {Node} node @returns {number} 0: it was not told of. Nothing may have happened that was not taken up */
  sure(node) {
    if (!this.of(node)) this.#numberAll((parent) => childrenIn(parent));
    return this.of(node);
  }

  /** Numbers all, if something happened in one that has none. @param {MutationRecord[]} records */
  before(records) {
    const inside = (/** @type {MutationRecord} */ { target, type }) => !this.of(target) || (type === "childList" && this.later.has(target));
    if (!this.later.size || !records.some(inside)) return;
    const were = childrenBefore(records);
    this.#numberAll((parent) => were.get(parent) ?? childrenIn(parent));
  }

  /** @param {Node} node  it left the page */
  leave(node) {
    this.away.add(node);
    this.strays.add(new WeakRef(node));
  }

  /** @returns {Node[]} those that left, and stand in something that may come */
  roaming() {
    /** @type {Node[]} */
    const found = [];
    for (const ref of this.strays) {
      const node = ref.deref();
      if (!node || !this.away.has(node)) this.strays.delete(ref);
      else if (parentOf(node)) found.push(node);
    }
    return found;
  }

  /** What left as it was told, and is not numbered, is new should it come back; it is not kept. */
  after() {
    for (const top of this.later) {
      if (isConnected(top)) continue;
      this.later.delete(top);
      if (this.away.delete(top)) delete /** @type {any} */ (top)[this.number];
      else this.#number(top, (parent) => childrenIn(parent));
    }
  }

  /** @param {(parent: Node) => Iterable<Node>} childrenOf */
  #numberAll(childrenOf) {
    for (const top of this.later) this.#number(top, childrenOf);
    this.later.clear();
  }

  /** @param {Node} top @param {(parent: Node) => Iterable<Node>} childrenOf */
  #number(top, childrenOf) {
    let number = this.of(top);
    const waiting = [...childrenOf(top)].reverse();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      number += 1;
      this.#set(node, number);
      waiting.push(...[...childrenOf(node)].reverse());
    }
  }

  /** @param {Node} node @param {number} number */
  #set(node, number) {
    /** @type {any} */ (node)[this.number] = number;
  }
}

/**
 * @param {MutationRecord[]} records
 * @returns {Map<Node, Node[]>} what stood in each node in which it changed, before all that
 */
const childrenBefore = (records) => {
  /** @type {Map<Node, Node[]>} */
  const were = new Map();
  for (const { type, target, addedNodes, removedNodes, previousSibling } of [...records].reverse()) {
    if (type !== "childList") continue;
    const came = new Set(addedNodes);
    const row = (were.get(target) ?? [...childrenIn(target)]).filter((node) => !came.has(node));
    row.splice(previousSibling ? row.indexOf(previousSibling) + 1 : 0, 0, ...removedNodes);
    were.set(target, row);
  }
  return were;
};
