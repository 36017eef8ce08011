/** The chat's input box: found, read back, and filled where its kind allows it from here. */
import { isField, isPartly, kindOf, read, readAll, select, shown } from "./boxtext.js";
import { focused, hold, isEditable } from "./caret.js";
import { closest, contains, create, createText, hit, lastOf, isElement, localNameOf, all, matches, rectOf, rootOf, shadowOf, textOf } from "./dom.js";
import { Pause } from "./pause.js";
import { Roots } from "./roots.js";
import { Typing } from "./typing.js";

const OFF = ":disabled, [aria-disabled=true]";

export class Composer {
  /** @param {import("./types.js").Profile} profile @param {Roots} roots @param {AbortSignal} signal */
  constructor(profile, roots = new Roots(), signal = new AbortController().signal) {
    this.profile = profile;
    this.roots = roots;
    this.typing = new Typing(signal);
    this.pause = new Pause(profile.send, signal);
    this.back = () => {};
    /** @type {HTMLElement | null} */
    this.aimed = null;
    /** @type {WeakMap<Element, number>} */
    this.numbers = new WeakMap();
    this.count = 0;
    this.rule = new CSSStyleSheet();
    /** @type {Set<Document | ShadowRoot>} */
    this.ruled = new Set();
  }

  /** @returns {HTMLElement | null} */
  #box() {
    if (!this.profile.composer) return null;
    return /** @type {HTMLElement | null} */ (this.roots.all(this.profile.composer).filter(shown).at(-1) ?? null);
  }

  /** @returns {{ kind: "none" | "textarea" | "input" | "bare" | "editor" | "eager" | "rich", text: string }} */
  state() {
    const box = this.#box();
    return box ? { kind: kindOf(box), text: read(box) } : { kind: "none", text: "" };
  }

  /** @returns {string} the last code block of a rich box */
  code() {
    const box = this.#box();
    const block = box ? [...all(box, "pre")].at(-1) : null;
    return block ? textOf(block) : "";
  }

  /** @returns {Promise<string>} all that stands in the box, what it does not draw too */
  async text() {
    const box = this.#box();
    return box ? readAll(box) : "";
  }

  /** @param {number} still milliseconds @returns {boolean} the person is writing, or was so lately */
  busy(still) {
    return this.typing.busy(still);
  }

  /**
   * Before anything is put in: remembers where the person is, and has their keys wait.
   * @param {number} still milliseconds since their last letter
   * @returns {boolean} no: they are writing
   */
  hold(still) {
    if (this.typing.busy(still)) return false;
    const box = this.#box();
    this.back = box ? hold(box) : () => {};
    this.pause.begin();
    return true;
  }

  /** @returns {"" | "person" | "box"} who or what came between since the box was last given the focus */
  between() {
    this.pause.renew();
    if (this.pause.disturbed) return "person";
    const box = this.#box();
    if (!box || box !== this.aimed) return "box";
    const place = focused();
    const elsewhere = place && place !== box && isEditable(place) && !contains(box, place);
    return elsewhere ? "person" : "";
  }

  /** @returns {boolean} the person composes a word, which is theirs to end */
  composing() {
    this.pause.renew();
    return this.typing.composing;
  }

  /** Ends a word that nobody ends. */
  leave() {
    /** @type {HTMLElement | null} */ (focused())?.blur();
  }

  /** @returns {boolean} nobody came between: the person has their keys and their place again */
  settle() {
    if (this.pause.disturbed) return false;
    this.release();
    return true;
  }

  /** @returns {number} the same for the same box; 0 without one */
  which() {
    const box = this.#box();
    if (box && !this.numbers.has(box)) this.numbers.set(box, (this.count += 1));
    return (box && this.numbers.get(box)) ?? 0;
  }

  /** @returns {boolean} the box draws only a part of what it holds */
  partly() {
    const box = this.#box();
    return !!box && isPartly(box);
  }

  /**
   * After it: brings them back there. What went in meanwhile was typed by us.
   * @returns {string} what they typed meanwhile, for the place that has the focus now
   */
  release() {
    this.back();
    this.back = () => {};
    this.typing.forget();
    const typed = this.pause.end();
    const place = typed ? focused() : null;
    if (typed && !(place && isEditable(place))) this.focus(false);
    return typed;
  }

  /**
   * The native setter, then an `input` event: what frameworks listen for. Exact, and no typing.
   * @param {string} text
   */
  set(text) {
    const box = this.#box();
    if (!box || !isField(box)) return this.state();
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
   * Writes lines behind what stands in an editor's box, past the editor: it takes them over as it does what a browser
   * types. For texts that are too large to be typed (the browser takes milliseconds for each line end).
   * @param {string} added
   */
  lay(added) {
    const box = this.#box();
    if (!box || kindOf(box) !== "editor") return this.state();
    this.focus(false);
    if (matches(box, ".cm-content")) {
      const line = [...all(box, ".cm-line")].at(-1) ?? box;
      line.append(createText(added));
      return this.state();
    }
    const last = lastOf(box);
    const name = last && isElement(last) && localNameOf(last) === "div" ? "div" : "p";
    const fragment = new DocumentFragment();
    const empty = !read(box).trim();
    // The first line end of what is added closes the line that stands there.
    for (const line of added.split("\n").slice(empty ? 0 : 1)) {
      const block = create(name);
      block.append(line ? createText(line) : create("br"));
      fragment.append(block);
    }
    if (empty) box.replaceChildren(fragment);
    else box.append(fragment);
    this.focus(false);
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
    const box = (this.aimed = this.#box());
    if (!box) return this.state();
    box.focus();
    if (!isField(box)) select(box, whole);
    return this.state();
  }

  /** @returns {Element | null} the box's own send button, on or off */
  #button() {
    const { send } = this.profile;
    const box = this.#box();
    if (!send || !box) return null;
    const near = this.roots.all(send).filter(shown);
    const form = closest(box, "form");
    return near.find((element) => form && contains(form, element)) ?? near.at(-1) ?? null;
  }

  /** @returns {{ x: number, y: number } | null} where the send button can be pressed, if it can */
  send() {
    const button = this.#button();
    if (!button || matches(button, OFF)) return null;
    const { x, y, width, height } = rectOf(button);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** @returns {boolean} there is a send button, but the site keeps it off for now */
  off() {
    const button = this.#button();
    return !!button && matches(button, OFF);
  }

  /** @returns {boolean} the site's own sign says that an answer is being written */
  streaming() {
    const { streaming } = this.profile;
    return !!streaming && this.roots.all(streaming).length > 0;
  }

  /** @returns {number} how many messages of the person stand in the page */
  turns() {
    return this.profile.user ? this.roots.all(this.profile.user).length : 0;
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
