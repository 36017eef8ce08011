/**
 * Hosts: overlay puts a plain `<div>` before each element that it hides. The rule `[mark] + *` in a sheet that the page
 * can't see hides the element, so the page's own nodes are never changed, moved or wrapped.
 */
import { all, attributeOf, create, insertBefore, isConnected, isElement, nextElementOf, parentOf, remove, rootOf, shadowOf } from "../platform/captured_dom.js";

export class Hosts {
  /**
   * @param {string} mark
   * @param {boolean} inspectable
   */
  constructor(mark, inspectable) {
    this.mark = mark;
    this.inspectable = inspectable;
    /** @type {WeakMap<Element, Element>} host -> what it hides */
    this.targets = new WeakMap();
    /** @type {WeakMap<Element, ShadowRoot>} */
    this.roots = new WeakMap();
    /** @type {WeakMap<ShadowRoot, true>} */
    this.ruled = new WeakMap();
    this.rule = new CSSStyleSheet();
    this.rule.replaceSync(`[${mark}] + * { display: none !important; }`);
    /** Every host in the page: what fail-open has to take away. @type {Set<Element>} */
    this.standing = new Set();
    /** Called for a host that is about to come into the page again. @type {(host: Element) => void} */
    this.returning = () => {};
    /** Hosts that were in the page before. @type {WeakSet<Element>} */
    this.stood = new WeakSet();
  }

  /** @param {Element} element @returns {boolean} */
  ours(element) {
    return this.roots.has(element) || this.targets.has(element);
  }

  /** @returns {Element} */
  make() {
    const host = create("div");
    host.setAttribute(this.mark, "");
    this.targets.set(host, host);
    return host;
  }

  /** Another node of overlay's, which hides nothing. @param {Element} element */
  own(element) {
    this.targets.set(element, element);
  }

  /**
   * The host's own tree, made when there is something to draw.
   * @param {Element} host
   * @returns {ShadowRoot}
   */
  root(host) {
    let root = this.roots.get(host);
    if (!root) {
      root = host.attachShadow({ mode: this.inspectable ? "open" : "closed" });
      this.roots.set(host, root);
    }
    return root;
  }

  /** @param {Element} host @returns {boolean} it is at its place */
  inPlace(host) {
    const target = this.targets.get(host);
    return !!target && isConnected(host) && nextElementOf(host) === target;
  }

  /** @param {Element} host @param {Element} target */
  put(host, target) {
    this.targets.set(host, target);
    if (this.inPlace(host)) return;
    const parent = parentOf(target);
    if (!parent) return;
    this.#reach(parent);
    if (this.stood.has(host)) this.returning(host);
    this.stood.add(host);
    insertBefore(parent, host, target);
    this.standing.add(host);
  }

  /** @param {Element} host */
  take(host) {
    this.standing.delete(host);
    remove(host);
  }

  /**
   * A page that clones its nodes clones our host with them, without its tree: the copy would hide a block for good.
   * @param {Node} added
   */
  disarmCopies(added) {
    if (!isElement(added)) return;
    if (attributeOf(added, this.mark) !== null && !this.ours(added)) added.removeAttribute(this.mark);
    for (const copy of all(added, `[${this.mark}]`)) if (!this.ours(copy)) copy.removeAttribute(this.mark);
  }

  /**
   * The page-wide sheet does not reach into shadow trees: such a root gets the rule itself.
   * @param {Node} parent
   */
  #reach(parent) {
    const root = rootOf(parent);
    if (!(root instanceof ShadowRoot) || this.ruled.has(root)) return;
    this.ruled.set(root, true);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.rule];
  }

  /** @param {Element} element @returns {ShadowRoot | null} an open root of the page's own */
  pageRoot(element) {
    return this.ours(element) ? null : shadowOf(element);
  }
}
