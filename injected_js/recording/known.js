/** Which nodes have been told of, and by which number. */

export class Known {
  constructor() {
    /** @type {WeakMap<Node, number>} */
    this.ids = new WeakMap();
    /** Told of, and out of the page: they may come back. @type {WeakSet<Node>} */
    this.away = new WeakSet();
    /** Texts that changed, as they were told. @type {WeakMap<Node, string>} */
    this.texts = new WeakMap();
    this.last = 0;
  }

  /** @param {Node} node @returns {number} a new number for it */
  give(node) {
    this.last += 1;
    this.ids.set(node, this.last);
    return this.last;
  }

  /** @param {Node} node @returns {number} 0: it was not told of */
  of(node) {
    return this.ids.get(node) ?? 0;
  }
}
