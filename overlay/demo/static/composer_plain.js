/**
 * The plain composer: a textarea that is controlled, as React's are. Its text is the state, which follows `input`
 * events only; a value that was set without one is lost at the next render.
 */

const native = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value"));

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
    // A value set by the page's own script is taken for known, so the `input` event after it changes nothing.
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

  /** Makes the field show the state. */
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
