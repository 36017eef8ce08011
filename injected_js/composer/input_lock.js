/**
 * Holds back the user's keys during an insertion: a letter would land inside the text, Enter would send half
 * of it.
 */
import { closestDeep } from "../site/page_model.js";

/** Milliseconds after which the lock ends automatically, since Python may be gone. */
const LASTS = 10_000;
/** Keys that write, move the caret or send. */
const KEYS = new Set([
  "Enter",
  "Backspace",
  "Delete",
  "Tab",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown",
]);

export class InputLock {
  /**
   * @param {string} send the selector of the send button @param {AbortSignal} signal ends it
   * @param {(element: Element) => boolean} [isSend]  the element is in a send button that the selector does not find
   */
  constructor(send, signal, isSend = () => false) {
    this.send = send;
    this.isSend = isSend;
    this.until = -Infinity;
    this.disturbed = false;
    this.typed = "";
    this.composed = "";
    /** @param {string} name @param {(event: any) => void} heard */
    const on = (name, heard) => {
      // On the window, in the capture phase and registered first, so that it runs before the page's listeners.
      addEventListener(
        name,
        (event) => {
          if (event.isTrusted && performance.now() < this.until) heard(event);
        },
        { capture: true, signal },
      );
    };
    on("keydown", (event) => this.#key(event));
    on("click", (event) => this.#click(event));
    on("paste", (event) => this.#paste(event));
    on("compositionstart", () => {
      this.disturbed = true;
    });
    on("compositionupdate", (event) => {
      this.composed = event.data;
    });
    on("compositionend", (event) => {
      this.composed = event.data;
    });
    // When the browser itself ends a composition, `compositionend` is not trusted.
    const ended = () => {
      if (this.composed) this.#type(this.composed);
      this.composed = "";
    };
    addEventListener("compositionend", ended, { capture: true, signal });
  }

  begin() {
    this.end();
    this.renew();
  }

  /** Extends the lock: Python is still there. */
  renew() {
    this.until = performance.now() + LASTS;
  }

  /** @returns {string} the text that the user has typed since the lock began */
  end() {
    const { typed } = this;
    this.until = -Infinity;
    this.disturbed = false;
    this.typed = this.composed = "";
    return typed;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    const letter = [...key].length === 1;
    if (event.isComposing || key === "Process") return;
    const command = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
    if (command ? key !== "Enter" : !letter && !KEYS.has(key)) return;
    stop(event);
    if (letter) this.#type(key);
    else if (key === "Enter" && event.shiftKey) this.#type("\n");
    else if (key === "Backspace") this.#type("", 1);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return;
    if ((this.send && closestDeep(target, this.send)) || this.isSend(target)) stop(event);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text/plain");
    if (!text) return;
    stop(event);
    this.#type(text);
  }

  /** @param {string} text @param {number} back how many of the typed letters are removed first */
  #type(text, back = 0) {
    const letters = [...this.typed];
    this.typed = letters.slice(0, letters.length - back).join("") + text;
    this.disturbed = true;
  }
}

/** @param {Event} event */
const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
