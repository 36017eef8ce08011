/** Render mode "rebuild": each token renders the whole answer again, and the highlighter rebuilds its spans. */

import { toHtml } from "./markdown.js";

export class RebuildRenderer {
  /** @param {HTMLElement} body */
  constructor(body) {
    this.body = body;
    this.text = "";
  }

  /** @param {string} delta */
  push(delta) {
    this.text += delta;
    this.body.innerHTML = toHtml(this.text);
  }

  end() {}
}
