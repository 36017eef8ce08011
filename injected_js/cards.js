/** The blocks that stand in the page, by their id, and the host each lives in. */
import { Card } from "./face/function_block.js";
import { create, isConnected, isElement, parentOf, rectOf } from "./dom.js";
import { STILL } from "./host.js";
import { SHEET } from "./face/block_styles.js";

const DARK = 0.4;
/** How far out of view a block begins to answer. */
const NEAR = "600px 0px";

/** @param {Element} element @returns {boolean} the site is dark there, whatever the system's setting says */
const onDark = (element) => {
  for (let node = /** @type {Node | null} */ (element); node; node = parentOf(node) ?? /** @type {any} */ (node).host ?? null) {
    if (!isElement(node)) continue;
    const [r = 0, g = 0, b = 0, alpha = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (alpha > 0.5) return (0.299 * r + 0.587 * g + 0.114 * b) / 255 < DARK;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
};

export class Cards {
  /**
   * @param {object} parts
   * @param {import("./host.js").Hosts} parts.hosts
   * @param {(block: string, action: import("./types.js").Action, nonce: string) => void} parts.press
   * @param {boolean} [parts.elsewhere]  a call can also be run from overlay's own window
   */
  constructor({ hosts, press, elsewhere = false }) {
    this.hosts = hosts;
    this.press = press;
    this.elsewhere = elsewhere;
    /** @type {Map<string, { card: Card, unit: import("./unit.js").Unit }>} */
    this.byId = new Map();
    /** @type {Set<Card>} drawn since the last `settle` */
    this.drawn = new Set();
    /** @type {Map<Element, HTMLElement>} hosts whose surroundings were not looked at yet, and the lists in them */
    this.unlit = new Map();
    this.sheet = new CSSStyleSheet();
    this.sheet.replaceSync(SHEET);
    /** @type {WeakMap<Element, { lead: HTMLElement, list: HTMLElement, trail: HTMLElement }>} */
    this.parts = new WeakMap();
    /** @type {WeakMap<Element, Set<Card>>} blocks that wait for their host to come near the view */
    this.asleep = new WeakMap();
    this.near = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#wake(target);
    }, { rootMargin: NEAR });
  }

  /** @param {Element} host */
  #wake(host) {
    this.near.unobserve(host);
    this.parts.get(host)?.list.classList.toggle("dark", onDark(host));
    for (const card of this.asleep.get(host) ?? []) card.wake();
    this.asleep.delete(host);
  }

  /** @param {Element} host @param {Card} card */
  #sleep(host, card) {
    const waiting = this.asleep.get(host);
    if (waiting) {
      waiting.add(card);
    } else {
      this.asleep.set(host, new Set([card]));
      this.near.observe(host);
    }
  }

  /** @param {Element} host */
  #partsOf(host) {
    let parts = this.parts.get(host);
    if (!parts) {
      const root = this.hosts.root(host);
      root.adoptedStyleSheets = [this.sheet];
      const [lead, list, trail] = ["words", "blocks", "words"].map((name) => {
        const element = create("div");
        element.className = name;
        return element;
      });
      parts = /** @type {{ lead: HTMLElement, list: HTMLElement, trail: HTMLElement }} */ ({ lead, list, trail });
      this.unlit.set(host, parts.list);
      root.append(parts.lead, parts.list, parts.trail);
      this.parts.set(host, parts);
    }
    return parts;
  }

  /**
   * The words around a call in the same paragraph stay readable.
   * @param {Element} host @param {string} lead @param {string} trail
   */
  words(host, lead, trail) {
    if (!lead && !trail && !this.parts.has(host)) return;
    const parts = this.#partsOf(host);
    if (parts.lead.textContent !== lead) parts.lead.textContent = lead;
    if (parts.trail.textContent !== trail) parts.trail.textContent = trail;
    const target = this.hosts.targets.get(host);
    const like = target && target !== host ? parentOf(target) : null;
    if (!like || !isElement(like) || !(lead || trail)) return;
    const { font, color } = getComputedStyle(like);
    for (const part of [parts.lead, parts.trail]) Object.assign(part.style, { font, color });
  }

  /**
   * @param {string} id
   * @param {import("./unit.js").Unit} unit
   * @param {Element} host
   * @param {number} index
   * @param {import("./types.js").Look} look
   */
  draw(id, unit, host, index, look) {
    const entry = this.byId.get(id) ?? this.#add(id, unit);
    entry.unit = unit;
    const { list } = this.#partsOf(host);
    const { card } = entry;
    const { block } = card;
    if (block.parentNode !== list) list.insertBefore(block, list.children[index] ?? null);
    card.stand(/** @type {HTMLElement} */ (host), this.hosts.root(host));
    if (!card.awake && host.classList.contains(STILL) && !unit.live) {
      this.unlit.delete(host);
      this.#sleep(host, card);
    } else {
      card.wake();
    }
    card.draw(look);
    this.drawn.add(card);
  }

  /**
   * Commands were carried out, `all` of them or as many as fit. Asking for a colour makes the browser work out the
   * styles of all that changed, so it is asked once for many blocks.
   * @param {boolean} all
   */
  settle(all) {
    const standing = [...this.unlit].filter(([host]) => isConnected(host));
    const dark = standing.map(([host]) => onDark(host));
    // Where the others are to stand is seen once they do.
    for (const host of this.unlit.keys()) if (!isConnected(host)) this.near.observe(host);
    for (const [index, [, list]] of standing.entries()) list.classList.toggle("dark", dark[index]);
    this.unlit.clear();
    if (!all) return;
    for (const card of this.drawn) card.settle();
    this.drawn.clear();
  }

  /** @param {string} id @param {import("./unit.js").Unit} unit */
  #add(id, unit) {
    const card = new Card({
      id,
      elsewhere: this.elsewhere,
      press: (action, nonce) => this.press(id, action, nonce),
      raw: ([start, end]) => (this.byId.get(id)?.unit ?? unit).tracker.text.slice(start, end),
    });
    const entry = { unit, card };
    this.byId.set(id, entry);
    return entry;
  }

  /** @param {string} id @param {string} key @param {string} text @param {boolean} done */
  append(id, key, text, done) {
    this.byId.get(id)?.card.append(key, text, done);
  }

  /**
   * Where a part of a block can be pointed at, for who drives the page as a person would.
   * @param {string} id
   * @param {string} part  a class of the block's tree, or "" for the block itself
   * @param {boolean} scroll  bring the block into view first
   * @returns {{ x: number, y: number } | null} its middle
   */
  place(id, part, scroll) {
    const block = this.byId.get(id)?.card.block;
    const element = block && (part ? block.querySelector(`.${part}`) : block);
    if (!block || !element) return null;
    if (scroll) block.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = rectOf(element);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** @param {string} id */
  drop(id) {
    this.byId.get(id)?.card.dispose();
    this.byId.delete(id);
  }
}
