/** Keeps buttons inactive until the user has had time to see the question that they answer. */

export class Dwell {
  /**
   * @param {HTMLElement} element the card with the buttons
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

  /** Starts the delay, and focuses the card; called when the card becomes the first one. */
  begin() {
    this.element.dataset.arrived = String(performance.now());
    this.hold();
    this.element.focus();
  }

  /** Starts the delay without a change of the focus. */
  hold() {
    for (const one of this.buttons) one.setAttribute("aria-disabled", "true");
    this.inert = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.inert = false;
      for (const one of this.buttons) one.removeAttribute("aria-disabled");
    }, this.milliseconds);
  }
}
