/** Finds which elements to hide for calls in running text, and which of their text is around the calls. */
import { contains, isConnected } from "../platform/captured_dom.js";
import { isFence } from "../reading/fences.js";

/**
 * @typedef {import("../reading/text_unit.js").Unit} Unit
 * @typedef {{ element: Element, lead: string, trail: string }} Target  an element and its text around the call
 */

export class ProseTargets {
  /** @param {import("../observe/prefilter.js").Prefilter} prefilter @param {import("./code_surroundings.js").CodeSurroundings} around */
  constructor(prefilter, around) {
    this.prefilter = prefilter;
    this.around = around;
  }

  /** @param {Unit} unit @returns {Target[]} */
  targetsOf(unit) {
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
      const element = code ? this.around.framed(segment.element) : segment.element;
      if (code) for (const button of this.around.floating(element)) buttons.add(button);
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
