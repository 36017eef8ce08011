/** Where a profile has several selectors for one thing: the first that finds it counts, for as long as it does. */
import { all, rectOf } from "../platform/captured_dom.js";
import { Roots } from "../platform/shadow_roots.js";

const MESSAGES = ["user", "assistant"];

/** @param {Element} element @returns {boolean} */
const shown = (element) => {
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
 * A selector that the browser refuses would stop everything at its first use: it is left out, and named.
 * @param {import("../protocol.js").Profile} profile
 * @param {(name: string) => void} refused
 * @returns {import("../protocol.js").Profile}
 */
const dropInvalid = (profile, refused) => {
  const sound = { ...profile, pick: { ...profile.pick } };
  for (const name of /** @type {const} */ (["user", "assistant", "reasoning", "streaming", "fence", "header", "faded", "turn", "composer", "send"])) {
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
 * A profile whose fields say what counts now. What a person types into or presses must be in sight to count, a
 * message need not. Where nothing is found all count: what comes first will be it.
 * @param {import("../protocol.js").Profile} profile
 * @param {Roots} roots
 * @param {(name: string) => void} [refused]  told of each field with a selector that is none
 * @returns {import("../protocol.js").Profile}
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
