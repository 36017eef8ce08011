/** Hides a unit's elements, by placing a host element before each. */
import {
  closest,
  contains,
  isConnected,
  localNameOf,
  matches,
  nextElementOf,
  parentOf,
} from "../platform/captured_dom.js";
import { EDITOR } from "../reading/prose_text.js";
import { readScrolled, scrollerAround } from "../reading/scrolled_rows.js";
import { CodeSurroundings } from "./code_surroundings.js";
import { HiddenEditors } from "./hidden_editors.js";
import { ProseTargets } from "./prose_targets.js";

/**
 * @typedef {import("../reading/text_unit.js").Unit} Unit
 * @typedef {import("./prose_targets.js").Target} Target
 */

export class HiddenText {
  /**
   * @param {import("./host_elements.js").Hosts} hosts
   * @param {import("../observe/prefilter.js").Prefilter} prefilter
   * @param {string} frame  selector of the site's frame around a code block
   * @param {(host: Element, lead: string, trail: string) => void} words  draws the words around a call
   * @param {string} header  selector of a bar that the site draws right before a code block
   */
  constructor(hosts, prefilter, frame, words, header = "") {
    this.hosts = hosts;
    this.words = words;
    this.around = new CodeSurroundings(hosts, frame, header);
    this.prose = new ProseTargets(prefilter, this.around);
    /** @type {Map<Unit, Element[]>} the first host of a unit carries its blocks */
    this.byUnit = new Map();
    /** @type {WeakMap<Element, Unit>} */
    this.unitOf = new WeakMap();
    /** Hosts that were placed and not removed by overlay. @type {WeakSet<Element>} */
    this.placed = new WeakSet();
    /** Whether the unit's hosts may be placed now. `back`: the page removed them but kept the hidden elements. @type {(unit: Unit, back: boolean) => boolean} */
    this.mayPlace = () => true;
    /** Whether Python has not got the unit's text yet, since the unit is far from the view. @type {(unit: Unit) => boolean} */
    this.isUnread = () => false;
    /** The text editor in which the site draws a code block of a message. @type {(node: Element) => Element | null} */
    this.editorOf = (node) => closest(node, EDITOR);
    /** The message around an element. @type {(node: Element) => Element | null} */
    this.messageOf = () => null;
    this.editors = new HiddenEditors({ byUnit: this.byUnit, hosts, words });
  }

  /** @param {Unit} unit @returns {Element} */
  mainHost(unit) {
    const shared = this.editors.sharedHost(unit);
    if (shared) return shared;
    const [first] = this.byUnit.get(unit) ?? [];
    if (first) return first;
    const host = this.hosts.make();
    this.byUnit.set(unit, [host]);
    this.unitOf.set(host, unit);
    return host;
  }

  /**
   * Places every host of the unit, and removes those no longer needed.
   * @param {Unit} unit
   */
  place(unit) {
    const targets = unit.kind === "fence" ? this.#fence(unit) : this.prose.targetsOf(unit);
    if (!targets.length && !this.byUnit.has(unit)) return;
    this.mainHost(unit);
    const hosts = /** @type {Element[]} */ (this.byUnit.get(unit));
    const missing = targets
      .map((target, index) => (this.#isBefore(hosts[index], target.element) ? -1 : index))
      .filter((at) => at >= 0);
    // The site's script is in conflict with overlay only if the node stayed while its host was removed.
    const displaced = missing.some((at) => {
      const host = hosts[at];
      return !!host && this.placed.has(host) && this.hosts.targets.get(host) === targets[at]?.element;
    });
    if (missing.length && !this.mayPlace(unit, displaced)) {
      this.removeHosts(unit);
      return;
    }
    targets.forEach((target, index) => {
      let host = hosts[index];
      if (!host) {
        host = this.hosts.make();
        this.unitOf.set(host, unit);
        hosts.push(host);
      }
      if (!unit.scrolled) this.hosts.keepPlace(host, this.#keepsPlace(unit));
      this.hosts.place(host, target.element);
      this.placed.add(host);
      if (unit.kind === "prose" || matches(target.element, EDITOR)) this.words(host, target.lead, target.trail);
    });
    for (const extra of hosts.splice(Math.max(1, targets.length))) this.#remove(extra);
    if (!targets.length && hosts[0]) this.#remove(hosts[0]);
  }

  /**
   * An old code block keeps its height until the block is drawn, a message until it is read: what is in view does not move.
   * @param {Unit} unit
   */
  #keepsPlace(unit) {
    return !unit.live && !unit.replaced && (unit.kind === "fence" || this.isUnread(unit));
  }

  /** @param {Element | undefined} host @param {Element} target */
  #isBefore(host, target) {
    return !!host && isConnected(host) && nextElementOf(host) === target;
  }

  /** @param {Element} host */
  #remove(host) {
    this.placed.delete(host);
    this.hosts.remove(host);
  }

