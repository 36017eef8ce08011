/** Selector fallbacks of a profile: uses the first selector that matches until it stops matching. */
import { all, rectOf } from "../platform/captured_dom.js";
import { Roots } from "../platform/shadow_roots.js";

const MESSAGES = ["user", "assistant"];

/** @param {Element} element @returns {boolean} whether the element has a size */
export const shown = (element) => {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
};

/** @param {string} selector @returns {boolean} the browser knows such a selector */
export const valid = (selector) => {
  try {
    all(new DocumentFragment(), selector);
    return true;
  } catch {
    return false;
  }
};

/**
 * Removes invalid selectors, which would throw at their first use, and reports their fields.
 * @param {import("../config_types.js").Profile} profile
 * @param {(name: string) => void} refused
 * @returns {import("../config_types.js").Profile}
 */
const dropInvalid = (profile, refused) => {
  const sound = { ...profile, pick: { ...profile.pick } };
  for (const name of /** @type {const} */ ([
    "user",
    "assistant",
    "reasoning",
    "streaming",
    "code",
    "fence",
    "header",
    "faded",
    "turn",
    "composer",
    "send",
  ])) {
    const several = profile.pick?.[name];
    if (several) {
      const known = several.filter(valid);
      if (known.length < several.length) refused(name);
      sound.pick[name] = known;
      sound[name] = known.join(", ");
    } else if (profile[name] && !valid(profile[name])) {
      refused(name);
      sound[name] = "";
    }
  }
  return sound;
};

/**
 * Returns a profile whose fields are the selectors in use now. An element that the user types into or presses
 * must be shown to count as a match; a message need not be. While nothing matches, all selectors of the field
 * are used together.
 * @param {import("../config_types.js").Profile} profile
 * @param {Roots} roots
 * @param {(name: string) => void} [refused]  called with each field that has an invalid selector
 * @returns {import("../config_types.js").Profile}
 */
export const resolveSelectors = (profile, roots, refused = () => {}) => {
  const live = dropInvalid(profile, refused);
  for (const [name, several] of Object.entries(live.pick)) {
    const joined = several.join(", ");
    let chosen = "";
    /** @param {string} selector */
    const found = (selector) => (MESSAGES.includes(name) ? roots.some(selector) : roots.all(selector).some(shown));
    Object.defineProperty(live, name, {
      enumerable: true,
      get: () => {
        if (!chosen || !found(chosen)) chosen = several.find(found) ?? "";
        return chosen || joined;
      },
    });
  }
  return live;
};
