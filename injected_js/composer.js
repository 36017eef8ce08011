/** The chat's input box: found, read back, and filled where its kind allows it from here. */
import { all, closest, contains, hit, isElement, isText, localNameOf, matches, nextOf, firstOf, dataOf, createText, rectOf, rootOf, shadowOf, textOf } from "./dom.js";
import { Roots } from "./roots.js";

const LINE = new Set(["p", "div", "li", "pre"]);
/** Editors that keep a text of their own and write the box from it. */
const EDITORS = ".ProseMirror, .ql-editor, .cm-content, .ck-editor__editable, .public-DraftEditor-content, [data-lexical-editor], [data-slate-editor]";
/** What the browser itself makes in a box that has no such editor. */
const OWN = new Set(["div", "br", "span"]);
const innerText = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")).get;

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

/**
 * A bare box: its site can only read what stands in it, as text. Line ends that the browser made of blocks count
 * double then, and a space that must not break is one.
 * @param {Element} box
 * @returns {boolean}
 */
const isBare = (box) => !matches(box, EDITORS) && [...all(box, "*")].every((element) => OWN.has(localNameOf(element)));

export class Composer {
  /** @param {import("./types.js").Profile} profile @param {Roots} roots */
  constructor(profile, roots = new Roots()) {
    this.profile = profile;
    this.roots = roots;
    this.rule = new CSSStyleSheet();
    /** @type {Set<Document | ShadowRoot>} */
    this.ruled = new Set();
  }

  /** @returns {HTMLElement | null} */
  #box() {
    if (!this.profile.composer) return null;
    return /** @type {HTMLElement | null} */ (this.roots.all(this.profile.composer).filter(shown).at(-1) ?? null);
  }

  /** @param {Element} box */
  #read(box) {
    if (box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement) return box.value;
    return isBare(box) ? /** @type {() => string} */ (innerText).call(box) : readRich(box);
  }

  /** @returns {{ kind: "none" | "textarea" | "input" | "bare" | "rich", text: string, code: string }} */
  state() {
    const box = this.#box();
    if (!box) return { kind: "none", text: "", code: "" };
    const text = this.#read(box);
    if (box instanceof HTMLTextAreaElement) return { kind: "textarea", text, code: "" };
    if (box instanceof HTMLInputElement) return { kind: "input", text, code: "" };
    const block = [...all(box, "pre")].at(-1);
    return { kind: isBare(box) ? "bare" : "rich", text, code: block ? textOf(block) : "" };
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

  /**
   * Writes a bare box as one text, with its spaces and line ends: typed in, they would become others.
   * @param {string} text
   */
  write(text) {
    const box = this.#box();
    if (!box || this.state().kind !== "bare") return this.state();
    if (!getComputedStyle(box).whiteSpace.startsWith("pre")) this.#keepSpaces(box);
    this.focus(false);
    box.replaceChildren(createText(text));
    this.focus(false);
    box.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: null }));
    return this.state();
  }

  /**
   * A box that folds spaces would show, and send, less than stands in it.
   * @param {Element} box
   */
  #keepSpaces(box) {
    const root = /** @type {Document | ShadowRoot} */ (rootOf(box));
    if (root.adoptedStyleSheets.includes(this.rule)) return;
    this.rule.replaceSync(`:is(${this.profile.composer}) { white-space: pre-wrap !important; }`);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.rule];
    this.ruled.add(root);
  }

  /** Everything as the site made it. */
  end() {
    for (const root of this.ruled) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== this.rule);
    this.ruled.clear();
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
    const near = this.roots.all(send).filter(shown);
    const form = closest(box, "form");
    const button = near.find((element) => form && contains(form, element)) ?? near.at(-1);
    if (!button || Element.prototype.matches.call(button, ":disabled, [aria-disabled=true]")) return null;
    const { x, y, width, height } = rectOf(button);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** @param {number} x @param {number} y @returns {boolean} a press there meets the send button and nothing else */
  hits(x, y) {
    let found = hit(x, y);
    for (let root = found && shadowOf(found); found && root; root = shadowOf(found)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found !== null && closest(found, this.profile.send) !== null;
  }
}
