/** Finds what is to be watched under a node: code blocks, messages, and the open shadow roots they may stand in. */
import { createWalker, isConnected, isElement, localNameOf, matches } from "../platform/captured_dom.js";
import { isFence } from "../reading/block_text.js";

/**
 * A highlighter makes thousands of elements of one code block: none of them need be looked at.
 * @param {TreeWalker} walker  at an element that is done with
 * @returns {Node | null} the next one that is not in it
 */
const after = (walker) => {
  for (;;) {
    const next = walker.nextSibling();
    if (next) return next;
    if (!walker.parentNode()) return null;
  }
};

/** When to look again for a shadow root, in ms after the last look. */
const UPGRADES = [0, 20, 80, 400, 1500, 4000];

export class Finder {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {(root: ShadowRoot) => void} parts.watch  told of each root once
   * @param {(found: Element[]) => void} parts.late  told of what stood in a root that came late
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
   * @param {Set<Node>} [scanned]  takes every element looked at
   * @returns {Element[]} the blocks in it, itself included
   */
  scan(root, scanned) {
    /** @type {Element[]} */
    const found = [];
    /** @type {Element[]} */
    const rootless = [];
    /** @param {Element} element @returns {boolean} nothing else is to be found in it */
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
   * An element gets its shadow root when its site defines it, often after it stands there, and nothing tells of it.
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

  /** @param {Element} element @param {Element[]} found @returns {boolean} it has an open root, watched from now on */
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
