/** Detects whether the user navigated (by a link, back or forward) or the page changed its own address. */
import { attributeOf, matches } from "../platform/captured_dom.js";

/** Ms within which the page navigates after a click on a link. */
const FOLLOWS = 5000;

/** @param {string} url @returns {string} the URL without its fragment */
const bare = (url) => url.replace(/#.*$/, "");

/** @param {Event} event @returns {string} the address of the link that was pressed, "" for none */
const linkOf = (event) => {
  for (const at of event.composedPath()) {
    if (at instanceof Element && matches(at, "a[href], area[href]"))
      return new URL(attributeOf(at, "href") ?? "", document.baseURI).href;
  }
  return "";
};

export class Leaving {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.link = "";
    this.since = -Infinity;
    this.travelled = "";
    addEventListener(
      "click",
      (event) => {
        if (!event.isTrusted) return;
        this.link = linkOf(event);
        this.since = performance.now();
      },
      { capture: true, signal },
    );
    navigation.addEventListener(
      "currententrychange",
      (event) => {
        this.travelled = event.navigationType === "traverse" ? location.href : "";
      },
      { signal },
    );
  }

  /** @param {string} url  the page's new address @returns {boolean} the user navigated there */
  to(url) {
    if (this.travelled === url) return true;
    return !!this.link && bare(this.link) === bare(url) && performance.now() - this.since < FOLLOWS;
  }
}
