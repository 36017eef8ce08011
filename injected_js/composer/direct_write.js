/** Writes a text into a box directly, without typing, whatever its size. */
import { read, select } from "./editor_content.js";
import { all, create, createText, isElement, lastOf, localNameOf, matches } from "../platform/captured_dom.js";

/**
 * Sets a field's value by the native setter and fires `input`, which frameworks listen for.
 * @param {HTMLTextAreaElement | HTMLInputElement} field @param {string} text
 */
export const setField = (field, text) => {
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  const set = /** @type {(value: string) => void} */ (Object.getOwnPropertyDescriptor(proto, "value")?.set);
  field.focus();
  set.call(field, text);
  field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: null }));
};

/**
 * Appends lines to an editor's box, in the elements that the editor uses for lines.
 * @param {Element} box @param {string} added
 */
export const appendLines = (box, added) => {
  if (matches(box, ".cm-content")) {
    const line = [...all(box, ".cm-line")].at(-1) ?? box;
    line.append(createText(added));
    return;
  }
  const last = lastOf(box);
  const name = last && isElement(last) && localNameOf(last) === "div" ? "div" : "p";
  const fragment = new DocumentFragment();
  const empty = !read(box).trim();
  // The first line end of the added text ends the existing last line.
  for (const line of added.split("\n").slice(empty ? 0 : 1)) {
    const block = create(name);
    block.append(line ? createText(line) : create("br"));
    fragment.append(block);
  }
  if (empty) box.replaceChildren(fragment);
  else box.append(fragment);
  select(box, false);
};
