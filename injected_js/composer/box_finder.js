/** Finds the message box of a page by the profile, or the place of the box that the page has just replaced. */
import { matches, one } from "../platform/captured_dom.js";
import { inClosedTree } from "../platform/closed_trees.js";
import { shown } from "../site/selectors.js";
import { BoxPlace } from "./box_place.js";
import { saysOther } from "./button_purpose.js";
import { usable } from "./editor_content.js";
import { purposeOfField } from "./field_purpose.js";
import { doubtfulBoxes, isLine, likelyBoxes } from "./likely_box.js";
import { holds } from "./nearest_element.js";

/** In some chats the message box is such a field, which the guessed profile does not name. */
const SEARCH_FIELD = "input[type=search i]";

export class BoxFinder {
  /** @param {import("../config_types.js").Profile} profile @param {import("../platform/shadow_roots.js").Roots} roots */
  constructor(profile, roots) {
    this.profile = profile;
    this.roots = roots;
    this.place = new BoxPlace();
    /** There was no likely box for long, so a doubtful one counts until there is. */
    this.doubting = false;
    /** @type {WeakMap<Element, number>} */
    this.numbers = new WeakMap();
    this.count = 0;
  }

  /** @returns {HTMLElement | null} the last box that the user can write in, else the last that is shown */
  box() {
    if (!this.profile.composer) return null;
    const found = this.profile.guessed ? this.#guess() : this.roots.all(this.profile.composer).filter(shown);
    const box = found.filter(usable).at(-1) ?? found.at(-1);
    // Otherwise a doubtful box would count at once the next time.
    if (box && !this.doubting) this.place.note(box);
    return /** @type {HTMLElement | null} */ (box ?? this.#replacement());
  }

  /** @returns {Element | null} what is where the box was; on an unknown page that may be a search */
  #replacement() {
    const box = this.place.replacement();
    return box && this.profile.guessed && isLine(box) && purposeOfField(box) !== "message" ? null : box;
  }

  /** @returns {Element[]} the boxes of an unknown page that are shown, in the order of the page */
  #guess() {
    const { pick, composer } = this.profile;
    const any = this.roots.all(pick?.composer?.join(", ") ?? composer).filter(shown);
    // Not the selector in use, which can be the one of the fields for as long as there is a search.
    const boxes = (pick?.composer ?? [composer]).map((one) => any.filter((box) => !isLine(box) && matches(box, one)));
    const first = boxes.find((several) => several.length) ?? [];
    const found = any.filter((box) => isLine(box) || first.includes(box));
    const open = found.filter((box) => !inClosedTree(box));
    const buttons = () => this.#buttons();
    const likely = likelyBoxes(open, buttons);
    if (likely.length) this.doubting = false;
    if (!this.doubting) return likely;
    const fields = [...open.filter(isLine), ...this.roots.all(SEARCH_FIELD).filter(shown)];
    const doubtful = doubtfulBoxes(fields, (part) => this.#isChat(part));
    return doubtful.length ? doubtful : likelyBoxes(found, buttons);
  }

  /** @returns {Element[]} the page's buttons that may send a message */
  #buttons() {
    const { send } = this.profile;
    return send ? this.roots.all(send).filter((button) => shown(button) && !saysOther(button)) : [];
  }

  /** @param {Element} part @returns {boolean} there are messages in it */
  #isChat(part) {
    const messages = [this.profile.user, this.profile.assistant].filter(Boolean).join(", ");
    return (
      one(part, "[role=log]") !== null ||
      (messages !== "" && this.roots.all(messages).some((message) => holds(part, message)))
    );
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
