/** The chat's input box: found, read back, and filled where its kind allows it from here. */
import { all, closest, contains, isElement, isText, localNameOf, nextOf, firstOf, dataOf, rectOf } from "./dom.js";

const LINE = new Set(["p", "div", "li"]);

/** @param {Element} element @returns {boolean} */
const shown = (element) => {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
};

/** @param {Element} root @returns {string} a rich box's text, a line a block element */
const readRich = (root) => {
  let text = "";
  /** @param {Node} parent */
  const walk = (parent) => {
    for (let node = firstOf(parent); node; node = nextOf(node)) {
      if (isText(node)) {
        text += dataOf(node);
      } else if (isElement(node)) {
        const name = localNameOf(node);
        if (name === "br") {
          if (nextOf(node) || parent === root) text += "\n";
        } else if (LINE.has(name)) {
          if (text && node !== firstOf(root)) text += "\n";
          walk(node);
        } else {
          walk(node);
        }
      }
    }
  };
  walk(root);
  return text.replaceAll("\u00a0", " ").replaceAll("\u200b", "").replaceAll("\ufeff", "");
};

export class Composer {
  /** @param {import("./types.js").Profile} profile */
  constructor(profile) {
    this.profile = profile;
  }

  /** @returns {HTMLElement | null} */
  #box() {
    if (!this.profile.composer) return null;
    return /** @type {HTMLElement | null} */ ([...all(document, this.profile.composer)].filter(shown).at(-1) ?? null);
  }

  /** @param {Element} box */
  #read(box) {
    if (box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement) return box.value;
    return readRich(box);
  }

  /** @returns {{ kind: "none" | "textarea" | "input" | "rich", text: string }} */
  state() {
    const box = this.#box();
    if (!box) return { kind: "none", text: "" };
    const kind = box instanceof HTMLTextAreaElement ? "textarea" : box instanceof HTMLInputElement ? "input" : "rich";
    return { kind, text: this.#read(box) };
  }

  /**
   * The native setter, then an `input` event: what frameworks listen for. Exact, and no typing.
   * @param {string} text
   */
  set(text) {
    const box = this.#box();
    if (!(box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement)) return this.state();
    const proto = box instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    const set = /** @type {(value: string) => void} */ (Object.getOwnPropertyDescriptor(proto, "value")?.set);
    box.focus();
    set.call(box, text);
    box.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: null }));
    return this.state();
  }

  /** Puts the caret at the end (or takes everything) so that what Python types by the protocol lands there. @param {boolean} whole */
  focus(whole) {
    const box = this.#box();
    if (!box) return this.state();
    box.focus();
    const selection = getSelection();
    if (selection && !(box instanceof HTMLTextAreaElement) && !(box instanceof HTMLInputElement)) {
      const range = new Range();
      range.selectNodeContents(box);
      if (!whole) range.collapse(false);
      selection.removeAllRanges();
      selection.addRange(range);
    }
    return this.state();
  }

  /** @returns {{ x: number, y: number } | null} where the send button can be pressed, if it can */
  send() {
    const { send } = this.profile;
    const box = this.#box();
    if (!send || !box) return null;
    const near = [...all(document, send)].filter(shown);
    const form = closest(box, "form");
    const button = near.find((element) => form && contains(form, element)) ?? near.at(-1);
    if (!button || Element.prototype.matches.call(button, ":disabled, [aria-disabled=true]")) return null;
    const { x, y, width, height } = rectOf(button);
    return { x: x + width / 2, y: y + height / 2 };
  }
}
