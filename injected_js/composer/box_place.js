/** Remembers where the message box is, to find the box that replaces it. */
import { all, isConnected, isElement, parentOf } from "../platform/captured_dom.js";
import { usable } from "./editor_content.js";

const BOXES = "textarea, input:not([type]), input[type=text], [contenteditable=true], [contenteditable=plaintext-only]";
/** Number of ancestors that are remembered: a site may rebuild some of them with the box. */
const AROUND = 3;

export class BoxPlace {
  constructor() {
    /** @type {Element | null} */
    this.box = null;
    /** @type {Element[]} the innermost first */
    this.around = [];
  }

  /** @param {Element} box  the one that the profile's selector found */
  note(box) {
    if (box === this.box) return;
    this.box = box;
    this.around = [];
    for (let at = parentOf(box); at && isElement(at) && this.around.length < AROUND; at = parentOf(at))
      this.around.push(at);
  }

  /**
   * A site may replace its box by another element (for code or a mention) that the selector does not match.
   * @returns {Element | null} the only box at the remembered place
   */
  replacement() {
    const place = this.around.find((at) => isConnected(at));
    const found = place ? [...all(place, BOXES)].filter(usable) : [];
    return found.length === 1 ? (found[0] ?? null) : null;
  }
}
