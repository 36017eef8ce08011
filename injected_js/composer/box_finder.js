/** Finds the message box of a page by the profile, or the place of the box that the page has just replaced. */
import { matches } from "../platform/captured_dom.js";
import { shown } from "../site/selectors.js";
import { BoxPlace } from "./box_place.js";
import { usable } from "./editor_content.js";
import { isLine, likelyBoxes } from "./likely_box.js";

export class BoxFinder {
  /** @param {import("../config_types.js").Profile} profile @param {import("../platform/shadow_roots.js").Roots} roots */
  constructor(profile, roots) {
    this.profile = profile;
    this.roots = roots;
    this.place = new BoxPlace();
    /** @type {WeakMap<Element, number>} */
    this.numbers = new WeakMap();
    this.count = 0;
  }

  /** @returns {HTMLElement | null} the last box that the user can write in, else the last that is shown */
  box() {
    if (!this.profile.composer) return null;
    const found = this.#boxes();
    const box = found.filter(usable).at(-1) ?? found.at(-1);
    if (box) this.place.note(box);
    return /** @type {HTMLElement | null} */ (box ?? this.place.replacement());
  }

  /** @returns {Element[]} the boxes that are shown, in the order of the page */
  #boxes() {
    const { guessed, pick, composer, send } = this.profile;
    if (!guessed) return this.roots.all(composer).filter(shown);
    const any = this.roots.all(pick?.composer?.join(", ") ?? composer).filter(shown);
    const found = any.filter((box) => isLine(box) || matches(box, composer));
    return likelyBoxes(found, () => (send ? this.roots.all(send).filter(shown) : []));
  }

  /** @returns {number} the same for the same box; 0 without one */
  number() {
    const box = this.box();
    if (box && !this.numbers.has(box)) {
      this.count += 1;
      this.numbers.set(box, this.count);
    }
    return (box && this.numbers.get(box)) ?? 0;
  }
}
