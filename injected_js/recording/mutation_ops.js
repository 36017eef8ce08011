/** Turns the mutation records of one MutationObserver callback into operations that lead to the current document. */
import { attributeOf, dataOf, isElement, parentOf, rootOf } from "../platform/captured_dom.js";
import { clean, mute } from "./sanitizer.js";
import { difference, diffSubtree, diffChildren, sameKind } from "./subtree_diff.js";
import { splice } from "./node_serializer.js";

/** @typedef {import("./recording_types.js").Op} Op */

/**
 * Returns first the removals (moved nodes included), then the additions, then the changes of texts and attributes.
 * Only the final state is recorded. Removed nodes are still observed, because the page may insert them again.
 * @param {MutationRecord[]} records
 * @param {import("./node_serializer.js").NodeSerializer} nodes
 * @param {(node: Node) => void} watch  called with each node that has left the document
 * @returns {Op[]}
 */
export const mutationOps = (records, nodes, watch) => {
  const { known } = nodes;
  known.before(records);
  /** @type {Op[]} */
  const ops = [];
  /** Nodes that were added or removed. @type {Set<Node>} */
  const touched = new Set();
  /** The first record of each changed text, which holds the old value. @type {Map<Node, MutationRecord>} */
  const texts = new Map();
  /** The old values of changed attributes, by element and name. @type {Map<Element, Map<string, string | null>>} */
  const attributes = new Map();
  for (const record of records) {
    const { target, type } = record;
    if (type === "characterData") {
      if (!texts.has(target)) texts.set(target, record);
    } else if (type === "attributes") {
      note(attributes, record);
    } else {
      for (const node of record.addedNodes) if (!nodes.skipped(node)) touched.add(node);
      for (const node of record.removedNodes) if (!nodes.skipped(node)) touched.add(node);
    }
  }
  const before = known.last;
  /** @param {Node} node @returns {boolean} */
  const old = (node) => known.of(node) > 0 && known.of(node) <= before;
  /** @type {Node[] | undefined} */
  let found;
  const roaming = () =>
    (found ??= [...[...touched].filter((node) => old(node) && parentOf(node)), ...known.reparented()]);
  const removed = new RemovedNodes(records, nodes, old, roaming);
  for (const [parent, record] of removed.all) {
    const rebuilt = old(parent) && diffChildren(record.addedNodes, removed.unchangedOf(record), nodes, roaming);
    if (!rebuilt) continue;
    ops.push({ o: "anew", id: known.of(parent), ...rebuilt });
    for (const node of record.removedNodes) if (old(node)) known.setRemoved(node);
  }
  for (const node of touched) {
    if (!old(node) || known.away.has(node)) continue;
    ops.push({ o: "del", id: known.of(node) });
    known.setRemoved(node);
  }
  new Additions(touched, nodes, old, removed, ops).addAll();
  known.after();
  for (const node of touched) if (known.away.has(node)) watch(node);
  for (const [text, record] of texts) if (old(text)) change(text, record, known, ops);
  for (const [element, names] of attributes) {
    if (!old(element)) continue;
    for (const [name, was] of names) {
      const value = clean(element, name, attributeOf(element, name));
      if (name !== nodes.mark && value !== clean(element, name, was))
        ops.push({ o: "attr", id: known.of(element), name, value });
    }
  }
  return ops;
};

/** How many removed nodes are compared with one added node. */
const MANY = 50;

/** The nodes removed in these records that are still as recorded: an added node may be encoded as a copy of one. */
class RemovedNodes {
  /**
   * @param {MutationRecord[]} records @param {import("./node_serializer.js").NodeSerializer} nodes @param {(node: Node) => boolean} old
   * @param {() => Node[]} roaming  returns the recorded nodes that may now be inside an added node
   */
  constructor(records, nodes, old, roaming) {
    this.nodes = nodes;
    this.old = old;
    this.roaming = roaming;
    /** Elements whose children were all replaced, by a single record. @type {Map<Node, MutationRecord>} */
    this.all = new Map();
    /** @type {Map<Node, (Node | null)[]>} */
    this.from = new Map();
    /** @type {Set<Node>} */
    const seen = new Set();
    for (const record of records) {
      const { target } = record;
      if (record.type !== "childList") continue;
      const row = this.from.get(target) ?? [];
      for (const node of record.removedNodes) row.push(node);
      if (row.length) this.from.set(target, row);
      const whole =
        !seen.has(target) &&
        record.removedNodes.length &&
        record.addedNodes.length &&
        !record.previousSibling &&
        !record.nextSibling;
      if (whole) this.all.set(target, record);
      else this.all.delete(target);
      seen.add(target);
    }
    /** Roots of the trees in which something changed. @type {Set<Node>} */
    this.changedRoots = this.from.size ? new Set(records.map(({ target }) => rootOf(target))) : new Set();
  }

