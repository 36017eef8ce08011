/**
 * The page's closed shadow trees. A script can't see them; Python asks the browser for them when a page seems to have no
 * message box (observers/closed_trees.py).
 */
import { firstOf, localNameOf, rectOf, rootOf, shadowOf } from "./captured_dom.js";

/** Common elements that can have a shadow tree and are used for parts of a page. */
const PLAIN = new Set(["article", "aside", "div", "footer", "main", "section", "span"]);
/** Least width and height in pixels of an element with a message box in it. */
const WIDE = 40;
const HIGH = 12;
/** Most elements about which the browser is asked. */
const MANY = 100;

/** @type {WeakMap<Element, ShadowRoot>} */
const given = new WeakMap();

/** @param {Node} host @returns {ShadowRoot | null} its closed tree, if Python has given it */
export const closedTreeOf = (host) => given.get(/** @type {Element} */ (host)) ?? null;

/** @param {Node} host @returns {ShadowRoot | null} its tree, also a closed one that Python has given */
export const treeOf = (host) => shadowOf(host) ?? closedTreeOf(host);

/** @param {Node} node @returns {boolean} */
export const inClosedTree = (node) => {
  for (let root = rootOf(node); root instanceof ShadowRoot; root = rootOf(root.host))
    if (given.has(root.host)) return true;
  return false;
};

/** @param {Element} element @returns {boolean} */
const mayHaveTree = (element) => {
  const own = localNameOf(element).includes("-");
  // The elements that a page puts into a plain host beside the tree are not drawn, so there are seldom any.
  if (treeOf(element) || !(own || (PLAIN.has(localNameOf(element)) && !firstOf(element)))) return false;
  const { width, height } = rectOf(element);
  return own || (width >= WIDE && height >= HIGH);
};

export class ClosedTrees {
  /** @param {import("./shadow_roots.js").Roots} roots @param {(element: Element) => boolean} isOwn  it is one of overlay's nodes */
  constructor(roots, isOwn) {
    this.roots = roots;
    this.isOwn = isOwn;
    /** @type {Element[]} */
    this.hosts = [];
  }

  /** Looks for elements that may have a closed tree. @returns {number} how many there are */
  look() {
    this.hosts = this.roots
      .all("*")
      .filter((element) => !this.isOwn(element) && mayHaveTree(element))
      .slice(-MANY);
    return this.hosts.length;
  }

  /** @param {number} index @returns {Element | null} an element of the last look */
  host(index) {
    return this.hosts[index] ?? null;
  }

  /** Takes the closed tree of a host. @param {ShadowRoot} tree */
  take(tree) {
    given.set(tree.host, tree);
    this.roots.add(tree);
  }
}
