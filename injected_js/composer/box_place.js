/** Remembers where the message box is, to find the one that takes its place. */
import { all, isConnected, isElement, parentOf } from "../platform/captured_dom.js";
import { usable } from "./editor_content.js";

const BOXES = "textarea, input:not([type]), input[type=text], [contenteditable=true], [contenteditable=plaintext-only]";
/** How many elements around the box are remembered: a site may build some of them again with it. */
const AROUND = 3;

export class BoxPlace {
  constructor() {
    /** @type {Element | null} */
    this.box = null;
    /** @type {Element[]} the innermost first */
    this.around = [];
  }

  /** @param {Element} box  that the profile's selector found */
  note(box) {
    if (box === this.box) return;
    this.box = box;
    this.around = [];
    for (let at = parentOf(box); at && isElement(at) && this.around.length < AROUND; at = parentOf(at)) this.around.push(at);
  }

  /**
   * A site may replace its box by one of another kind (with code in it, or a mention), which the selector does not find.
   * @returns {Element | null} the only box where the noted one was
   */
  heir() {
    const place = this.around.find((at) => isConnected(at));
    const found = place ? [...all(place, BOXES)].filter(usable) : [];
    return found.length === 1 ? found[0] ?? null : null;
  }
}
