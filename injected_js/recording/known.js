/** Which nodes have been told of, and by which number. */

export class Known {
  constructor() {
    /**
     * A field of each node, in our world alone, has its number: half the cost of a WeakMap where a page builds
     * thousands of nodes at each token.
     */
    this.number = Symbol("number");
    /** Told of, and out of the page: they may come back. @type {WeakSet<Node>} */
    this.away = new WeakSet();
    /** Texts that changed, as they were told. @type {WeakMap<Node, string>} */
    this.texts = new WeakMap();
    this.last = 0;
  }

  /** @param {Node} node @returns {number} a new number for it */
  give(node) {
    this.last += 1;
    /** @type {any} */ (node)[this.number] = this.last;
    return this.last;
  }

  /** @param {Node} node @returns {number} 0: it was not told of */
  of(node) {
    return /** @type {any} */ (node)[this.number] ?? 0;
  }
}
