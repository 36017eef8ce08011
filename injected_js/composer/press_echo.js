/**
 * Tells whether a page that is not known took a press of its send button, though its box is still full: some pages empty
 * the box only when their server has the message, and then a second attempt would send it twice.
 */
import { rootElement, textOf } from "../platform/captured_dom.js";
import { read } from "./editor_content.js";

/** Characters of the message that are searched in the page. */
const MOST = 80;

/** @param {string} text @returns {string} its longest line, of which a page that draws Markdown keeps most */
const longestLine = (text) =>
  text
    .split("\n")
    .map((line) => line.trim().slice(0, MOST))
    .reduce((longest, line) => (line.length > longest.length ? line : longest), "");

/** @param {string} line @param {Element} box @returns {number} how often the page outside the box shows the line */
const countOutside = (line, box) =>
  line ? textOf(rootElement()).split(line).length - textOf(box).split(line).length : 0;

export class PressEcho {
  constructor() {
    this.line = "";
    this.before = 0;
  }

  /** The button is about to be pressed. @param {Element} box */
  note(box) {
    this.line = longestLine(read(box));
    this.before = countOutside(this.line, box);
  }

  /** Another message will be in the box. To search the page for the earlier one takes long. */
  forget() {
    this.line = "";
  }

  /**
   * @param {Element} box @param {boolean} streaming  the page shows that an answer is being written
   * @returns {boolean} there was a press, and the page answers, or shows the text once more since then
   */
  heard(box, streaming) {
    return this.line !== "" && (streaming || countOutside(this.line, box) > this.before);
  }
}
