/** What a site draws around a code block: a frame, a bar over it, buttons on it. All of it is hidden with a call's code. */
import {
  all,
  childrenIn,
  closest,
  firstOf,
  isElement,
  isText,
  matches,
  nextOf,
  parentOf,
  previousElementOf,
  textOf,
} from "../platform/captured_dom.js";
import { hasButton, isBar, isFloating } from "../reading/toolbar_filter.js";
import { languageOf } from "../reading/block_text.js";
import { OUTER, isFence } from "../reading/fences.js";

export class CodeSurroundings {
  /**
   * @param {import("./host_elements.js").Hosts} hosts
   * @param {string} frame  selector of the site's frame around a code block, or ""
   * @param {string} header  selector of a bar that the site draws right before a code block, or ""
   */
  constructor(hosts, frame, header) {
    this.hosts = hosts;
    this.frame = frame;
    this.header = header;
  }

  /** @param {Element} fence @returns {Element} it, or the site's frame around it alone */
  framed(fence) {
    const frame = this.frame ? closest(fence, this.frame) : null;
    return frame && [...all(frame, OUTER)].filter(isFence).length <= 1 ? frame : fence;
  }

  /** @param {Element} element @returns {Element[]} buttons that the site draws over the code block */
  floating(element) {
    const around = parentOf(element);
    if (this.frame || !around || !isElement(around) || !hasButton(around)) return [];
    // The parent may be a shadow root, which is not an element.
    const siblings = [...childrenIn(around)].filter((one) => isElement(one));
    return siblings.filter((one) => one !== element && !this.hosts.isOwn(one) && isFloating(one));
  }

  /** @param {Element} element @returns {Element | null} */
  #before(element) {
    let before = previousElementOf(element);
    while (before && this.hosts.isOwn(before)) before = previousElementOf(before);
    return before;
  }

  /** @param {Element} code @param {Element} element  the code, or what is around it alone @returns {Element | null} the site's bar over the code block */
  headerOf(code, element) {
    const before = this.#before(element);
    if (this.header) return before && matches(before, this.header) ? before : null;
    const language = this.frame ? "" : languageOf(code);
    if (this.frame || (before && !isBar(before, language))) return null;
    if (before) return this.#alone(element, before) ? before : null;
    const around = /** @type {Element} */ (parentOf(element));
    if (!isElement(around) || !this.#alone(element, null)) return null;
    const bar = this.#before(around);
    return bar && isBar(bar, language) && this.#alone(around, bar) ? bar : null;
  }

  /**
   * @param {Element} element @param {Element | null} bar
   * @returns {boolean} their parent has no other child with text
   */
  #alone(element, bar) {
    const around = parentOf(element);
    if (!around || !isElement(around)) return false;
    for (let node = firstOf(around); node; node = nextOf(node)) {
      if (node === element || node === bar || (isElement(node) && this.hosts.isOwn(node))) continue;
      if ((isText(node) || isElement(node)) && textOf(node).trim()) return false;
    }
    return true;
  }
}
