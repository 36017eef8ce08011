/**
 * Outlines what the model names, for some seconds. Four thin bars and a label for each, in a tree of our own that
 * takes no room, no press and nothing of the page's nodes; the inside stays free, so that nothing there is covered.
 */
import { create, insertBefore, isConnected, rectOf, remove, rootElement } from "./dom.js";
import { elementSaying, newestPicture, pictureRect, visible } from "./seek.js";

const SHEET = `
:host { all: initial !important; position: fixed !important; top: 0 !important; left: 0 !important; width: 0 !important;
  height: 0 !important; pointer-events: none !important; z-index: 2147483647 !important; display: block !important; }
div { position: fixed; pointer-events: none; }
.bar { background: #d6245e; box-shadow: 0 0 0 1px #ffffff; }
.label { background: #d6245e; color: #ffffff; font: 600 12px/18px system-ui, sans-serif; padding: 0 6px; border-radius: 4px;
  white-space: nowrap; max-width: 320px; overflow: hidden; text-overflow: ellipsis; box-shadow: 0 0 0 1px #ffffff; }
`;
const THICK = 3;
const GAP = 2;
const LABEL = 20;
const SIDES = ["top", "bottom", "left", "right"];
/** @type {(element: Element, options: ScrollIntoViewOptions) => void} */
const scrollIntoView = Function.prototype.call.bind(Element.prototype.scrollIntoView);

/**
 * @typedef {object} Shown  one outline: what it follows and how it is drawn
 * @property {Element} element
 * @property {[number, number, number, number] | null} box
 * @property {HTMLElement[]} bars
 * @property {HTMLElement} label
 */

export class Outlines {
  /**
   * @param {import("./host.js").Hosts} hosts
   * @param {import("./page.js").Page} page
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
    signal.addEventListener("abort", () => this.clear());
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && event.isTrusted) this.clear();
    }, { capture: true, signal });
  }

  /**
   * @param {import("./types.js").Outline} wanted
   * @returns {import("./types.js").Outlined}
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

  clear() {
    clearTimeout(this.timer);
    this.shown = [];
    if (this.host) remove(this.host);
    this.host = null;
  }

  /** @param {Element} element @param {import("./types.js").Spot} spot */
  #add(element, spot) {
    const root = this.#root();
    const label = create("div");
    label.className = "label";
    label.textContent = spot.label;
    const bars = SIDES.map((side) => {
      const bar = create("div");
      bar.className = `bar ${side}`;
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

  /** Places everything anew with each frame for as long as it stands: pages scroll, grow and move things about. */
  #follow() {
    if (!this.host) return;
    if (!isConnected(this.host)) insertBefore(rootElement(), this.host, null);
    for (const one of this.shown) this.#place(one);
    requestAnimationFrame(() => this.#follow());
  }

  /** @param {Shown} one */
  #place({ element, box, bars, label }) {
    const there = visible(element);
    for (const part of [...bars, label]) part.style.display = there ? "block" : "none";
    if (!there) return;
    const whole = box ? pictureRect(element) : rectOf(element);
    const [top, left, bottom, right] = box ?? [0, 0, 1000, 1000];
    const from = { x: whole.left + (whole.width * left) / 1000 - GAP, y: whole.top + (whole.height * top) / 1000 - GAP };
    const to = { x: whole.left + (whole.width * right) / 1000 + GAP, y: whole.top + (whole.height * bottom) / 1000 + GAP };
    const width = to.x - from.x + 2 * THICK;
    const places = [
      [from.x - THICK, from.y - THICK, width, THICK],
      [from.x - THICK, to.y, width, THICK],
      [from.x - THICK, from.y, THICK, to.y - from.y],
      [to.x, from.y, THICK, to.y - from.y],
    ];
    bars.forEach((bar, index) => put(bar, /** @type {number[]} */ (places[index])));
    if (!label.textContent) label.style.display = "none";
    const above = from.y - THICK - LABEL;
    label.style.left = `${Math.max(0, from.x - THICK)}px`;
    label.style.top = `${above >= 0 ? above : Math.min(to.y + THICK + GAP, innerHeight - LABEL)}px`;
  }
}

/** @param {HTMLElement} bar @param {number[]} place  left, top, width, height */
const put = (bar, [left, top, width, height]) => {
  bar.style.left = `${left}px`;
  bar.style.top = `${top}px`;
  bar.style.width = `${width}px`;
  bar.style.height = `${height}px`;
};