  /** @param {Unit} unit @returns {boolean} whether each of its placed hosts is still in place */
  isUndisturbed(unit) {
    return (this.byUnit.get(unit) ?? []).every((host) => !this.placed.has(host) || this.hosts.inPlace(host));
  }

  /** @param {Unit} unit @param {MutationRecord} record @returns {boolean} whether the record may be a change of elements that are hidden for the unit */
  concerns(unit, { target, removedNodes }) {
    const hosts = (this.byUnit.get(unit) ?? []).filter((host) => this.placed.has(host));
    if (!hosts.length) return false;
    return (
      removedNodes.length > 0 ||
      hosts.some((host) => contains(/** @type {Element} */ (this.hosts.targets.get(host)), target))
    );
  }

  /** @param {Unit} unit @returns {boolean} */
  intact(unit) {
    const hosts = this.byUnit.get(unit) ?? [];
    return hosts.length > 0 && hosts.every((host) => this.hosts.inPlace(host));
  }

  /** Removes the unit's hosts but keeps them for a later `place`. @param {Unit} unit */
  removeHosts(unit) {
    for (const host of this.byUnit.get(unit) ?? []) this.#remove(host);
  }

  /** A block of the unit is drawn: it gets the place of the elements that are hidden for it. @param {Unit} unit */
  replaced(unit) {
    unit.replaced = true;
    if (unit.scrolled) return;
    for (const host of this.byUnit.get(unit) ?? []) this.hosts.keepPlace(host, false);
  }

  /**
   * Reads the whole text of a code view that draws only the rows in view: it is laid out without being painted, and scrolled.
   * @param {Unit} unit @returns {Promise<string | null>} null: it can't be read so
   */
  async readScrolled(unit) {
    if (unit.scrolled || unit.kind !== "fence" || !isConnected(unit.node)) return null;
    // A block in the element that scrolls would move the rows.
    if (!unit.scroller && this.#findScroller(unit) && this.intact(unit)) this.place(unit);
    const host = (this.byUnit.get(unit) ?? []).find((one) => this.hosts.hidesBy(one, unit.node));
    const hideAgain = host && this.hosts.layOut(host);
    unit.beginScroll();
    try {
      return await readScrolled(unit.node, unit.scroller);
    } finally {
      unit.endScroll();
      hideAgain?.();
    }
  }

  /** @param {Unit} unit @returns {boolean} there is an element around it that scrolls its rows */
  #findScroller(unit) {
    const message = this.messageOf(unit.node);
    unit.scroller = message && scrollerAround(unit.node, message);
    return !!unit.scroller;
  }

  /** @param {Unit} unit */
  forget(unit) {
    this.removeHosts(unit);
    this.byUnit.delete(unit);
    this.editors.forget(unit);
  }

  /** @param {Unit} unit @returns {Target[]} */
  #fence(unit) {
    this.editors.forget(unit);
    if (!isConnected(unit.node)) return [];
    let element = this.around.framed(unit.node);
    if (localNameOf(unit.node) === "table" && !this.byUnit.has(unit)) this.#findScroller(unit);
    if (unit.scroller && contains(unit.scroller, element)) element = unit.scroller;
    const editor = this.editorOf(element);
    if (editor) return this.editors.targetsOf(unit, editor);
    if (!parentOf(element)) return [];
    const header = this.around.headerOf(unit.node, element);
    return [...(header ? [header] : []), element, ...this.around.floating(element)].map((hidden) => ({
      element: hidden,
      lead: "",
      trail: "",
    }));
  }
}
