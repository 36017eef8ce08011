/**
 * A text that grows and may be long. A short text is drawn as a whole and wraps; of a text of more than `LARGE`
 * characters only the visible rows are in the DOM, so that 5 MB cost no more than those rows.
 */
import { create, createText } from "../platform/captured_dom.js";
import { ROW, cutLine, rowsToDraw } from "./text_rows.js";
import { visible } from "./visible_text.js";

const LARGE = 6000;
const WIDTH = 200;

export class LongText {
  constructor() {
    this.text = "";
    /** @type {string[]} */
    this.rows = [""];
    this.large = false;
    /** The end is kept in view while the text is being written. A complete text is shown from its beginning. */
    this.follows = true;
    /** The end is kept in view now: the user did not scroll away. */
    this.sticky = true;
    /** Where the user or the text scrolled last, in pixels. */
    this.top = 0;
    this.frame = 0;
    /** @type {HTMLElement | null} */
    this.box = null;
    /** @type {HTMLElement | null} */
    this.pre = null;
    /** @type {Text | null} */
    this.node = null;
    this.drawn = "";
  }

  /**
   * @param {string} className
   * @param {boolean} follows
   * @returns {HTMLElement} the element that shows the text from now on
   */
  element(className, follows) {
    if (this.box) return this.box;
    this.follows = follows;
    this.sticky = follows;
    const box = create("div");
    box.className = className;
    box.tabIndex = 0;
    const wrapper = create("div");
    wrapper.className = "content-wrapper";
    const pre = create("pre");
    this.node = createText("");
    pre.append(this.node);
    wrapper.append(pre);
    box.append(wrapper);
    this.box = box;
    this.pre = pre;
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.large = false;
    if (this.text.length > LARGE) this.#enlarge();
    else this.node.data = visible(this.text);
    return box;
  }

  /** @param {string} text */
  append(text) {
    this.text += text;
    if (!this.box || !this.node) return;
    if (this.large) {
      this.#addRows(text);
    } else if (this.text.length > LARGE) {
      this.#enlarge();
    } else {
      this.node.appendData(visible(text));
    }
    this.#followSoon();
  }

  /** Draws the complete text again: `visible` may return a different result for the whole text than for its pieces. */
  end() {
    if (this.node && !this.large) this.node.data = visible(this.text);
  }

  /**
   * Scrolls to the position as if the user never scrolled. This is needed for text that was drawn before the box was in
   * the page, and in a replay: there no user scrolls, and the browser fires `scroll` events at varying times.
   */
  settle() {
    this.sticky = this.follows;
    if (this.large) this.#draw();
    else this.#follow();
  }

  /** Draws and scrolls once in the next frame, however many pieces came: each makes the browser lay out the block. */
  #followSoon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.large) this.#draw();
      else this.#follow();
    });
  }

  /** Scrolls with the text unless the user scrolled away. */
  #follow() {
    if (this.box && this.sticky) this.box.scrollTop = 1e9;
  }

  #enlarge() {
    this.large = true;
    this.box?.classList.add("windowed");
    this.rows = [""];
    this.#addRows(this.text);
    this.#draw();
  }

  /** @param {string} text */
  #addRows(text) {
    const lines = text.split("\n");
    lines.forEach((line, index) => {
      if (index) this.rows.push("");
      for (const row of cutLine(this.rows.pop() + line, WIDTH)) this.rows.push(row);
    });
  }

  #scrolled() {
    const box = this.box;
    if (!box) return;
    const { scrollTop } = box;
    // The text may have grown since the last frame: then the end is out of view although the user did not scroll away.
    if (scrollTop + box.clientHeight >= box.scrollHeight - 4) this.sticky = true;
    else if (scrollTop < this.top) this.sticky = false;
    this.top = scrollTop;
    if (this.large) this.#draw();
  }

  #draw() {
    const { box, pre, node } = this;
    if (!box || !pre || !node) return;
    const height = Math.max(box.clientHeight, ROW * 4);
    const count = Math.ceil(height / ROW);
    const total = this.rows.length;
    const top = this.sticky ? Math.max(0, total - count) : Math.floor(box.scrollTop / ROW);
    const [from, to] = rowsToDraw(top, height, total);
    const shown = visible(this.rows.slice(from, to).join("\n"));
    pre.style.paddingTop = `${from * ROW}px`;
    pre.style.paddingBottom = `${(total - to) * ROW}px`;
    if (shown !== this.drawn) {
      node.data = shown;
      this.drawn = shown;
    }
    this.#follow();
  }
}
