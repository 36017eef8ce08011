/**
 * Outlines elements that the model names, for some seconds. Each outline has four thin bars and a label, in a
 * separate tree that takes no room, receives no presses and changes none of the page's nodes. The inside is not
 * covered.
 */
import {
  create,
  insertBefore,
  isConnected,
  rectOf,
  remove,
  rootElement,
  scrollIntoView,
} from "../platform/captured_dom.js";
import { TOKENS } from "../face/design_tokens.js";
import { valid } from "../site/selectors.js";
import { elementSaying, inSight, newestPicture, pictureRect, visible } from "./element_search.js";

const SHEET = `${TOKENS}
:host { all: initial !important; position: fixed !important; top: 0 !important; left: 0 !important; width: 0 !important;
  height: 0 !important; pointer-events: none !important; z-index: 2147483647 !important; display: block !important; }
div { position: fixed; pointer-events: none; }
.bar { background: var(--mark); }
.bar.assistant, .label.assistant { background: var(--accent); }
.label.assistant { color: var(--on-accent); box-shadow: 0 0 0 1px var(--on-accent); }
.label { background: var(--mark); color: var(--on-mark); font: 600 var(--type-small)/18px var(--sans); padding: 0 var(--space-3); border-radius: var(--round-chip);
  white-space: nowrap; max-width: 320px; overflow: hidden; text-overflow: ellipsis; box-shadow: 0 0 0 1px var(--on-mark); }
`;
/** Ms */
const MOMENT = 2000;
const LONG = 20_000;
/** At most so many elements are outlined for one selector: the last ones. */
const PARTS_MOST = 20;
const THICK = 3;
const GAP = 2;
const LABEL = 20;
const FRAME = 16;
const SIDES = ["top", "bottom", "left", "right"];

/**
 * @typedef {object} Shown  one outline: what it follows and how it is drawn
 * @property {Element} element
 * @property {[number, number, number, number] | null} box
 * @property {HTMLElement[]} bars
 * @property {HTMLElement} label
 */

