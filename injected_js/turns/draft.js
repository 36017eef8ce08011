/**
 * Remembers what the user has written, from shortly before it is sent: a site whose listener comes first has emptied the
 * box when overlay hears of the key.
 */
import { parentOf, textOf } from "../platform/captured_dom.js";
import { isField } from "../composer/editor_content.js";
import { isEditable } from "../composer/selection.js";

const isContentEditable = /** @type {PropertyDescriptor} */ (
  Object.getOwnPropertyDescriptor(HTMLElement.prototype, "isContentEditable")
).get;
/** The fields of a form may hide its own properties. @param {HTMLElement} element @returns {boolean} */
const isEditing = (element) => isContentEditable?.call(element) === true;

/** @param {Element} place @returns {HTMLElement} the whole box around a place in it */
export const hostOf = (place) => {
  let at = /** @type {HTMLElement} */ (place);
  if (!isEditing(at)) return at;
  for (let up = parentOf(at); up instanceof HTMLElement && isEditing(up); up = parentOf(up)) at = up;
  return at;
};

export class Draft {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    /** The last box that the user wrote in. @type {HTMLElement | null} */
    this.box = null;
    this.text = "";
    /** @param {Event} event */
    const onInput = (event) => {
      const [place] = event.composedPath();
      if (!event.isTrusted || !(place instanceof Element) || !isEditable(place)) return;
      this.box = hostOf(place);
      this.text = isField(this.box) ? this.box.value : textOf(this.box);
    };
    addEventListener("input", onInput, { capture: true, signal });
  }

  /** The draft was sent, or is not the user's any more. */
  clear() {
    this.text = "";
  }

  /** @param {HTMLElement} box @returns {string} what was in it before the site emptied it, "" if that is not known */
  lately(box) {
    return box === this.box ? this.text : "";
  }
}
