/** The arguments of a call as the model writes them, and the user's changes of them. */
import { t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { LongText } from "./long_text.js";
import { sizeOf } from "./result_box.js";
import { visible } from "./visible_text.js";

/** Minimum characters of a text whose size is shown. */
const LONG = 1000;

/** @typedef {{ value: LongText, streaming: boolean, name: HTMLElement | null }} Parameter */
/** @typedef {NonNullable<import("../protocol.js").BlockView["changes"]>} Changes */

export class ParameterList {
  /**
   * @param {string} id  of the block
   * @param {{ list: HTMLElement, changed: HTMLElement }} tree
   */
  constructor(id, { list, changed }) {
    this.id = id;
    this.list = list;
    this.changed = changed;
    /** @type {Map<string, Parameter>} */
    this.all = new Map();
    /** @type {Changes} */
    this.changes = [];
  }

  /** @returns {number} */
  get size() {
    return this.all.size;
  }

  /** @param {string} key @returns {number} the characters of an argument so far */
  lengthOf(key) {
    return this.all.get(key)?.value.text.length ?? 0;
  }

  /** @param {string} key @param {string} text @returns {boolean} whether the key is a new argument */
  append(key, text) {
    let param = this.all.get(key);
    const added = !param;
    if (!param) {
      param = { value: new LongText(), streaming: true, name: null };
      this.all.set(key, param);
    }
    if (text) param.value.append(text);
    return added;
  }

  /** Draws all arguments that are not drawn yet. */
  showAll() {
    for (const key of this.all.keys()) this.show(key);
  }

  /** @param {string} key */
  show(key) {
    const param = this.all.get(key);
    if (!param || param.value.box) return;
    const id = `${this.id}-${key}`;
    const name = make("div", "param-name", visible(key));
    name.dataset.paramId = id;
    const box = param.value.element("param-value", param.streaming);
    box.dataset.paramId = id;
    box.setAttribute("aria-label", t("Value of {name}", { name: visible(key) }));
    box.dataset.streaming = String(param.streaming);
    param.name = name;
    this.list.append(name, box);
    param.value.settle();
    this.#drawSize(param);
    this.#markReplaced(key);
  }

  /** Draws what waits for the next frame. */
  settle() {
    for (const { value } of this.all.values()) value.settle();
  }

  /** No argument grows any more. */
  endAll() {
    for (const key of this.all.keys()) this.end(key);
  }

  /** @param {string} key */
  end(key) {
    const param = this.all.get(key);
    if (!param) return;
    if (param.streaming) param.value.end();
    param.streaming = false;
    if (param.value.box) param.value.box.dataset.streaming = "false";
    this.#drawSize(param);
  }

  /** Shows the user's changes above the model's arguments, which are marked as replaced. @param {Changes} changes */
  drawChanges(changes) {
    this.changes = changes;
    this.changed.replaceChildren(
      ...changes.flatMap(({ key, text, gone }) => {
        const name = make(
          "div",
          "param-name changed",
          `${visible(key)} · ${gone ? t("left out by you") : t("changed by you")}`,
        );
        if (gone) return [name];
        const value = new LongText();
        value.append(text);
        const box = value.element("param-value", false);
        box.setAttribute("aria-label", t("Changed value of {name}", { name: visible(key) }));
        return [name, box];
      }),
    );
    for (const key of this.all.keys()) this.#markReplaced(key);
  }

  /**
   * @param {Record<string, string>} values  the JSON of each argument that is not a text
   * @returns {string} JSON of the arguments with the user's changes, with which the call runs
   */
  json(values) {
    const texts = new Map([...this.all].map(([key, { value }]) => [key, value.text]));
    for (const { key, text, gone } of this.changes) {
      if (gone) texts.delete(key);
      else texts.set(key, text);
    }
    const lines = [...texts].map(
      ([key, text]) => `  ${JSON.stringify(key)}: ${Object.hasOwn(values, key) ? values[key] : JSON.stringify(text)}`,
    );
    return `{\n${lines.join(",\n")}\n}`;
  }

  /** @param {boolean} hidden  true: a form is shown instead */
  hide(hidden) {
    for (const box of [this.list, this.changed]) box.hidden = hidden;
  }

  /** @param {string} key */
  #markReplaced(key) {
    const param = this.all.get(key);
    const replaced = this.changes.some((change) => change.key === key);
    for (const element of [param?.name, param?.value.box]) element?.classList.toggle("replaced", replaced);
    if (replaced && param?.name) param.name.dataset.replaced = t("as the model wrote it");
  }

  /** Shows the size of a long text. @param {Parameter} param */
  #drawSize({ value, streaming, name }) {
    if (name && !streaming && value.text.length >= LONG) name.dataset.size = sizeOf(value.text);
  }
}
