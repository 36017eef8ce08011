/**
 * Render mode "append": existing nodes are not changed. The text node of an open fenced block or paragraph grows by
 * appendData; a finished paragraph is replaced once by its rendered Markdown.
 */

import { toFragment } from "./markdown.js";

const OPENER = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;
// The beginning of a line in a fence that may still become the closing marker.
const MAYBE_CLOSER = /^ {0,3}(`*|~*)[ \t]*$/;

export class AppendRenderer {
  /** @param {HTMLElement} body */
  constructor(body) {
    this.body = body;
    this.line = "";
    this.shown = 0;
    this.carriageReturn = false;
    /** @type {{ mark: string, node: Text } | null} */
    this.fence = null;
    /** @type {{ element: HTMLElement, node: Text, text: string } | null} */
    this.paragraph = null;
  }

  /** @param {string} delta */
  push(delta) {
    if (this.carriageReturn) delta = `\r${delta}`;
    this.carriageReturn = delta.endsWith("\r");
    if (this.carriageReturn) delta = delta.slice(0, -1);
    const lines = delta.replace(/\r\n?/g, "\n").split("\n");
    lines.forEach((piece, index) => {
      if (index > 0) this.#endLine();
      this.line += piece;
    });
    this.#showPart();
  }

  end() {
    if (this.fence && !this.#closes(this.line)) this.fence.node.appendData(this.line.slice(this.shown));
    else if (!this.fence && this.line) this.#endLine();
    this.#endParagraph();
    this.fence = null;
  }

  #endLine() {
    const { line } = this;
    if (this.fence) {
      if (this.#closes(line)) this.fence = null;
      else this.fence.node.appendData(`${line.slice(this.shown)}\n`);
    } else {
      const opener = OPENER.exec(line);
      if (opener) this.#openFence(opener[1], opener[2]);
      else if (line.trim()) this.#grow(`${line.slice(this.shown)}\n`);
      else this.#endParagraph();
    }
    this.line = "";
    this.shown = 0;
  }

  /** Shows the unfinished line as far as its meaning is certain. */
  #showPart() {
    const { line, shown } = this;
    if (line.length === shown) return;
    if (this.fence) {
      if (MAYBE_CLOSER.test(line)) return;
      this.fence.node.appendData(line.slice(shown));
    } else {
      if (/^ {0,3}(`|~|$)/.test(line) || !line.trim()) return;
      this.#grow(line.slice(shown));
    }
    this.shown = line.length;
  }

  /** @param {string} line */
  #closes(line) {
    const bare = line.trim();
    const { mark } = /** @type {{ mark: string }} */ (this.fence);
    return MAYBE_CLOSER.test(line) && bare.startsWith(mark) && bare === mark[0].repeat(bare.length);
  }

  /** @param {string} mark @param {string} language */
  #openFence(mark, language) {
    this.#endParagraph();
    this.body.append(toFragment(`${mark}${language}\n${mark}`));
    const code = /** @type {HTMLElement} */ (this.body.querySelector(".code-card:last-child code"));
    const node = document.createTextNode("");
    code.replaceChildren(node);
    this.fence = { mark, node };
  }

  /** @param {string} text */
  #grow(text) {
    if (!this.paragraph) {
      const element = document.createElement("p");
      const node = document.createTextNode("");
      element.append(node);
      this.body.append(element);
      this.paragraph = { element, node, text: "" };
    }
    this.paragraph.text += text;
    this.paragraph.node.appendData(text);
  }

  #endParagraph() {
    this.paragraph?.element.replaceWith(toFragment(this.paragraph.text));
    this.paragraph = null;
  }
}
