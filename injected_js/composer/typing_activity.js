/** Whether the person is writing just now: a text of ours between their words would spoil both. */
import { isField } from "./editor_content.js";
import { isEditable } from "./selection.js";
import { isConnected, textOf } from "../platform/captured_dom.js";

export class Typing {
  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    this.last = -Infinity;
    /** @type {Element | null} */
    this.place = null;
    this.composing = false;
    /** @param {Event} event */
    const heard = (event) => {
      // The end of a composition that the browser itself made an end of comes without its word for it.
      if (event.type === "compositionend") this.composing = false;
      if (!event.isTrusted) return;
      const [place] = event.composedPath();
      if (!(place instanceof Element) || !isEditable(place)) return;
      if (event.type === "compositionstart") this.composing = true;
      this.place = place;
      this.last = performance.now();
    };
    for (const name of ["input", "compositionstart", "compositionend"]) addEventListener(name, heard, { capture: true, signal });
    const left = () => { this.composing = false; };
    addEventListener("focusout", left, { capture: true, signal });
  }

  /** What was typed up to now was typed by us. */
  forget() {
    this.last = -Infinity;
  }

  /** @param {number} still milliseconds that one is left alone after the last letter @returns {boolean} */
  busy(still) {
    const { place } = this;
    if (!place || !isConnected(place)) return false;
    // A box that the site emptied was sent: nobody is in the middle of that.
    const holds = isField(place) ? place.value : textOf(place);
    return this.composing || (performance.now() - this.last < still && holds.trim() !== "");
  }
}
