/**
 * Text editors that are hidden for a code block in them. An editor would remove a host in it, or save it with the text: it is
 * hidden as a whole, its blocks are drawn in one host before it, and its other words around them.
 */
import { all, isConnected } from "../platform/captured_dom.js";
import { readFence } from "../reading/block_text.js";
import { OUTER, isFence } from "../reading/fences.js";
import { readProse } from "../reading/prose_text.js";

/** What may be a code block in a text editor. */
const CODE = `${OUTER}, table, code`;

/**
 * @typedef {import("../reading/text_unit.js").Unit} Unit
 * @typedef {import("./hidden_text.js").Target} Target
 */

export class HiddenEditors {
  /**
   * @param {object} parts
   * @param {Map<Unit, Element[]>} parts.byUnit  the hosts of the units
   * @param {import("./host_elements.js").Hosts} parts.hosts
   * @param {(host: Element, lead: string, trail: string) => void} parts.words  draws the words around the blocks
   */
  constructor({ byUnit, hosts, words }) {
    this.byUnit = byUnit;
    this.hosts = hosts;
    this.words = words;
    /** The editors that are hidden, by the units whose hosts hide them. @type {Map<Unit, Element>} */
    this.hidden = new Map();
    /** Units whose blocks are drawn in the host of another one. @type {Map<Unit, Unit>} */
    this.owners = new Map();
  }

  /** @param {Unit} unit @returns {Element | undefined} the host that hides an editor for the unit */
  #hostOf(unit) {
    const [host] = this.byUnit.get(unit) ?? [];
    return host && this.hosts.placed.has(host) && this.hosts.targets.get(host) === this.hidden.get(unit)
      ? host
      : undefined;
  }

  /** @param {Unit} unit  one whose block is in the editor @param {Element} editor @returns {Target[]} none if the editor is hidden for another block */
  targetsOf(unit, editor) {
    for (const [other, hidden] of this.hidden) {
      if (other === unit || hidden !== editor || !this.#hostOf(other)) continue;
      this.owners.set(unit, other);
      return [];
    }
    this.hidden.set(unit, editor);
    return [{ element: editor, ...this.#wordsOf(unit, editor) }];
  }

  /** @param {Unit} unit @returns {Element | undefined} the host of another unit in which its blocks are drawn */
  sharedHost(unit) {
    const owner = this.owners.get(unit);
    return owner && this.#hostOf(owner);
  }

  /** @param {Unit} unit */
  forget(unit) {
    this.hidden.delete(unit);
    this.owners.delete(unit);
  }

  /** Draws the words of hidden editors again: the site may have written more. */
  refresh() {
    for (const [unit, editor] of this.hidden) {
      const host = this.#hostOf(unit);
      if (!host || !isConnected(editor)) continue;
      const { lead, trail } = this.#wordsOf(unit, editor);
      this.words(host, lead, trail);
    }
  }

  /** @param {Unit} unit @param {Element} editor @returns {{ lead: string, trail: string }} the words before and after the block */
  #wordsOf(unit, editor) {
    const codes = [...all(editor, CODE)].filter(isFence);
    const at = codes.indexOf(unit.node);
    const pieces = readProse(editor, unit.skip).text.split("\uFFFC");
    if (at < 0 || pieces.length !== codes.length + 1) return { lead: "", trail: "" };
    const drawn = new Set([...this.owners].filter(([, owner]) => owner === unit).map(([other]) => other.node));
    /** @param {number} from @param {number} to */
    const words = (from, to) =>
      pieces
        .slice(from, to)
        .map((piece, index) => {
          const code = codes[from + index];
          return piece + (from + index < to - 1 && code && !drawn.has(code) ? readFence(code).text : "");
        })
        .join("");
    return { lead: words(0, at + 1), trail: words(at + 1, pieces.length) };
  }
}
