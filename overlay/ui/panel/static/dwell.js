/** Buttons that do nothing until what they belong to can have been seen. */

export class Dwell {
  /**
   * @param {HTMLElement} element what the buttons belong to
   * @param {HTMLButtonElement[]} buttons
   * @param {number} milliseconds
   */
  constructor(element, buttons, milliseconds) {
    this.element = element;
    this.buttons = buttons;
    this.milliseconds = milliseconds;
    this.inert = true;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** It is in first place now: it is read from its text on. */
  begin() {
    for (const one of this.buttons) one.setAttribute("aria-disabled", "true");
    this.element.dataset["arrived"] = String(performance.now());
    this.inert = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.inert = false;
      for (const one of this.buttons) one.removeAttribute("aria-disabled");
    }, this.milliseconds);
    this.element.focus();
  }
}
