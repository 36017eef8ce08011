/** The site's sign that an answer is being written: the elements that its profile names, if the browser draws one. */
import { flatPath } from "../platform/flat_tree.js";

/**
 * Ms for which an answer holds while nothing that is observed changed. To ask how an element is drawn, the browser
 * computes the styles of all that changed, which is too much for each token.
 */
const HOLDS = 90;

/** @param {Element} element @returns {boolean} the browser draws it; with `display: contents` it draws only the content */
export const isRendered = (element) =>
  flatPath(element)
    .find((at) => getComputedStyle(at).display !== "contents")
    ?.checkVisibility() ?? false;

export class StreamingSign {
  /** @param {(sign: Element) => boolean} hides  whether overlay itself hides the element */
  constructor(hides) {
    this.hides = hides;
    /** The elements of the last answer. @type {Element[]} */
    this.signs = [];
    this.drawn = false;
    this.askedAt = -Infinity;
    // Most sites hide a sign by an attribute of it or of an element around it.
    this.observer = new MutationObserver(() => this.forget());
  }

  forget() {
    this.askedAt = -Infinity;
  }

  /** @param {Element[]} signs  the elements that the profile names @returns {boolean} one of them is drawn, or only overlay hides it */
  isDrawn(signs) {
    if (!signs.length) return false;
    if (this.observer.takeRecords().length || !this.#isSame(signs)) this.forget();
    if (performance.now() - this.askedAt < HOLDS) return this.drawn;
    this.drawn = signs.some((sign) => isRendered(sign) || this.hides(sign));
    this.askedAt = performance.now();
    return this.drawn;
  }

  /** Observes the elements from now on. @param {Element[]} signs @returns {boolean} whether they are those of the last answer */
  #isSame(signs) {
    if (signs.length === this.signs.length && signs.every((sign, at) => sign === this.signs[at])) return true;
    this.signs = signs;
    this.observer.disconnect();
    for (const part of new Set(signs.flatMap(flatPath))) this.observer.observe(part, { attributes: true });
    return false;
  }
}
