/** Form control values. Setting `.value` from script fires no event and no mutation, so they are polled. */
import { attributeOf, isConnected, localNameOf } from "../platform/captured_dom.js";
import { isSecretField } from "./secret_fields.js";

const TICKED = new Set(["checkbox", "radio"]);
const SILENT = new Set(["hidden", "file", "button", "submit", "reset", "image"]);

/** @param {Element} element @returns {element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} */
const isBox = (element) => {
  const tag = localNameOf(element);
  return (
    tag === "textarea" ||
    tag === "select" ||
    (tag === "input" && !SILENT.has((attributeOf(element, "type") ?? "").toLowerCase()))
  );
};

/** @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} box @returns {string} */
const formValueOf = (box) => {
  if (box instanceof HTMLInputElement && TICKED.has(box.type)) return String(box.checked);
  return isSecretField(box) ? "*".repeat(box.value.length) : box.value;
};

/** @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} box @returns {string} the default value in its markup */
const markup = (box) => {
  if (box instanceof HTMLInputElement) return TICKED.has(box.type) ? String(box.defaultChecked) : box.defaultValue;
  if (box instanceof HTMLTextAreaElement) return box.defaultValue;
  const chosen = [...box.options].find((option) => option.defaultSelected) ?? box.options[0];
  return chosen?.value ?? "";
};

export class FormValues {
  constructor() {
    /** @type {Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, string>} */
    this.seen = new Map();
    /** The last values of controls that are not in the document. @type {WeakMap<Element, string>} */
    this.away = new WeakMap();
  }

  /** @param {Element} element @returns {string | undefined} the element's value, if that differs from its markup */
  initial(element) {
    if (!isBox(element)) return undefined;
    const value = formValueOf(element);
    this.seen.set(element, value);
    return value === markup(element) ? undefined : value;
  }

  /** @param {Node} node  a node that was inserted into the document again */
  restored(node) {
    const before = this.away.get(/** @type {Element} */ (node));
    if (before === undefined) return;
    this.away.delete(/** @type {Element} */ (node));
    this.seen.set(/** @type {HTMLInputElement} */ (node), before);
  }

  /** @returns {[Element, string][]} the controls whose value changed since the last call, with the new value */
  changed() {
    /** @type {[Element, string][]} */
    const found = [];
    for (const [box, before] of this.seen) {
      if (!isConnected(box)) {
        this.seen.delete(box);
        this.away.set(box, before);
        continue;
      }
      const value = formValueOf(box);
      if (value === before) continue;
      this.seen.set(box, value);
      found.push([box, value]);
    }
    return found;
  }
}
