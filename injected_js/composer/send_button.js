/** The send button of the message box: finds it, reads its state, and presses it. */
import { all, contains, isConnected, matches, parentOrHost } from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";
import { closedTreeOf, inClosedTree } from "../platform/closed_trees.js";
import { nextTask } from "../platform/scheduling.js";
import { shown } from "../site/selectors.js";
import { buttonBeside } from "./button_beside.js";
import { buttonIn, press, stateOf } from "./button_press.js";
import { saysOther, saysSend } from "./button_purpose.js";
import { isField } from "./editor_content.js";
import { formOf, holds, nearest } from "./nearest_element.js";
import { PressEcho } from "./press_echo.js";
import { focused } from "./selection.js";

/** @typedef {"" | "known" | "named"} Pressed the button that was pressed: "known" to the profile, or "named" beside the box; "" for none */

/** A button that is found only because it sends any form. */
const ANY = "[type=submit]:not([id*=send i], [data-testid*=send i])";

/** What a form is filled in with. */
const FIELDS = "textarea, input:not([type=submit], [type=button], [type=file], [type=hidden]), [contenteditable=true]";

/**
 * @param {Element} box @param {Element} form  that the box is not in
 * @returns {boolean} it is a bar beside the box, with buttons alone
 */
const isBarBeside = (box, form) => {
  const row = parentOrHost(box);
  return !!row && row !== document.body && contains(row, form) && ![...all(form, FIELDS)].some(shown);
};

/** Moves the focus out of the box as a press on the button does. @param {Element} place @param {Element} button */
const leave = (place, button) => {
  /** @type {HTMLElement} */ (button).focus({ preventScroll: true });
  if (focused() === place) /** @type {HTMLElement} */ (place).blur();
};

/** @param {Element} box @param {Element} button @returns {boolean} */
const sharesForm = (box, button) => formOf(button) !== null && formOf(button) === formOf(box);

/** @param {Element} box @param {Element} button  that a guessed selector found @returns {boolean} */
const mayBelong = (box, button) => {
  const form = formOf(button);
  const isOwn = sharesForm(box, button);
  if (form && !isOwn && !flatPath(box).includes(form) && !isBarBeside(box, form)) return false;
  if (inClosedTree(button) && !inClosedTree(box)) return false;
  if (!matches(button, ANY) || !saysOther(button)) return true;
  return !!form && isOwn && [...all(form, "[type=submit]")].filter(shown).length === 1;
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
    this.echo = new PressEcho();
  }

  /** @returns {"none" | "off" | "covered" | "on"} */
  state(box = this.box()) {
    const found = this.#find(box);
    const state = stateOf(found?.button ?? null);
    // Nothing but its label tells that such a button sends: one that can't be pressed counts as none.
    return found?.pressed === "named" && state === "off" ? "none" : state;
  }

  /**
   * Presses it, if it can be pressed at this moment. As with a user's press, the focus leaves the box first:
   * some sites take the box's text only then.
   * @returns {Promise<Pressed>}
   */
  async press() {
    const before = this.element();
    if (!before || stateOf(before) !== "on") return "";
    const box = this.box();
    const place = focused();
    const inBox = !!box && !!place && (place === box || contains(box, place));
    if (box && isField(box)) box.dispatchEvent(new Event("change", { bubbles: true }));
    if (inBox) leave(place, before);
    await nextTask();
    const found = this.#find(this.box());
    if (!found || stateOf(found.button) !== "on") return "";
    if (box && this.profile.guessed) this.echo.note(box);
    press(found.button);
    if (inBox && isConnected(place) && [null, document.body, before].includes(focused()))
      /** @type {HTMLElement} */ (place).focus({ preventScroll: true });
    return found.pressed;
  }

  /** @returns {Element | null} the box's own send button, enabled or not */
  element(box = this.box()) {
    return this.#find(box)?.button ?? null;
  }

  /** @param {Element | null} box @returns {{ button: Element, pressed: "known" | "named" } | null} */
  #find(box) {
    if (!box) return null;
    const { send, guessed } = this.profile;
    const found = send ? this.roots.all(send).filter(shown) : [];
    if (!guessed) {
      const known = nearest(box, found);
      return known && { button: buttonIn(known), pressed: "known" };
    }
    const known = nearest(
      box,
      found.filter((button) => mayBelong(box, button)),
    );
    // A button is not the box's only because the others of the page were left out.
    if (known && (saysSend(known) || sharesForm(box, known) || nearest(box, found)))
      return { button: buttonIn(known), pressed: "known" };
    const named = buttonBeside(box);
    return named && { button: named, pressed: "named" };
  }

  /** @param {Element} element @returns {boolean} it is in a button that no selector of a profile need find */
  isIn(element) {
    const button = this.profile.guessed ? this.element() : null;
    // An event does not tell where in a closed tree it is.
    return !!button && (holds(button, element) || (closedTreeOf(element) !== null && holds(element, button)));
  }
}
