/** The send button of the message box: finds it, reads its state, and presses it. */
import { contains, isConnected } from "../platform/captured_dom.js";
import { nextTask } from "../platform/scheduling.js";
import { shown } from "../site/selectors.js";
import { buttonIn, press, stateOf } from "./button_press.js";
import { isField } from "./editor_content.js";
import { nearest } from "./nearest_element.js";
import { focused } from "./selection.js";

/** Moves the focus out of the box as a press on the button does. @param {Element} place @param {Element} button */
const leave = (place, button) => {
  /** @type {HTMLElement} */ (button).focus({ preventScroll: true });
  if (focused() === place) /** @type {HTMLElement} */ (place).blur();
};

export class SendButton {
  /**
   * @param {import("../config_types.js").Profile} profile  its selectors may change with the page (selectors.js)
   * @param {import("../platform/shadow_roots.js").Roots} roots
   * @param {() => HTMLElement | null} box
   */
  constructor(profile, roots, box) {
    this.profile = profile;
    this.roots = roots;
    this.box = box;
  }

  /** @returns {"none" | "off" | "covered" | "on"} */
  state() {
    return stateOf(this.element());
  }

  /**
   * Presses it, if it can be pressed at this moment. As with a user's press, the focus leaves the box first:
   * some sites take the box's text only then.
   * @returns {Promise<boolean>}
   */
  async press() {
    const before = this.element();
    if (!before || stateOf(before) !== "on") return false;
    const box = this.box();
    const place = focused();
    const inBox = !!box && !!place && (place === box || contains(box, place));
    if (box && isField(box)) box.dispatchEvent(new Event("change", { bubbles: true }));
    if (inBox) leave(place, before);
    await nextTask();
    const button = this.element();
    if (!button || stateOf(button) !== "on") return false;
    press(button);
    if (inBox && isConnected(place) && [null, document.body, before].includes(focused()))
      /** @type {HTMLElement} */ (place).focus({ preventScroll: true });
    return true;
  }

  /** @returns {Element | null} the box's own send button, enabled or not */
  element() {
    const { send } = this.profile;
    const box = this.box();
    const found = send && box ? nearest(box, this.roots.all(send).filter(shown)) : null;
    return found && buttonIn(found);
  }
}
