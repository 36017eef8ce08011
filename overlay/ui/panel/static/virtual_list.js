/** A virtual list: only the rows near the view are in the page; empty space replaces the others. */
import { updateRows } from "./rows.js";

const ALL = 60;
const MARGIN = 600;
const USUAL = 56;

/**
 * @template R
 * @typedef {object} RowMaker
 * @property {(row: R) => string} key
 * @property {(row: R) => HTMLElement} create
 * @property {(element: HTMLElement, row: R) => void} update
 * @property {(element: HTMLElement) => boolean} stays  whether an element that leaves the view is kept as it is
 */

/** @template R */
export class VirtualList {
  /**
   * @param {HTMLElement} list
   * @param {RowMaker<R>} maker
   * @param {Map<string, HTMLElement>} parked  elements out of view that are kept, by key; lists may share it
   */
  constructor(list, maker, parked) {
    this.list = list;
    this.maker = maker;
    /** @type {R[]} */
    this.rows = [];
    /** @type {Map<string, number>} */
    this.heights = new Map();
    this.parked = parked;
    const draw = () => this.#draw();
    addEventListener("scroll", draw, { passive: true });
    addEventListener("resize", draw, { passive: true });
    new ResizeObserver(draw).observe(document.body);
  }

  /** @param {R[]} rows */
  show(rows) {
    this.rows = rows;
    this.list.hidden = !rows.length;
    const keys = new Set(rows.map((row) => this.maker.key(row)));
    for (const key of this.heights.keys()) if (!keys.has(key)) this.heights.delete(key);
    this.#draw();
  }

  #draw() {
    const { list, rows, maker } = this;
    if (!rows.length && !list.firstElementChild) return;
    const [from, to, above, below] = this.#range();
    const shown = rows.slice(from, to);
    const wanted = new Set(shown.map(maker.key));
    for (const child of Array.from(list.children)) {
      const element = /** @type {HTMLElement} */ (child);
      const key = element.dataset.key ?? "";
      if (!wanted.has(key) && maker.stays(element)) this.parked.set(key, element);
    }
    updateRows(list, shown, {
      ...maker,
      create: (row) => {
        const key = maker.key(row);
        const parked = this.parked.get(key);
        this.parked.delete(key);
        return parked ?? maker.create(row);
      },
    });
    list.style.paddingTop = `${above}px`;
    list.style.paddingBottom = `${below}px`;
    let at = from;
    for (const child of Array.from(list.children)) {
      const element = /** @type {HTMLElement} */ (child);
      this.heights.set(element.dataset.key ?? "", element.offsetHeight);
      at += 1;
      element.setAttribute("aria-posinset", String(at));
      element.setAttribute("aria-setsize", String(rows.length));
    }
  }

  /** @returns {[number, number, number, number]} the first row to draw, the one after the last, the space above, below */
  #range() {
    const { rows, maker } = this;
    if (rows.length <= ALL) return [0, rows.length, 0, 0];
    const top = -this.list.getBoundingClientRect().top - MARGIN;
    const bottom = top + innerHeight + 2 * MARGIN;
    let from = 0;
    let to = 0;
    let above = 0;
    let below = 0;
    let y = 0;
    const usual = this.#usual();
    for (const [at, row] of rows.entries()) {
      const height = this.heights.get(maker.key(row)) ?? usual;
      if (y + height <= top) {
        from = to = at + 1;
        above += height;
      } else if (y < bottom) to = at + 1;
      else below += height;
      y += height;
    }
    return [from, to, above, below];
  }

  /** The median height of a row, in pixels: with a wrong estimate, the page would jump while the user scrolls. */
  #usual() {
    const sorted = Array.from(this.heights.values()).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? USUAL;
  }
}
