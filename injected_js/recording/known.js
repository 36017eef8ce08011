/** Which nodes have been told of, by which number, and as what. */

export class Known {
  constructor() {
    /** @type {WeakMap<Node, number>} */
    this.ids = new WeakMap();
    /** Texts as they were told. @type {WeakMap<Node, string>} */
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

  /** @param {Node} node  it is no longer in the page: should it come back, it is told of anew */
  forget(node) {
    this.ids.delete(node);
    this.texts.delete(node);
  }
}
