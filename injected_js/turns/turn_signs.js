/**
 * Notes which elements a page shows while an answer is written: those that changed since the message was sent and whose
 * names say so. Python finds the sign of a streaming answer among them.
 */
import { all, attributesOf, checkVisibility, isConnected, isElement, localNameOf } from "../platform/captured_dom.js";
import { describe } from "./turn_tree.js";

const NAMED = /stop|cancel|stream|generat|abort|load|busy|typing|respond/i;
/** At most so many elements are looked at in one look, and noted. */
const LOOKED_AT = 400;
const NOTED = 40;
const LOOKS = 60;

/** @typedef {{ tag: string, attributes: Record<string, string> }} Sign */

/** @param {Element} element */
const isNamed = (element) => {
  for (const { name, value } of attributesOf(element))
    if (name !== "style" && name !== "href" && (NAMED.test(name) || (value.length <= 600 && NAMED.test(value))))
      return true;
  return NAMED.test(localNameOf(element));
};

export class TurnSigns {
  /** @param {string} letters  of the sent text, which no description may contain */
  constructor(letters) {
    this.letters = letters;
    /** @type {Set<Element>} */
    this.known = new Set();
    /** @type {{ at: number, signs: Sign[] }[]} */
    this.looks = [];
  }

  /**
   * @param {Iterable<Node>} touched  elements that are new, or of which an attribute changed
   * @param {(element: Element) => boolean} isOwn
   */
  look(touched, isOwn) {
    let left = LOOKED_AT;
    for (const node of touched) {
      if (!isElement(node) || !isConnected(node) || isOwn(node)) continue;
      for (const element of [node, ...all(node, "*")]) {
        left -= 1;
        if (left < 0) break;
        if (this.known.size < NOTED && isNamed(element)) this.known.add(element);
      }
      if (left < 0) break;
    }
    const signs = [];
    for (const element of this.known) {
      if (!isConnected(element)) this.known.delete(element);
      else if (checkVisibility(element))
        signs.push({ tag: localNameOf(element), attributes: describe(element, this.letters) });
    }
    if (this.looks.length < LOOKS) this.looks.push({ at: performance.now(), signs });
  }

  /** @param {number} from @param {number} to  ms of the page's clock @returns {Sign[][]} what was shown in each look between these times */
  during(from, to) {
    return this.looks.filter(({ at }) => at >= from && at < to).map(({ signs }) => signs);
  }
}
