/**
 * Hosts: overlay puts a plain `<div>` before each element that it hides. A rule for `[mark] + *`, in a sheet that the
 * page can't see (observers/hiding_sheet.py), hides the element, so the page's own nodes are never changed, moved or
 * wrapped. An element that keeps its place is only not painted; the others are not displayed.
 */
import {
  all,
  attributeOf,
  contains,
  create,
  insertBefore,
  isConnected,
  isElement,
  nextElementOf,
  parentOf,
  remove,
  rootOf,
  shadowOf,
} from "../platform/captured_dom.js";
import { covers } from "../reading/box_layout.js";
import { StandIns } from "./stand_ins.js";

/** The value of the mark before an element that keeps its place. */
const PLACE = "place";
/** The value of the mark before an element that is laid out but not painted, outside of the page's flow: its text is read. */
const APART = "apart";

export class Hosts {
  /** A host was in the document at some time, even before a restart of overlay there, so the page may have copied it. */
  static everPlaced = false;

  /**
   * @param {string} mark
   * @param {boolean} inspectable
   * @param {import("./stand_ins.js").StandIn[]} [standIns]  boxes from before a restart in the same document
   */
  constructor(mark, inspectable, standIns = []) {
    this.mark = mark;
    this.inspectable = inspectable;
    /** @type {WeakMap<Element, Element>} the element that each host hides */
    this.targets = new WeakMap();
    /** @type {WeakMap<Element, ShadowRoot>} */
    this.roots = new WeakMap();
    /** @type {WeakMap<ShadowRoot, true>} */
    this.ruled = new WeakMap();
    this.rule = new CSSStyleSheet();
    this.rule.replaceSync(`[${mark}=""] + * { display: none !important; }
      [${mark}="${APART}"] + * { position: fixed !important; top: 0 !important; left: 0 !important; }
      :is([${mark}="${PLACE}"], [${mark}="${APART}"]) + *, :is([${mark}="${PLACE}"], [${mark}="${APART}"]) + * * {
        visibility: hidden !important; pointer-events: none !important; }`);
    /** All hosts in the page, which fail-open must remove. @type {Set<Element>} */
    this.placed = new Set();
    /** Called before a host is inserted again. @type {(host: Element) => void} */
    this.beforeReturn = () => {};
    /** Called after a host was placed. */
    this.hidden = () => {};
    /** Hosts that were in the page before. @type {WeakSet<Element>} */
    this.placedBefore = new WeakSet();
    this.standIns = new StandIns(this, standIns);
  }

  /** @param {Element} element @returns {boolean} */
  isOwn(element) {
    return this.roots.has(element) || this.targets.has(element);
  }

  /** @returns {Element} */
  make() {
    const host = create("div");
    host.setAttribute(this.mark, "");
    this.targets.set(host, host);
    covers.set(host, () => this.layOut(host));
    return host;
  }

  /** @param {Element} host @param {boolean} kept  what it hides keeps its place, and is only not painted */
  keepPlace(host, kept) {
    const value = kept && !this.standIns.heights.has(host) ? PLACE : "";
    if (attributeOf(host, this.mark) !== value) host.setAttribute(this.mark, value);
  }

  /** Lays the hidden element out for a while, so that it can be scrolled. @param {Element} host @returns {() => void} ends that */
  layOut(host) {
    const before = attributeOf(host, this.mark);
    host.setAttribute(this.mark, APART);
    return () => (before === null ? host.removeAttribute(this.mark) : host.setAttribute(this.mark, before));
  }

  /** Registers another node of overlay, which hides nothing. @param {Element} element */
  register(element) {
    this.targets.set(element, element);
  }

  /**
   * Returns the host's shadow root, which is created at the first call.
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

  /** @param {Element} host @returns {boolean} whether the host is in the page, directly before the element that it hides */
  inPlace(host) {
    const target = this.targets.get(host);
    return !!target && isConnected(host) && nextElementOf(host) === target;
  }

  /** @param {Element} element @returns {boolean} whether the element is in an element that a host hides */
  hides(element) {
    for (const host of this.placed) if (this.hidesBy(host, element)) return true;
    return false;
  }

  /** @param {Element} host @param {Element} element @returns {boolean} whether this host hides an element around it, or itself */
  hidesBy(host, element) {
    return contains(/** @type {Element} */ (this.targets.get(host)), element);
  }

  /** @param {Element} host @param {Element} target */
  place(host, target) {
    this.targets.set(host, target);
    if (this.inPlace(host)) return;
    const parent = parentOf(target);
    if (!parent) return;
    this.#reach(parent);
    if (this.placedBefore.has(host)) this.beforeReturn(host);
    this.placedBefore.add(host);
    insertBefore(parent, host, target);
    this.placed.add(host);
    this.standIns.pass(host, target);
    Hosts.everPlaced = true;
    this.hidden();
  }

  /** @param {Element} host */
  remove(host) {
    this.placed.delete(host);
    remove(host);
  }

  /** @param {Node} added @returns {Element[]} copies of hosts that the page made: the node itself, and those in it */
  copiesIn(added) {
    if (!Hosts.everPlaced || !isElement(added)) return [];
    const { mark } = this;
    return [...(attributeOf(added, mark) === null ? [] : [added]), ...all(added, `[${mark}]`)].filter(
      (copy) => !this.isOwn(copy),
    );
  }

  /**
   * Removes the mark from copies of hosts. A page that clones its nodes clones the hosts with them, without their shadow
   * trees: such a copy would hide an element permanently.
   * @param {Node} added
   */
  neutralizeClones(added) {
    for (const copy of this.copiesIn(added)) copy.removeAttribute(this.mark);
  }

  /**
   * Adds the rule to a shadow root, which the page-wide sheet does not reach.
   * @param {Node} parent
   */
  #reach(parent) {
    const root = rootOf(parent);
    if (!(root instanceof ShadowRoot) || this.ruled.has(root)) return;
    this.ruled.set(root, true);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.rule];
  }

  /** @param {Element} element @returns {ShadowRoot | null} the element's open shadow root, if the page attached it */
  pageRoot(element) {
    return this.isOwn(element) ? null : shadowOf(element);
  }
}
