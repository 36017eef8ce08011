/**
 * Keeps a block's height while its call changes its state, so that text that the user may be reading does not move: the
 * result replaces the arguments at the same height, and the block shrinks only while it is out of view.
 */
import { t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { onPress } from "./trusted_press.js";

/** Minimum height in pixels of the area that arguments and result share; block_styles.js repeats it. */
const LEAST = 84;

export class BlockHeight {
  /**
   * @param {{ block: HTMLElement, content: HTMLElement, result: HTMLElement }} tree
   * @param {AbortSignal} signal
   * @param {(height: number) => void} onHeld  called with the fixed height of the result's area; 0: not fixed any more
   */
  constructor({ block, content, result }, signal, onHeld) {
    this.block = block;
    this.content = content;
    this.result = result;
    this.signal = signal;
    this.onHeld = onHeld;
    /** The block is in view, according to the last observer callback. */
    this.inView = false;
    /** The parts under the pointer. @type {Set<HTMLElement>} */
    this.pointed = new Set();
    for (const part of [block, content]) {
      part.addEventListener("pointerenter", () => this.pointed.add(part), { signal });
      part.addEventListener("pointerleave", () => this.pointed.delete(part), { signal });
    }
  }

  /** @param {HTMLElement} part  the block or its arguments @returns {boolean} the pointer or the focus is in it */
  isUsed(part) {
    const focused = /** @type {Document | ShadowRoot} */ (part.getRootNode()).activeElement;
    return this.pointed.has(part) || (!!focused && part.contains(focused));
  }

  /** @param {() => void} left  called when the block is out of view */
  watchView(left) {
    const observer = new IntersectionObserver((entries) => {
      this.inView = !!entries.at(-1)?.isIntersecting;
      if (!this.inView) left();
    });
    observer.observe(this.block);
    this.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** @param {boolean} empty  a result is expected, and there are no arguments that it could replace */
  reserve(empty) {
    this.block.classList.toggle("bare", empty);
  }

  /**
   * Gives the result the current height of the arguments, or of the reserved area.
   * @param {boolean} last  the result may be taller, since nothing below the block is in view
   * @returns {boolean} false: there are no shown arguments and no reserved area
   */
  hold(last) {
    const { classList } = this.block;
    const height = this.content.offsetHeight;
    if (!height && !classList.contains("bare")) return false;
    classList.toggle("last", last);
    this.keep(Math.max(LEAST, height));
    this.onHeld(last ? 0 : Math.max(LEAST, height));
    return true;
  }

  /** Gives the result a height, such as that of the previous drawing. @param {number} height  in pixels */
  keep(height) {
    this.block.style.setProperty("--held", `${height}px`);
    this.block.classList.add("held");
  }

  /** From now on the result may be smaller than its area. */
  cap() {
    if (!this.block.classList.replace("held", "capped")) return;
    this.onHeld(0);
  }

  /** Adds a button that shows the rest of a result that does not fit. @param {string} of  the call's name @param {() => void} pressed */
  offerRest(of, pressed) {
    const { block, result } = this;
    if (
      !block.classList.contains("held") ||
      block.classList.contains("last") ||
      ![result, ...result.querySelectorAll(".result-value")].some((box) => box.scrollHeight > box.clientHeight + 1)
    )
      return;
    const button = make("button", "grow-button", t("Show all"));
    button.setAttribute("aria-label", t("Show all of the result: {name}", { name: of }));
    onPress(
      button,
      () => {
        pressed();
        block.classList.remove("held", "capped");
        this.onHeld(0);
        button.remove();
      },
      this.signal,
    );
    result.querySelector(".result-head")?.append(button);
  }
}
