/** Hides a unit's elements, by placing a host element before each. */
import {
  all,
  childrenIn,
  closest,
  contains,
  firstOf,
  isConnected,
  isElement,
  isText,
  localNameOf,
  matches,
  nextElementOf,
  nextOf,
  parentOf,
  previousElementOf,
  textOf,
} from "../platform/captured_dom.js";
import { hasButton, isBar, isFloating } from "../reading/toolbar_filter.js";
import { languageOf } from "../reading/block_text.js";
import { EDITOR } from "../reading/prose_text.js";
import { readScrolled, scrollerAround } from "../reading/scrolled_rows.js";
import { OUTER, isFence } from "../reading/fences.js";
import { HiddenEditors } from "./hidden_editors.js";

/**
 * @typedef {import("../reading/text_unit.js").Unit} Unit
 * @typedef {{ element: Element, lead: string, trail: string }} Target  an element and its text around the call
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
    this.prefilter = prefilter;
    this.frame = frame;
    this.words = words;
    this.header = header;
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
    const targets = unit.kind === "fence" ? this.#fence(unit) : this.#prose(unit);
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
    let element = this.#framed(unit.node);
    if (localNameOf(unit.node) === "table" && !this.byUnit.has(unit)) this.#findScroller(unit);
    if (unit.scroller && contains(unit.scroller, element)) element = unit.scroller;
    const editor = this.editorOf(element);
    if (editor) return this.editors.targetsOf(unit, editor);
    if (!parentOf(element)) return [];
    const header = this.#headerOf(unit, element);
    return [...(header ? [header] : []), element, ...this.#floating(element)].map((hidden) => ({
      element: hidden,
      lead: "",
      trail: "",
    }));
  }

  /** @param {Element} fence @returns {Element} it, or the site's frame around it alone */
  #framed(fence) {
    const frame = this.frame ? closest(fence, this.frame) : null;
    return frame && [...all(frame, OUTER)].filter(isFence).length <= 1 ? frame : fence;
  }

  /** @param {Element} element @returns {Element[]} buttons that the site draws over the code block */
  #floating(element) {
    const around = parentOf(element);
    if (this.frame || !around || !isElement(around) || !hasButton(around)) return [];
    // The parent may be a shadow root, which is not an element.
    const siblings = [...childrenIn(around)].filter((one) => isElement(one));
    return siblings.filter((one) => one !== element && !this.hosts.isOwn(one) && isFloating(one));
  }

  /** @param {Element} element @returns {Element | null} */
  #before(element) {
    let before = previousElementOf(element);
    while (before && this.hosts.isOwn(before)) before = previousElementOf(before);
    return before;
  }

  /** @param {Unit} unit @param {Element} element @returns {Element | null} the site's bar over the code block */
  #headerOf(unit, element) {
    const before = this.#before(element);
    if (this.header) return before && matches(before, this.header) ? before : null;
    const language = this.frame ? "" : languageOf(unit.node);
    if (this.frame || (before && !isBar(before, language))) return null;
    if (before) return this.#alone(element, before) ? before : null;
    const around = /** @type {Element} */ (parentOf(element));
    if (!isElement(around) || !this.#alone(element, null)) return null;
    const bar = this.#before(around);
    return bar && isBar(bar, language) && this.#alone(around, bar) ? bar : null;
  }

  /**
   * @param {Element} element @param {Element | null} bar
   * @returns {boolean} their parent has no other child with text
   */
  #alone(element, bar) {
    const around = parentOf(element);
    if (!around || !isElement(around)) return false;
    for (let node = firstOf(around); node; node = nextOf(node)) {
      if (node === element || node === bar || (isElement(node) && this.hosts.isOwn(node))) continue;
      if ((isText(node) || isElement(node)) && textOf(node).trim()) return false;
    }
    return true;
  }

  /** @param {Unit} unit @returns {Target[]} */
  #prose(unit) {
    if (!isConnected(unit.node)) return [];
    const { text, segments } = unit.read();
    /** @type {Map<Element, Target & { first: number, last: number }>} */
    const targets = new Map();
    /** @type {Set<Element>} buttons of code blocks in a result that the user sent */
    const buttons = new Set();
    segments.forEach((segment, index) => {
      const own = text.slice(segment.start, segment.end);
      if (own === "\uFFFC") return;
      const cut = this.#cut(unit, segment, own, index === segments.length - 1);
      if (!cut) return;
      const code = isFence(segment.element);
      const element = code ? this.#framed(segment.element) : segment.element;
      if (code) for (const button of this.#floating(element)) buttons.add(button);
      const known = targets.get(element);
      if (known) Object.assign(known, { trail: cut.trail, last: index });
      else targets.set(element, { element, ...cut, first: index, last: index });
    });
    const found = [...targets.values()];
    return [
      ...found
        .filter((target) => !found.some((other) => other !== target && contains(other.element, target.element)))
        .map((target) => this.#withInner(spread(target, found), text, segments)),
      ...[...buttons].map((element) => ({ element, lead: "", trail: "" })),
    ];
  }

  /**
   * Adds the text of inner elements: a call may be bare text between paragraphs of the same element, which are
   * hidden with it.
   * @param {Target & { first: number, last: number }} target
   * @param {string} text
   * @param {import("../reading/block_text.js").Segment[]} segments
   * @returns {Target}
   */
  #withInner({ element, lead, trail, first, last }, text, segments) {
    const inner = segments.filter((segment) => contains(element, segment.element));
    const start = text.slice(inner[0]?.start, segments[first]?.start);
    const end = text.slice(segments[last]?.end, inner.at(-1)?.end);
    return { element, lead: (start + lead).replaceAll("\uFFFC", ""), trail: (trail + end).replaceAll("\uFFFC", "") };
  }

  /**
   * Returns the text of one segment around the call, or null if the segment has no part of a call.
   * @param {Unit} unit
   * @param {{ start: number, end: number }} segment
   * @param {string} own
   * @param {boolean} last
   * @returns {{ lead: string, trail: string } | null}
   */
  #cut(unit, segment, own, last) {
    const inside = unit.spans.filter(([start, end]) => start < segment.end && end > segment.start);
    const [first] = inside;
    const final = inside.at(-1);
    if (first && final) {
      return {
        lead: own.slice(0, Math.max(0, first[0] - segment.start)),
        trail: own.slice(Math.max(0, final[1] - segment.start)),
      };
    }
    // Text that Python has not scanned yet is hidden if it may become a call.
    const from = Math.max(0, unit.judged - segment.start);
    const unseen = own.slice(from);
    if (!unseen || !this.prefilter.containsOpener(unseen, last)) return null;
    return { lead: own.slice(0, from + Math.max(0, this.prefilter.firstOpener(unseen))), trail: "" };
  }
}

/**
 * Returns the target from the first part of the call in its element to the last one: parts of a call may be in inner elements.
 * @template {Target & { first: number, last: number }} Part
 * @param {Part} target @param {Part[]} found @returns {Part}
 */
const spread = (target, found) => {
  const parts = found.filter((other) => contains(target.element, other.element));
  const [start, end] = [
    parts.reduce((a, b) => (b.first < a.first ? b : a)),
    parts.reduce((a, b) => (b.last > a.last ? b : a)),
  ];
  return { ...target, lead: start.lead, first: start.first, trail: end.trail, last: end.last };
};