  /** @param {Node} node @returns {boolean} whether the node was removed, and its subtree is unchanged since it was recorded */
  #isUnchanged(node) {
    return !parentOf(node) && this.old(node) && !this.changedRoots.has(node);
  }

  /** @param {MutationRecord} record @returns {(Node | null)[]} the nodes that were removed; null for a node that changed since */
  unchangedOf({ removedNodes }) {
    return [...removedNodes]
      .filter((node) => !this.nodes.skipped(node))
      .map((node) => (this.#isUnchanged(node) ? node : null));
  }

  /**
   * Finds the removed node to encode `fresh` against: the one at `index`, else the first that fits.
   * @param {Node} fresh @param {Node} parent @param {number} index  in the row of added siblings
   * @returns {Node | null} each node is returned at most once
   */
  like(fresh, parent, index) {
    const row = this.from.get(parent);
    if (!row || !isElement(fresh)) return null;
    const fits = (/** @type {Node | null | undefined} */ node) =>
      !!node && this.#isUnchanged(node) && sameKind(node, fresh);
    const at = fits(row[index]) ? index : row.slice(0, MANY).findIndex(fits);
    const found = row[at] ?? null;
    if (found) row[at] = null;
    return found;
  }
}

/** Creates the operations that add new and moved nodes. */
class Additions {
  /**
   * @param {Set<Node>} touched @param {import("./node_serializer.js").NodeSerializer} nodes @param {(node: Node) => boolean} old
   * @param {RemovedNodes} removed @param {Op[]} ops
   */
  constructor(touched, nodes, old, removed, ops) {
    this.touched = touched;
    this.nodes = nodes;
    this.old = old;
    this.removed = removed;
    this.ops = ops;
    /** @type {Set<Node>} */
    this.placed = new Set();
    /** @param {Node} node @returns {boolean} */
    this.moved = (node) => {
      if (!old(node)) return false;
      this.placed.add(node);
      nodes.returned(node);
      return true;
    };
  }

  /** Adds an operation for each touched node whose parent is recorded. */
  addAll() {
    for (const first of this.touched) {
      /** @type {Node[]} */
      const row = [];
      let node = /** @type {Node | null} */ (first);
      for (; node && this.touched.has(node) && !this.#done(node); node = this.nodes.next(node)) row.push(node);
      // In a replay they come in the order in which they came in the page: overlay reads them in that order.
      const before = node ? this.nodes.known.of(node) : 0;
      for (const [index, each] of row.entries()) this.#put(each, index, before);
    }
  }

  /** @param {Node} node @returns {boolean} whether the node needs no (further) operation */
  #done(node) {
    const { known } = this.nodes;
    const parent = parentOf(node);
    // A node whose ancestor is in `later` was recorded together with that ancestor.
    return this.placed.has(node) || (known.of(node) > 0 && !this.old(node)) || (!!parent && known.later.has(parent));
  }

  /** @param {Node} node @param {number} index  in its row of added siblings @param {number} before  the id of what follows the row */
  #put(node, index, before) {
    const { known } = this.nodes;
    const parent = parentOf(node);
    const id = parent ? known.of(parent) : 0;
    if (!parent || !id || this.#done(node)) return;
    if (this.moved(node)) {
      this.ops.push({ o: "add", parent: id, before, node: { id: known.of(node) } });
      return;
    }
    const like = this.removed.like(node, parent, index);
    const diff = like && diffSubtree(node, like, this.nodes, this.removed.roaming);
    if (diff) this.ops.push({ o: "again", parent: id, before, ...diff, like: known.of(like) });
    else this.nodes.serialize(node, id, before, this.ops, this.moved);
  }
}

/** @param {Node} text @param {MutationRecord} record @param {import("./node_ids.js").NodeIds} known @param {Op[]} ops */
const change = (text, record, known, ops) => {
  if (mute(text)) return;
  const before = known.texts.get(text) ?? record.oldValue ?? "";
  const after = dataOf(text);
  if (before === after) return;
  known.texts.set(text, after);
  const [at, cut, come] = difference(before, after);
  splice(known.of(text), at, cut, come, ops);
};

/** @param {MutationRecord} record @returns {string} the attribute's qualified name, as in markup */
const nameOf = (record) => {
  const name = record.attributeName ?? "";
  if (!record.attributeNamespace) return name;
  const found = /** @type {Element} */ (record.target).getAttributeNodeNS(record.attributeNamespace, name);
  return found?.name ?? (record.attributeNamespace.endsWith("/xlink") ? `xlink:${name}` : name);
};

/** @param {Map<Element, Map<string, string | null>>} found @param {MutationRecord} record */
const note = (found, record) => {
  const element = /** @type {Element} */ (record.target);
  let names = found.get(element);
  if (!names) {
    names = new Map();
    found.set(element, names);
  }
  const name = nameOf(record);
  if (!names.has(name)) names.set(name, record.oldValue);
};
