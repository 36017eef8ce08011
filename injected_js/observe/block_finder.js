/**
 * Finds what to track under a node: code blocks, messages, and the open shadow roots that may contain them.
 */
import { createWalker, isConnected, isElement, localNameOf, matches } from "../platform/captured_dom.js";
import { isFence } from "../reading/block_text.js";

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
    /** @param {Element} element @returns {boolean} nothing in it needs a visit */
    const consider = (element) => {
      scanned?.add(element);
      const name = localNameOf(element);
      if (!this.#enter(element, found) && name.includes("-")) rootless.push(element);
      if (isFence(element)) {
        if (!this.page.writing(element)) found.push(element);
        return name !== "code";
      }
      if (this.page.messages && matches(element, this.page.messages) && this.page.message(element) === element) found.push(element);
      return false;
    };
    const walker = createWalker(root, NodeFilter.SHOW_ELEMENT);
    let node = isElement(root) ? /** @type {Node | null} */ (root) : walker.nextNode();
    while (node) {
      node = consider(/** @type {Element} */ (node)) ? after(walker) : walker.nextNode();
    }
    if (rootless.length) this.#await(rootless, UPGRADES);
    return found;
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
      /** @type {Element[]} */
      const found = [];
      const rootless = elements.filter((element) => isConnected(element) && !this.#enter(element, found));
      if (found.length) this.late(found);
      if (rootless.length) this.#await(rootless, waits);
    }, wait);
  }

  /** @param {Element} element @param {Element[]} found @returns {boolean} it has an open root, which is observed from now on */
  #enter(element, found) {
    const root = this.hosts.pageRoot(element);
    if (root) this.page.roots.add(root);
    if (root && !this.roots.has(root)) {
      this.roots.add(root);
      this.watch(root);
      found.push(...this.scan(root));
    }
    return !!root;
  }
}
