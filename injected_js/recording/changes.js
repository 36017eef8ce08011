/** What one report of the observer amounts to: how to come from the page as it was told to the page as it is. */
import { attributeOf, dataOf, parentOf } from "../dom.js";
import { commonPrefix } from "../delta.js";
import { clean, mute } from "./cleaning.js";
import { inDocument, splice } from "./nodes.js";

/** @typedef {import("./types.js").Op} Op */

/**
 * First what left (or is moved), then what came, then texts and attributes: each is told as it is in the end.
 * @param {MutationRecord[]} records
 * @param {import("./nodes.js").Nodes} nodes
 * @returns {Op[]}
 */
export const opsOf = (records, nodes) => {
  const { known } = nodes;
  /** @type {Op[]} */
  const ops = [];
  /** Nodes that were put somewhere or taken away. @type {Set<Node>} */
  const touched = new Set();
  /** @type {Set<Node>} */
  const texts = new Set();
  /** What they were. @type {Map<Element, Map<string, string | null>>} */
  const attributes = new Map();
  for (const record of records) {
    const { target } = record;
    if (record.type === "characterData") texts.add(target);
    else if (record.type === "attributes") note(attributes, record);
    for (const node of record.addedNodes) if (!nodes.skipped(node)) touched.add(node);
    for (const node of record.removedNodes) if (!nodes.skipped(node)) touched.add(node);
  }
  const before = known.last;
  /** @param {Node} node @returns {boolean} */
  const old = (node) => known.of(node) > 0 && known.of(node) <= before;
  for (const node of touched) if (old(node)) ops.push({ o: "del", id: known.of(node) });
  for (const node of touched) if (!inDocument(node)) nodes.every(node, (gone) => known.forget(gone));
  place(touched, nodes, old, ops);
  for (const text of texts) if (old(text)) change(text, known, ops);
  for (const [element, names] of attributes) {
    if (!old(element)) continue;
    for (const [name, was] of names) {
      const value = clean(element, name, attributeOf(element, name));
      if (name !== nodes.mark && value !== clean(element, name, was)) ops.push({ o: "attr", id: known.of(element), name, value });
    }
  }
  return ops;
};

/**
 * @param {Set<Node>} touched @param {import("./nodes.js").Nodes} nodes
 * @param {(node: Node) => boolean} old @param {Op[]} ops
 */
const place = (touched, nodes, old, ops) => {
  const { known } = nodes;
  /** @type {Set<Node>} */
  const placed = new Set();
  /** @param {Node} node @returns {boolean} */
  const moved = (node) => {
    if (!old(node)) return false;
    placed.add(node);
    return true;
  };
  /** @param {Node} node @returns {boolean} it stands where it should, or can't stand anywhere */
  const done = (node) => placed.has(node) || (known.of(node) > 0 && !old(node));
  for (const first of touched) {
    // What comes after a node has to be there before it.
    /** @type {Node[]} */
    const row = [];
    for (let node = /** @type {Node | null} */ (first); node && touched.has(node) && !done(node); node = nodes.next(node)) row.push(node);
    for (let node = row.pop(); node; node = row.pop()) {
      const parent = parentOf(node);
      const id = parent ? known.of(parent) : 0;
      if (!id || done(node) || !inDocument(node)) continue;
      const next = nodes.next(node);
      const before = next ? known.of(next) : 0;
      if (moved(node)) ops.push({ o: "add", parent: id, before, node: { id: known.of(node) } });
      else nodes.tell(node, id, before, ops, moved);
    }
  }
};

/** @param {Node} text @param {import("./known.js").Known} known @param {Op[]} ops */
const change = (text, known, ops) => {
  const before = known.texts.get(text) ?? "";
  const after = mute(text) ? "" : dataOf(text);
  if (before === after) return;
  known.texts.set(text, after);
  const at = commonPrefix(before, after);
  let same = 0;
  const most = Math.min(before.length, after.length) - at;
  // What stands behind the change: told only where it is worth it, since it is looked for unit by unit.
  if (at < before.length) while (same < most && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same += 1;
  splice(known.of(text), at, before.length - at - same, after.slice(at, after.length - same), ops);
};

/** @param {MutationRecord} record @returns {string} the attribute's name as markup has it */
const nameOf = (record) => {
  const name = record.attributeName ?? "";
  if (!record.attributeNamespace) return name;
  const found = /** @type {Element} */ (record.target).getAttributeNodeNS(record.attributeNamespace, name);
  return found?.name ?? (record.attributeNamespace.endsWith("/xlink") ? `xlink:${name}` : name);
};

/** @param {Map<Element, Map<string, string | null>>} found @param {MutationRecord} record */
const note = (found, record) => {
  const element = /** @type {Element} */ (record.target);
  let names = found.get(element);
  if (!names) found.set(element, names = new Map());
  const name = nameOf(record);
  if (!names.has(name)) names.set(name, record.oldValue);
};
