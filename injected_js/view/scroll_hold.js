/**
 * Keeps visible content in place when the height of a block above it changes. It is needed where the page switched off
 * the browser's scroll anchoring (`overflow-anchor: none`), as chats do that scroll with an answer themselves.
 */
import {
  clientHeightOf,
  elementAt,
  isConnected,
  rectOf,
  rootElement,
  scrollHeightOf,
  scrollTopOf,
} from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";

/** Shares of the visible height at which to look for an element that must stay in place. */
const POINTS = [0.15, 0.3, 0.5, 0.7];
/** Ms for which a page that uses the browser's scroll anchoring is not checked again. */
const ASK = 1000;
/** Ms after which a kept position is too old: a background tab has no frames. */
const OLD = 500;

const scrollTo = Function.prototype.call.bind(Element.prototype.scrollTo);

/** @typedef {{ scroller: Element, anchor: Element, offset: number, at: number }} Held */

/** @param {Element} scroller @returns {{ top: number, height: number }} the part that is shown, in pixels of the view */
const viewOf = (scroller) => {
  if (scroller === rootElement()) return { top: 0, height: innerHeight };
  const { top } = rectOf(scroller);
  return { top, height: clientHeightOf(scroller) };
};

/** @param {Element} anchor @param {Element} scroller @returns {number} the anchor's distance from the top of the content, in pixels */
const offsetIn = (anchor, scroller) => rectOf(anchor).top - viewOf(scroller).top + scrollTopOf(scroller);

/** @param {Element} element @returns {Element | null} the element's scrolling ancestor, if the browser does not keep that element's content in place */
const unanchored = (element) => {
  const root = rootElement();
  const path = flatPath(element);
  const styles = path.map((at) => getComputedStyle(at));
  if (!styles.some((style) => style.getPropertyValue("overflow-anchor") === "none")) return null;
  const found = path.findIndex(
    (at, index) =>
      at === root || (/auto|scroll/.test(styles[index]?.overflowY ?? "") && scrollHeightOf(at) > clientHeightOf(at)),
  );
  const off = styles.slice(0, found + 1).some((style) => style.getPropertyValue("overflow-anchor") === "none");
  return off ? (path[found] ?? null) : null;
};

/** @param {Element} scroller @returns {Element | null} an element in view that moves with its content */
const anchorIn = (scroller) => {
  const { top, height } = viewOf(scroller);
  const { left, width } = rectOf(scroller);
  for (const point of POINTS) {
    const element = elementAt(left + width / 2, top + height * point);
    const path = element ? flatPath(element) : [];
    const end = path.indexOf(scroller);
    if (!element || end < 1 || rectOf(element).height > height) continue;
    if (!path.slice(0, end).some((at) => /fixed|sticky/.test(getComputedStyle(at).position))) return element;
  }
  return null;
};

export class ScrollHold {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
    /** @type {Held | null} */
    this.held = null;
    /** When the page was last found to use the browser's scroll anchoring, in ms of its clock. */
    this.askedAt = -Infinity;
  }

  /** Must be called before one of overlay's elements changes its height. @param {Element} changing */
  before(changing) {
    const now = performance.now();
    if (this.signal.aborted || now - this.askedAt < ASK || (this.held && now - this.held.at < OLD)) return;
    this.held = null;
    const scroller = unanchored(changing);
    if (!scroller) {
      this.askedAt = now;
      return;
    }
    const anchor = scrollTopOf(scroller) > 0 ? anchorIn(scroller) : null;
    if (!anchor) return;
    const held = { scroller, anchor, offset: offsetIn(anchor, scroller), at: now };
    this.held = held;
    // The next frame's layout has the new heights, and nothing was painted before.
    requestAnimationFrame(() => this.#restore(held));
  }

  /** @param {Held} held */
  #restore(held) {
    if (this.held !== held) return;
    this.held = null;
    const { scroller, anchor, offset, at } = held;
    if (!isConnected(anchor) || performance.now() - at > OLD) return;
    const moved = offsetIn(anchor, scroller) - offset;
    if (Math.abs(moved) >= 1) scrollTo(scroller, { top: scrollTopOf(scroller) + moved, behavior: "instant" });
  }
}
