/** What the site's profile says of the page: messages, their authors, the sign of a streaming answer. */
import { attributeOf, closest, isElement, parentOf, rootOf } from "./dom.js";
import { Roots } from "./roots.js";

/** Out of a shadow tree the search goes on at its host. @param {Element} element @param {string} selector @returns {Element | null} */
export const closestDeep = (element, selector) => {
  if (!selector) return null;
  for (let at = /** @type {Element | null} */ (element); at;) {
    const found = closest(at, selector);
    if (found) return found;
    const root = rootOf(at);
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
};

export class Page {
  /** @param {import("./types.js").Profile} profile @param {Roots} roots */
  constructor(profile, roots = new Roots()) {
    this.profile = profile;
    this.roots = roots;
    this.messages = [profile.user, profile.assistant].filter(Boolean).join(", ");
    /** @type {Map<Element, number> | null} */
    this.order = null;
  }

  /** @param {Element} element @returns {import("./types.js").Role} */
  role(element) {
    const { user, assistant } = this.profile;
    if (!user && !assistant) return "unknown";
    if (closestDeep(element, user)) return "user";
    return closestDeep(element, assistant) ? "assistant" : "unknown";
  }

  /** @param {Element} element @returns {Element | null} the message an element belongs to: the outermost match */
  message(element) {
    let found = closestDeep(element, this.messages);
    while (found) {
      const up = parentOf(found);
      const outer = up && isElement(up) ? closestDeep(up, this.messages) : null;
      if (!outer) break;
      found = outer;
    }
    return found;
  }

  /** @param {Element} element @returns {{ turn: number, message: string }} */
  place(element) {
    const message = this.message(element);
    if (!message) return { turn: -1, message: "" };
    if (!this.order) this.order = new Map(this.roots.all(this.messages).map((node, index) => [node, index]));
    const id = this.profile.message_id ? attributeOf(message, this.profile.message_id) : null;
    return { turn: this.order.get(message) ?? -1, message: (id ?? "").slice(0, 100) };
  }

  /** The page changed: places are counted anew. */
  stale() {
    this.order = null;
  }

  /** @returns {boolean} */
  streaming() {
    const { streaming } = this.profile;
    return !!streaming && this.roots.some(streaming);
  }
}
