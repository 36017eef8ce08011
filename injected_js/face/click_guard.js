/**
 * A click counts only if a person could see what they clicked. The page may cover, move, fade or fake; this tells.
 * What the visibility observer misses (masks, a small zoom) is looked up at the press.
 */
import { hit, isElement, parentOf, rectOf, rootElement, rootOf } from "../dom.js";
import { onPress } from "./trusted_press.js";

const DWELL = 500;

/** @param {Element} element @returns {string} its place in whole pixels */
const placeOf = (element) => {
  const { x, y, width, height } = rectOf(element);
  return [x, y, width, height].map(Math.round).join();
};

/** @param {Element} host @returns {boolean} an ancestor hides by means the observer does not see */
const disguised = (host) => {
  if (/** @type {any} */ (host).currentCSSZoom < 0.75) return true;
  for (let node = /** @type {Node | null} */ (host); node; node = parentOf(node) ?? /** @type {any} */ (node).host ?? null) {
    if (!isElement(node)) continue;
    const style = /** @type {any} */ (getComputedStyle(node));
    for (const name of ["maskImage", "webkitMaskImage", "webkitMaskBoxImageSource", "maskBorderSource"]) {
      if (style[name] && style[name] !== "none") return true;
    }
  }
  return false;
};

/** @type {WeakMap<Element, Set<(entry: IntersectionObserverEntry) => void>>} */
const watchers = new WeakMap();

/** One observer for all blocks: visibility is worked out by hit tests, and a long chat has a thousand blocks. */
const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) for (const see of watchers.get(entry.target) ?? []) see(entry);
}, /** @type {any} */ ({ threshold: [0, 0.25, 0.5, 0.75, 0.99, 1], trackVisibility: true, delay: 100 }));

/** @param {Element} element @param {(entry: IntersectionObserverEntry) => void} see */
const watch = (element, see) => {
  const known = watchers.get(element);
  if (known) known.add(see);
  else watchers.set(element, new Set([see]));
  // A new watcher needs the present state, which an observer reports only for what it begins to observe.
  sight.unobserve(element);
  sight.observe(element);
};

/** @param {Element} element @param {(entry: IntersectionObserverEntry) => void} see */
const unwatch = (element, see) => {
  const known = watchers.get(element);
  known?.delete(see);
  if (known?.size) return;
  watchers.delete(element);
  sight.unobserve(element);
};

export class Guard {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.host
   * @param {ShadowRoot} parts.root
   * @param {HTMLElement} parts.block  what the person reads
   * @param {HTMLElement} parts.button
   * @param {() => void} parts.accept
   * @param {(why: string) => void} parts.refuse
   * @param {AbortSignal} parts.signal
   */
  constructor({ host, root, block, button, accept, refuse, signal }) {
    this.host = host;
    this.root = root;
    this.block = block;
    this.button = button;
    this.seen = false;
    this.uncovered = false;
    this.since = Infinity;
    this.place = "";
    /** @type {string | null} why the press did not count; null when there was no press */
    this.press = null;
    /** @type {IntersectionObserver | null} */
    this.stillness = null;
    const see = (/** @type {IntersectionObserverEntry} */ entry) => this.#sighted(entry);
    watch(button, see);
    watch(block, see);
    signal.addEventListener("abort", () => {
      unwatch(button, see);
      unwatch(block, see);
      this.stillness?.disconnect();
    });
    const options = { signal };
    button.addEventListener("pointerdown", (event) => {
      this.press = this.#objection(event, event.clientX, event.clientY) ?? "";
    }, options);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const { x, y, width, height } = rectOf(button);
      this.press = this.#objection(event, x + width / 2, y + height / 2) ?? "";
    }, options);
    onPress(button, (event) => {
      const pressed = this.press;
      this.press = null;
      if (pressed === null) return;
      const { x, y, width, height } = rectOf(button);
      const byKey = event.detail === 0 && event.type === "click";
      const why = pressed || this.#objection(event, byKey ? x + width / 2 : event.clientX, byKey ? y + height / 2 : event.clientY);
      if (why) refuse(why);
      else accept();
    }, signal);
  }

  /** @param {IntersectionObserverEntry} entry */
  #sighted(entry) {
    const visible = /** @type {any} */ (entry).isVisible === true;
    if (entry.target === this.block) this.uncovered = visible;
    else this.seen = visible && entry.intersectionRatio >= 0.99;
    const good = this.seen && this.uncovered;
    if (!good) {
      this.since = Infinity;
    } else if (this.since === Infinity || this.place !== placeOf(this.button)) {
      this.#restart();
    }
  }

  /** The clock of "unmoved" starts, and an observer whose root is exactly the button's place tells of any move. */
  #restart() {
    this.since = performance.now();
    this.place = placeOf(this.button);
    this.stillness?.disconnect();
    const { left, top, right, bottom } = rectOf(this.button);
    const view = rootElement();
    const width = view.clientWidth || innerWidth;
    const height = view.clientHeight || innerHeight;
    if (right <= left || bottom <= top) return;
    const margin = [top, width - right, height - bottom, left].map((edge) => `${-Math.floor(edge)}px`).join(" ");
    let first = true;
    const still = new IntersectionObserver(() => {
      if (first) {
        first = false;
        return;
      }
      if (placeOf(this.button) !== this.place && this.since !== Infinity) this.#restart();
    }, { rootMargin: margin, threshold: [0, 0.5, 0.9, 0.98, 1] });
    still.observe(this.button);
    this.stillness = still;
  }

  /**
   * @param {Event} event
   * @param {number} x
   * @param {number} y
   * @returns {string | null} why it does not count
   */
  #objection(event, x, y) {
    if (!event.isTrusted) return "it did not come from you";
    if (!this.seen || !this.uncovered) return "the block was not fully in view, or something lay over it";
    const place = placeOf(this.button);
    if (place !== this.place) {
      this.#restart();
      return "the block has just moved";
    }
    if (performance.now() - this.since < DWELL) return "the block has just appeared or moved";
    if (disguised(this.host)) return "the page masks or shrinks the block";
    if (hit(x, y) !== this.#outermost()) return "something lies over the button";
    if (this.root.elementFromPoint(x, y) !== this.button) return "something lies over the button";
    return null;
  }

  /** What the document's own hit test gives for a host that may stand in a page's shadow tree. */
  #outermost() {
    let element = /** @type {Element} */ (this.host);
    for (;;) {
      const root = rootOf(element);
      if (!(root instanceof ShadowRoot)) return element;
      element = root.host;
    }
  }
}
