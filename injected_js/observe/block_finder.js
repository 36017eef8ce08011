/**
 * Finds what to track under a node: code blocks, messages, and the open shadow roots that may contain them.
 */
import { createWalker, isConnected, isElement, localNameOf, matches } from "../platform/captured_dom.js";
import { isFence } from "../reading/fences.js";
import { inCopyForReaders } from "../reading/reader_copy.js";

/**
 * Skips the current element's descendants: a highlighter makes thousands of elements of one code block.
 * @param {TreeWalker} walker
 * @returns {Node | null} the next node that is not in the current element
 */
const after = (walker) => {
  for (;;) {
    const next = walker.nextSibling();
    if (next) return next;
    if (!walker.parentNode()) return null;
  }
};

/** @param {Node} root @returns {{ walker: TreeWalker, next: Node | null }} */
const begin = (root) => {
  const walker = createWalker(root, NodeFilter.SHOW_ELEMENT);
  return { walker, next: isElement(root) ? root : walker.nextNode() };
};

/** When to check again for a shadow root, in ms after the last check. */
const UPGRADES = [0, 20, 80, 400, 1500, 4000];

export class Finder {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {(root: ShadowRoot) => void} parts.watch  called once for each root
   * @param {(found: Element[]) => void} parts.late  called with the blocks in a root that was attached later
   * @param {AbortSignal} parts.signal
   */
  constructor({ page, hosts, watch, late, signal }) {
    this.page = page;
    this.hosts = hosts;
    this.watch = watch;
    this.late = late;
    this.signal = signal;
    /** @type {WeakSet<ShadowRoot>} */
    this.roots = new WeakSet();
  }

  /**
   * @param {Node} root
   * @param {Set<Node>} [scanned]  every visited element is added to it
   * @returns {Element[]} the blocks in it, including itself
   */
  scan(root, scanned) {
    /** @type {Element[]} */
    const found = [];
    /** @type {Element[]} */
    const rootless = [];
    // A loop, since recursion could overflow the call stack: shadow trees may be nested deeply.
    const walks = [begin(root)];
    for (let walk = walks.at(-1); walk; walk = walks.at(-1)) {
      const element = /** @type {Element | null} */ (walk.next);
      if (!element) {
        walks.pop();
        continue;
      }
      if (walks.length === 1) scanned?.add(element);
      const tree = this.#rootOf(element);
      if (!tree && localNameOf(element).includes("-")) rootless.push(element);
      walk.next = this.#take(element, found) ? after(walk.walker) : walk.walker.nextNode();
      if (tree && this.#enter(tree)) walks.push(begin(tree));
    }
    if (rootless.length) this.#await(rootless, UPGRADES);
    return found;
  }

  /** @param {Element} element @param {Element[]} found @returns {boolean} nothing in it needs a visit */
  #take(element, found) {
    if (isFence(element)) {
      if (!this.page.isComposer(element) && !inCopyForReaders(element)) found.push(element);
      return localNameOf(element) !== "code";
    }
    if (this.page.messages && matches(element, this.page.messages) && this.page.message(element) === element)
      found.push(element);
    return false;
  }

  /**
   * Checks elements again later: an element gets its shadow root when the site defines it, which causes no
   * mutation.
   * @param {Element[]} elements @param {number[]} waits
   */
  #await(elements, [wait, ...waits]) {
    if (wait === undefined) return;
    setTimeout(() => {
      if (this.signal.aborted) return;
      const rootless = elements.filter((element) => isConnected(element) && !this.#rootOf(element));
      const found = elements
        .map((element) => this.#rootOf(element))
        .filter((root) => !!root)
        .filter((root) => this.#enter(root))
        .flatMap((root) => this.scan(root));
      if (found.length) this.late(found);
      if (rootless.length) this.#await(rootless, waits);
    }, wait);
  }

  /** @param {Element} element @returns {ShadowRoot | null} the element's open root */
  #rootOf(element) {
    const root = this.hosts.pageRoot(element);
    if (root) this.page.roots.add(root);
    return root;
  }

  /** @param {ShadowRoot} root @returns {boolean} whether the root is new, and observed from now on */
  #enter(root) {
    if (this.roots.has(root)) return false;
    this.roots.add(root);
    this.watch(root);
    return true;
  }
}
