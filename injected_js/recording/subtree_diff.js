/** Encodes a rebuilt subtree as its difference from the removed one that it replaces. */
import { commonPrefix } from "../reading/text_diff.js";
import {
  childrenIn,
  contains,
  counter,
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  matches,
  nextOf,
  one,
  shadowOf,
  typeOf,
} from "../platform/captured_dom.js";
import { spaceOf } from "./node_serializer.js";

/**
 * @typedef {import("./recording_types.js").SubtreeDiff} Likeness @typedef {import("./recording_types.js").Plain} Plain
 * @typedef {NonNullable<Likeness["kids"]>} Kids
 */

/** Subtrees of at most this many nodes are recorded in full, not as a difference. */
const SMALL = 3;
/** Limits of a difference, in levels and in characters: it must fit into one message. */
const DEEP = 60;
const LARGE = 60_000;
/** Elements whose recorded form is not exactly their markup. */
const APART = "script, noscript, input, textarea, select";

const EQUAL = 1;

const nodesIn = counter("descendant-or-self::node()");
const oddIn = counter("descendant-or-self::processing-instruction()");

/** @type {(one: Node, other: Node) => boolean} */
const equal = Function.prototype.call.bind(Node.prototype.isEqualNode);

/**
 * Encodes a new subtree against a removed one and reserves ids for its nodes.
 * @param {Node} fresh  not recorded yet
 * @param {Node} old  unchanged since it was recorded
 * @param {import("./node_serializer.js").NodeSerializer} nodes
 * @param {() => Node[]} roaming  returns the recorded nodes that may be inside it
 * @returns {{ id: number, what: Likeness } | null} null: it must be recorded in full
 */
export const diffSubtree = (fresh, old, nodes, roaming) => {
  const counts = counted([fresh], nodes, roaming);
  const what = counts && new Comparison(nodes).diff(old, fresh, 0);
  return what && { id: number(counts, nodes), what };
};

/**
 * Encodes all new children of an element against all its old children.
 * @param {NodeList} fresh  none of them recorded yet
 * @param {(Node | null)[]} old  null for a node that changed since it was recorded
 * @param {import("./node_serializer.js").NodeSerializer} nodes
 * @param {() => Node[]} roaming
 * @returns {{ first: number, kids: Kids } | null}
 */
export const diffChildren = (fresh, old, nodes, roaming) => {
  const counts = counted(fresh, nodes, roaming);
  let at = 0;
  const kids = counts && new Comparison(nodes).kids(fresh[0] ?? null, () => old[at++] ?? null, 1);
  return kids && { first: number(counts, nodes), kids };
};

/** @param {Map<Node, number>} counts @param {import("./node_serializer.js").NodeSerializer} nodes @returns {number} the first of the reserved ids */
const number = (counts, { known }) => {
  const first = known.last + 1;
  for (const [top, count] of counts) known.giveAll(top, count);
  return first;
};

/**
 * @param {Iterable<Node>} tops @param {import("./node_serializer.js").NodeSerializer} nodes @param {() => Node[]} roaming
 * @returns {Map<Node, number> | null} the number of nodes of each subtree; null: too small for a difference, or its
 * state is not fully in its markup
 */
const counted = (tops, { known, mark }, roaming) => {
  /** @type {Map<Node, number>} */
  const counts = new Map();
  const apart = `${APART}, [${mark}]`;
  for (const top of tops) {
    const type = typeOf(top);
    if (known.of(top) || (type === 1 ? shadowOf(top) : type !== 3 && type !== 8)) return null;
    if (isElement(top) && (matches(top, apart) || one(top, apart) || oddIn(top))) return null;
    if (roaming().some((node) => contains(top, node))) return null;
    counts.set(top, nodesIn(top));
  }
  let all = 0;
  for (const count of counts.values()) all += count;
  return all > SMALL ? counts : null;
};

/** Compares new nodes with old ones, as long as the result fits into one message (`room` characters). */
class Comparison {
  /** @param {import("./node_serializer.js").NodeSerializer} nodes */
  constructor(nodes) {
    this.nodes = nodes;
    this.room = LARGE;
  }

