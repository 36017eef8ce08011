/** Tracks whether the user is writing: a text inserted between their words would damage both texts. */
import { isField } from "./editor_content.js";
import { focused, isEditable } from "./selection.js";
import { isConnected, textOf } from "../platform/captured_dom.js";
import { closedTreeOf } from "../platform/closed_trees.js";

export class Typing {
  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    this.last = -Infinity;
    /** @type {Element | null} */
    this.place = null;
    this.composing = false;
    /** @param {Event} event */
    const onEvent = (event) => {
      // When the browser itself ends a composition, `compositionend` is not trusted.
      if (event.type === "compositionend") this.composing = false;
      if (!event.isTrusted) return;
      const [target] = event.composedPath();
      // An event does not tell where in a closed tree it is.
      const place = target instanceof Element && closedTreeOf(target) ? focused() : target;
      if (!(place instanceof Element) || !isEditable(place)) return;
      if (event.type === "compositionstart") this.composing = true;
      this.place = place;
      this.last = performance.now();
    };
    for (const name of ["input", "compositionstart", "compositionend"])
      addEventListener(name, onEvent, { capture: true, signal });
    const left = () => {
      this.composing = false;
    };
    addEventListener("focusout", left, { capture: true, signal });
  }

  /** Ignores the input so far: it came from overlay. */
  forget() {
    this.last = -Infinity;
  }

  /** @param {number} still how many milliseconds after the last letter the user counts as writing @returns {boolean} */
  busy(still) {
    const { place } = this;
    if (!place || !isConnected(place)) return false;
    // The site emptied the box, so the message was sent and the user is not writing it any more.
    const holds = isField(place) ? place.value : textOf(place);
    return this.composing || (performance.now() - this.last < still && holds.trim() !== "");
  }
}
