/** Reads mutation records: which blocks each one changes, and which nodes may be new blocks. */
import { isElement, isText, parentOf } from "../platform/captured_dom.js";
import { fenceAround, isFence } from "../reading/fences.js";
import { hasButton } from "../reading/toolbar_filter.js";

/** Ms for which the unit of a text node is known: a class that makes an element a code block changes without a record. */
const FOUND = 100;

/** @typedef {import("../reading/text_unit.js").Unit} Unit */

/**
 * @typedef {object} Changes
 * @property {Set<Element>} found  nodes of known units and of new ones
 * @property {Set<Unit>} disturbed  blocks whose hosts the page may have removed or displaced
 * @property {Set<Unit>} crowded  blocks that had buttons added next to their nodes
 * @property {boolean} removed  elements were removed
 */

export class ChangeReader {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {import("../view/hidden_text.js").HiddenText} parts.hiddenText
   * @param {import("./block_finder.js").Finder} parts.finder
   * @param {WeakMap<Element, Unit>} parts.byNode  the known units
   * @param {() => boolean} parts.mayWrite  whether the page may be changed now
   * @param {(unit: Unit, record: MutationRecord) => void} parts.changed  called with each record in a known unit
   */
  constructor({ page, hosts, hiddenText, finder, byNode, mayWrite, changed }) {
    this.page = page;
    this.hosts = hosts;
    this.hiddenText = hiddenText;
    this.finder = finder;
    this.byNode = byNode;
    this.mayWrite = mayWrite;
    this.changed = changed;
    /** The text node that changed last, its unit, and when that was found. @type {{ node: Node | null, unit: Unit | null, at: number }} */
    this.last = { node: null, unit: null, at: 0 };
  }

  /**
   * A stream makes a record of the same text node for each of its tokens.
   * @param {MutationRecord[]} records
   * @returns {Unit | null} the unit of the node that all of them changed, if it was found just now
   */
  unitOfSame(records) {
    const { node, unit, at } = this.last;
    if (!unit || unit.lostAt || this.byNode.get(unit.node) !== unit || performance.now() - at > FOUND) return null;
    return records.every(({ type, target }) => type === "characterData" && target === node) ? unit : null;
  }

  /**
   * @param {MutationRecord[]} records
   * @param {Set<Node>} scanned  nodes that were scanned already
   * @returns {Changes}
   */
  read(records, scanned) {
    /** @type {Changes} */
    const changes = { found: new Set(), disturbed: new Set(), crowded: new Set(), removed: false };
    for (const record of records) {
      // A characterData record has no nodes; reading its node lists would make the browser create empty ones.
      const structural = record.type === "childList";
      if (structural) this.last.unit = null;
      if (structural && this.#isOwn(record)) continue;
      const target = record.target;
      const element = isElement(target) ? target : /** @type {Element | null} */ (parentOf(target));
      if (element && isElement(element)) this.#noteChange(element, record, changes.found);
      if (!structural) continue;
      this.#readAdded(record, scanned, changes);
      this.#readRemoved(record, scanned, changes);
    }
    return changes;
  }

  /** @param {MutationRecord} record @returns {boolean} only overlay's hosts were added, and nothing was removed */
  #isOwn({ addedNodes, removedNodes }) {
    if (!addedNodes.length || removedNodes.length) return false;
    for (const node of addedNodes) if (!isElement(node) || !this.hosts.isOwn(node)) return false;
    return true;
  }

  /** @param {Element} element @param {MutationRecord} record @param {Set<Element>} found */
  #noteChange(element, record, found) {
    const fence = fenceAround(element);
    if (fence) {
      const known = this.byNode.get(fence);
      if (known) {
        this.#changed(known, record);
        return;
      }
      if (isFence(fence)) {
        if (!this.page.isComposer(fence)) found.add(fence);
        return;
      }
    }
    const message = this.page.message(element);
    const unit = message && this.byNode.get(message);
    if (unit) this.#changed(unit, record);
    else if (message) found.add(message);
  }

  /** @param {Unit} unit @param {MutationRecord} record */
  #changed(unit, record) {
    if (record.type === "characterData") this.last = { node: record.target, unit, at: performance.now() };
    this.changed(unit, record);
  }

  /** @param {MutationRecord} record @param {Set<Node>} scanned @param {Changes} changes */
  #readAdded({ addedNodes, previousSibling }, scanned, { found, disturbed, crowded }) {
    for (const node of addedNodes) {
      if (isText(node) || scanned.has(node)) continue;
      if (this.hosts.copiesIn(node).length && this.mayWrite()) this.hosts.neutralizeClones(node);
      if (isElement(node) && !this.hosts.isOwn(node)) for (const one of this.finder.scan(node, scanned)) found.add(one);
    }
    if (!addedNodes.length || !previousSibling || !isElement(previousSibling)) return;
    const unit = this.hiddenText.unitOf.get(previousSibling);
    if (unit) disturbed.add(unit);
    const block = this.byNode.get(previousSibling);
    if (block && [...addedNodes].some((node) => isElement(node) && hasButton(node))) crowded.add(block);
  }

  /** @param {MutationRecord} record @param {Set<Node>} scanned @param {Changes} changes */
  #readRemoved({ removedNodes }, scanned, changes) {
    for (const node of removedNodes) {
      if (!isElement(node)) continue;
      changes.removed = true;
      scanned.clear();
      const unit = this.hiddenText.unitOf.get(node);
      if (unit) changes.disturbed.add(unit);
    }
  }
}