  /** @param {Node} old @param {Node} fresh  of the same kind @param {number} depth @returns {Likeness | null} null: too large */
  diff(old, fresh, depth) {
    /** @type {Likeness} */
    const what = {};
    if (!isElement(fresh)) {
      what.text = difference(dataOf(old), dataOf(fresh));
      return this.#fits(what.text[2].length) ? what : null;
    }
    const attrs = this.nodes.attributes(fresh);
    if (JSON.stringify(attrs) !== JSON.stringify(this.nodes.attributes(/** @type {Element} */ (old))))
      what.attrs = attrs;
    let was = this.nodes.first(old);
    const next = () => {
      const now = was;
      was = now && this.nodes.next(now);
      return now;
    };
    const kids = this.kids(firstOf(fresh), next, depth + 1);
    if (!kids || !this.#fits(10 * kids.length)) return null;
    if (kids.length) what.kids = kids;
    return what;
  }

  /**
   * @param {Node | null} fresh  the first new sibling
   * @param {() => Node | null} next  returns the old node at each index in turn
   * @param {number} depth
   * @returns {Kids | null}
   */
  kids(fresh, next, depth) {
    if (depth > DEEP) return null;
    /** @type {Kids} */
    const kids = [];
    let same = 0;
    let kid = fresh;
    while (kid) {
      const after = /** @type {Node | null} */ (nextOf(kid));
      const encoded = this.#kid(kid, next(), depth, !after);
      kid = after;
      if (!encoded) return null;
      if (encoded === EQUAL) {
        same += 1;
        continue;
      }
      if (same) kids.push(same);
      same = 0;
      kids.push(encoded);
    }
    if (same) kids.push(same);
    return kids;
  }

  /**
   * @param {Node} kid @param {Node | null} was @param {number} depth @param {boolean} last
   * @returns {Kids[number] | null} ALIKE if it equals `was`; null: too large
   */
  #kid(kid, was, depth, last) {
    // Answers grow at their end, so a deep last child has probably changed: `isEqualNode` on it would be wasted.
    if (was && !(last && deep(kid)) && equal(was, kid)) return EQUAL;
    if (was && sameKind(was, kid)) {
      const like = this.diff(was, kid, depth);
      return like && { like };
    }
    const plain = this.#plain(kid, depth);
    return plain && { new: plain };
  }

  /** @param {Node} node @param {number} depth @returns {Plain | null} */
  #plain(node, depth) {
    if (!isElement(node)) {
      const data = dataOf(node);
      return this.#fits(data.length) ? (isText(node) ? { text: data } : { comment: data }) : null;
    }
    /** @type {Plain} */
    const plain = { tag: localNameOf(node) };
    const ns = spaceOf(node);
    if (ns) plain.ns = ns;
    const attrs = this.nodes.attributes(node);
    if (attrs.length) plain.attrs = attrs;
    /** @type {Plain[]} */
    const kids = [];
    for (const kid of childrenIn(node)) {
      const inner = depth < DEEP ? this.#plain(kid, depth + 1) : null;
      if (!inner) return null;
      kids.push(inner);
    }
    if (kids.length) plain.kids = kids;
    return this.#fits(30 + JSON.stringify(attrs).length) ? plain : null;
  }

  /** @param {number} size @returns {boolean} */
  #fits(size) {
    this.room -= size;
    return this.room >= 0;
  }
}

/** @param {Node} node @returns {boolean} */
const deep = (node) => {
  const first = firstOf(node);
  return !!first && !!firstOf(first);
};

/** @param {Node} one @param {Node} other @returns {boolean} one can be encoded as a difference from the other */
export const sameKind = (one, other) => {
  if (isText(one)) return isText(other);
  if (!isElement(one) || !isElement(other)) return typeOf(one) === typeOf(other) && equal(one, other);
  return localNameOf(one) === localNameOf(other) && spaceOf(one) === spaceOf(other);
};

/** @param {string} before @param {string} after @returns {[number, number, string]} offset of the change, number of removed units, inserted text */
export const difference = (before, after) => {
  const at = commonPrefix(before, after);
  const most = Math.min(before.length, after.length) - at;
  let same = 0;
  while (same < most && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same))
    same += 1;
  return [at, before.length - at - same, after.slice(at, after.length - same)];
};
