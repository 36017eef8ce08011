/** Shows a text of megabytes: only the visible rows are in the page, and the user can scroll to every row. */
import { make } from "./dom.js";
import { ROW, cutLine, rowsToDraw } from "./face/text_rows.js";

const HIGHEST = 20_000_000;
const SAMPLE = "0".repeat(100);

export class WindowedText {
  /**
   * @param {HTMLElement} box the element that scrolls
   * @param {string} text @param {(line: string) => string} kindOf the class of a line
   */
  constructor(box, text, kindOf) {
    this.box = box;
    this.lines = text.split("\n");
    this.kindOf = kindOf;
    this.columns = 0;
    /** @type {string[]} */
    this.rows = [];
    /** @type {Map<number, string>} the class of a row that has one */
    this.kinds = new Map();
    this.space = make("div", "space");
    this.view = make("div", "view");
    this.space.append(this.view);
    box.classList.add("windowed");
    box.append(this.space);
    box.addEventListener("scroll", () => this.#draw(), { passive: true });
    new ResizeObserver(() => this.#fit()).observe(box);
  }

  /** Cuts the lines into rows as wide as the box. */
  #fit() {
    const sample = make("span", "", SAMPLE);
    this.view.append(sample);
    const width = sample.getBoundingClientRect().width / SAMPLE.length;
    sample.remove();
    const columns = Math.max(20, Math.floor(this.space.clientWidth / (width || 8)));
    if (columns !== this.columns) {
      const seen = this.rows.length ? this.#top() / this.rows.length : 0;
      this.columns = columns;
      this.#cut();
      this.space.style.height = `${Math.min(this.rows.length * ROW, HIGHEST)}px`;
      this.box.scrollTop = seen * this.space.clientHeight;
    }
    this.#draw();
  }

  #cut() {
    this.rows = [];
    this.kinds.clear();
    for (const line of this.lines) {
      const kind = this.kindOf(line);
      for (const row of cutLine(line, this.columns)) {
        if (kind) this.kinds.set(this.rows.length, kind);
        this.rows.push(row);
      }
    }
  }

  /**
   * The number of the row at the top of the box, not rounded. The height of an element is limited (HIGHEST),
   * so in longer texts a scroll step skips rows.
   */
  #top() {
    const { box, rows } = this;
    if (rows.length * ROW <= HIGHEST) return box.scrollTop / ROW;
    const share = box.scrollTop / Math.max(1, box.scrollHeight - box.clientHeight);
    return share * (rows.length - box.clientHeight / ROW);
  }

  #draw() {
    const { box, rows } = this;
    const top = this.#top();
    const [from, to] = rowsToDraw(top, box.clientHeight, rows.length);
    const last = Math.min(rows.length * ROW, HIGHEST) - (to - from) * ROW;
    this.view.style.top = `${Math.min(box.scrollTop - (top - from) * ROW, last)}px`;
    this.view.replaceChildren(
      ...rows.slice(from, to).map((row, at) => make("div", this.kinds.get(from + at) ?? "", row || " ")),
    );
  }
}