export class Outlines {
  /**
   * @param {import("./host_elements.js").Hosts} hosts
   * @param {import("../site/page_model.js").Page} page
   * @param {AbortSignal} signal
   */
  constructor(hosts, page, signal) {
    this.hosts = hosts;
    this.page = page;
    /** @type {Shown[]} */
    this.shown = [];
    /** @type {HTMLElement | null} */
    this.host = null;
    this.timer = 0;
    this.next = 0;
    signal.addEventListener("abort", () => this.clear());
    addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && event.isTrusted) this.clear();
      },
      { capture: true, signal },
    );
  }

  /**
   * @param {import("../protocol.js").Outline} wanted
   * @returns {import("../protocol.js").Outlined}
   */
  show({ spots, seconds }) {
    this.clear();
    const picture = spots.some((spot) => spot.box) ? newestPicture(this.page) : null;
    const problems = spots.map((spot) => {
      const element = spot.box ? picture : elementSaying(spot.text, this.page);
      if (!element) return spot.box ? "there is no picture" : "nothing in the page says that";
      this.#add(element, spot);
      return "";
    });
    const [first] = this.shown;
    if (first) {
      const { top, bottom, left, right } = rectOf(first.element);
      const away = bottom < 0 || right < 0 || top > innerHeight || left > innerWidth;
      if (away) scrollIntoView(first.element, { block: "center", inline: "nearest" });
      this.timer = setTimeout(() => this.clear(), seconds * 1000);
      this.#follow();
    }
    return { problems };
  }

  /**
   * Outlines all elements that the selectors find, those of the answers in another colour.
   * @param {import("../protocol.js").PartOutline[]} parts
   * @returns {number[]} how many elements each selector finds
   */
  showParts(parts) {
    this.clear();
    const found = parts.map(({ selector }) => (valid(selector) ? this.page.roots.all(selector).filter(visible) : []));
    for (const [index, { side, label }] of parts.entries())
      for (const element of found[index]?.slice(-PARTS_MOST) ?? [])
        this.#add(element, { text: "", box: null, label }, side);
    this.timer = setTimeout(() => this.clear(), LONG);
    this.#follow();
    return found.map(({ length }) => length);
  }

  /** Outlines an element for a moment. @param {Element} element */
  mark(element) {
    this.clear();
    this.#add(element, { text: "", box: null, label: "" });
    this.timer = setTimeout(() => this.clear(), MOMENT);
    this.#follow();
  }

  clear() {
    clearTimeout(this.timer);
    clearTimeout(this.next);
    this.shown = [];
    if (this.host) remove(this.host);
    this.host = null;
  }

  /** @param {Element} element @param {import("../protocol.js").Spot} spot @param {string} [side]  whose message it is */
  #add(element, spot, side = "") {
    const root = this.#root();
    const label = create("div");
    label.className = `looks label ${side}`;
    label.textContent = spot.label;
    const bars = SIDES.map((edge) => {
      const bar = create("div");
      bar.className = `looks bar ${edge} ${side}`;
      return bar;
    });
    root.append(...bars, label);
    this.shown.push({ element, box: spot.box, bars, label });
  }

  /** @returns {ShadowRoot} */
  #root() {
    if (this.host) return this.hosts.root(this.host);
    this.host = create("div");
    const root = this.hosts.root(this.host);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    root.adoptedStyleSheets = [sheet];
    insertBefore(rootElement(), this.host, null);
    return root;
  }

  /** Updates all positions every FRAME ms while outlines are shown: pages scroll, grow and move elements. */
  #follow() {
    if (!this.host) return;
    if (!isConnected(this.host)) insertBefore(rootElement(), this.host, null);
    for (const one of this.shown) this.#place(one);
    this.next = setTimeout(() => this.#follow(), FRAME);
  }

  /** @param {Shown} one */
  #place({ element, box, bars, label }) {
    const there = visible(element);
    for (const part of [...bars, label]) part.style.display = there ? "block" : "none";
    if (!there) return;
    const whole = box ? pictureRect(element) : rectOf(element);
    const [top, left, bottom, right] = box ?? [0, 0, 1000, 1000];
    const sight = inSight(element);
    const from = {
      x: whole.left + (whole.width * left) / 1000 - GAP,
      y: whole.top + (whole.height * top) / 1000 - GAP,
    };
    const to = {
      x: whole.left + (whole.width * right) / 1000 + GAP,
      y: whole.top + (whole.height * bottom) / 1000 + GAP,
    };
    const outer = { left: from.x - THICK, top: from.y - THICK, right: to.x + THICK, bottom: to.y + THICK };
    const places = [
      { ...outer, bottom: from.y },
      { ...outer, top: to.y },
      { ...outer, top: from.y, right: from.x, bottom: to.y },
      { ...outer, top: from.y, left: to.x, bottom: to.y },
    ];
    for (const [index, bar] of bars.entries()) put(bar, intersection(/** @type {Area} */ (places[index]), sight));
    const shown = intersection(outer, sight);
    if (!label.textContent || shown.right <= shown.left || shown.bottom <= shown.top) label.style.display = "none";
    const above = shown.top - LABEL;
    label.style.left = `${shown.left}px`;
    label.style.top = `${above >= 0 ? above : Math.min(shown.bottom + GAP, innerHeight - LABEL)}px`;
  }
}

/** @typedef {import("./element_search.js").Area} Area */

/** @param {Area} a @param {Area} b @returns {Area} their intersection; if it is empty, `right` is less than `left`, or `bottom` less than `top` */
const intersection = (a, b) => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** @param {HTMLElement} bar @param {Area} place */
const put = (bar, { left, top, right, bottom }) => {
  bar.style.left = `${left}px`;
  bar.style.top = `${top}px`;
  bar.style.width = `${Math.max(0, right - left)}px`;
  bar.style.height = `${Math.max(0, bottom - top)}px`;
};
