/**
 * The plain composer: a controlled textarea, as in React. Its state changes only with `input` events; a value that
 * is set without one is lost at the next render.
 */

const native = /** @type {PropertyDescriptor} */ (
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")
);

export class PlainComposer {
  /** @param {() => void} changed @param {() => void} send */
  constructor(changed, send) {
    this.text = "";
    this.element = document.createElement("textarea");
    this.element.id = "composer";
    this.element.rows = 1;
    this.element.placeholder = "Message Wren";
    this.element.setAttribute("aria-label", "Message");
    const { element } = this;
    let tracked = "";
    // As in React, a value that a script sets counts as known, so the `input` event after it changes nothing.
    Object.defineProperty(element, "value", {
      configurable: true,
      get: () => native.get?.call(element),
      set: (value) => {
        tracked = String(value);
        native.set?.call(element, value);
      },
    });
    element.addEventListener("input", () => {
      const value = native.get?.call(element);
      if (value !== tracked) {
        tracked = value;
        this.text = value;
      }
      changed();
    });
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      send();
    });
    element.addEventListener("blur", changed);
  }

  /** Writes the state into the field. */
  render() {
    if (this.element.value !== this.text) this.element.value = this.text;
  }

  /** @param {string} text */
  set(text) {
    this.text = text;
    this.render();
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }
}
