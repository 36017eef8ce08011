/** A style rule that makes a message box keep white space: a box that collapses spaces would show and send fewer of them. */
import { rootOf } from "../platform/captured_dom.js";

export class KeptSpaces {
  /** @param {import("../config_types.js").Profile} profile  its selectors may change with the page (selectors.js) */
  constructor(profile) {
    this.profile = profile;
    this.rule = new CSSStyleSheet();
    /** @type {Set<Document | ShadowRoot>} */
    this.ruled = new Set();
  }

  /** @param {Element} box */
  keepIn(box) {
    const root = /** @type {Document | ShadowRoot} */ (rootOf(box));
    if (root.adoptedStyleSheets.includes(this.rule)) return;
    this.rule.replaceSync(`:is(${this.profile.composer}) { white-space: pre-wrap !important; }`);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.rule];
    this.ruled.add(root);
  }

  /** Removes the style rule from the page. */
  end() {
    for (const root of this.ruled)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== this.rule);
    this.ruled.clear();
  }
}
