/** Turns nodes into "add" operations: one for each node, parents first. */
import {
  createWalker,
  dataOf,
  firstOf,
  isElement,
  isText,
  localNameOf,
  nextOf,
  typeOf,
  namespaceOf,
  attributesOf,
} from "../platform/captured_dom.js";
import { clean, mute } from "./sanitizer.js";

/** @type {Record<string, "svg" | "math">} */
const SPACES = { "http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1998/Math/MathML": "math" };
/** @param {Element} element @returns {"svg" | "math" | undefined} */
export const spaceOf = (element) => SPACES[namespaceOf(element) ?? ""];
/** Longer texts are split into pieces of this many UTF-16 units. */
const PIECE = 150_000;

/** @typedef {import("./recording_types.js").Op} Op @typedef {import("./recording_types.js").NodeData} Fresh */

export class NodeSerializer {
  /**
   * @param {object} parts
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {import("./node_ids.js").NodeIds} parts.known
   * @param {import("./form_values.js").FormValues} parts.boxes
   * @param {(root: ShadowRoot) => void} parts.watch  called with each open shadow root when it is recorded
   * @param {string} parts.mark
   */
  constructor({ hosts, known, boxes, watch, mark }) {
    this.hosts = hosts;
    this.known = known;
    this.boxes = boxes;
    this.watch = watch;
    this.mark = mark;
    /** @param {Node} node @returns {boolean} whether the node was recorded before */
    this.old = (node) => {
      if (!known.of(node)) return false;
      this.returned(node);
      return true;
    };
  }

  /** @param {Node} node @returns {boolean} whether the node is not recorded */
  skipped(node) {
    if (this.known.of(node)) return false;
    const type = typeOf(node);
    if (type !== 1) return type !== 3 && type !== 8 && type !== 10;
    const tag = localNameOf(node);
    // Overlay's host elements are `div`s.
    return tag === "noscript" || (tag === "div" && this.hosts.isOwn(/** @type {Element} */ (node)));
  }

  /** @param {Node} node @returns {Node | null} the next sibling that is recorded */
  next(node) {
    return this.#recorded(nextOf(node));
  }

  /** @param {Node} node @returns {Node | null} the first child that is recorded */
  first(node) {
    return this.#recorded(firstOf(node));
  }

  /** @param {Node | null} node */
  #recorded(node) {
    while (node && this.skipped(node)) node = nextOf(node);
    return node;
  }

  /**
   * @param {Node} node  a recorded node that the page moved, or removed and inserted again
   */
  returned(node) {
    if (!this.known.away.has(node)) return;
    this.known.away.delete(node);
    this.every(node, (one) => this.boxes.restored(one));
  }

  /**
   * Records a node and its descendants in document order.
   * @param {Node} top  not recorded yet
   * @param {number} parent @param {number} before  0: at the end
   * @param {Op[]} ops  the operations are appended to it
   * @param {(node: Node) => boolean} [moved]  whether a node is already recorded, so that only its move is added
   */
  serialize(top, parent, before, ops, moved = this.old) {
    let id = this.one(top, parent, before, ops);
    if (!isElement(top)) return;
    this.#root(top, id, ops, moved);
    /** The nodes to continue with, and the ids of their parents. @type {[Node | null, number][]} */
    const above = [];
    let node = /** @type {Node | null} */ (firstOf(top));
    for (;;) {
      if (!node) {
        const back = above.pop();
        if (!back) return;
        [node, id] = back;
        continue;
      }
      const next = /** @type {Node | null} */ (nextOf(node));
      if (this.skipped(node)) {
        node = next;
      } else if (moved(node)) {
        ops.push({ o: "add", parent: id, before: 0, node: { id: this.known.of(node) } });
        node = next;
      } else {
        const own = this.one(node, id, 0, ops);
        if (isElement(node)) {
          this.#root(node, own, ops, moved);
          above.push([next, id]);
          id = own;
          node = firstOf(node);
        } else {
          node = next;
        }
      }
    }
  }

  /** @param {Element} element @param {number} id @param {Op[]} ops @param {(node: Node) => boolean} moved */
  #root(element, id, ops, moved) {
    const root = this.hosts.pageRoot(element);
    if (root) this.root(root, id, ops, moved);
  }

  /**
   * @param {ShadowRoot} root @param {number} host @param {Op[]} ops @param {(node: Node) => boolean} [moved]
   */
  root(root, host, ops, moved = this.old) {
    const id = this.known.give(root);
    ops.push({ o: "root", id: host, root: id, sheets: this.sheets(root) });
    this.watch(root);
    for (let kid = /** @type {Node | null} */ (firstOf(root)); kid; kid = nextOf(kid)) {
      if (this.skipped(kid)) continue;
      if (moved(kid)) ops.push({ o: "add", parent: id, before: 0, node: { id: this.known.of(kid) } });
      else this.serialize(kid, id, 0, ops, moved);
    }
  }

  /**
   * @param {Document | ShadowRoot} root
   * @param {(sheet: CSSStyleSheet) => string} [as]
   * @returns {string[]} the texts of its adopted style sheets, without overlay's sheet
   */
  sheets(root, as = textOfSheet) {
    return root.adoptedStyleSheets.filter((sheet) => sheet !== this.hosts.rule).map(as);
  }

  /** @param {Node} node  visited with its descendants, open shadow roots included @param {(node: Node) => void} then */
  every(node, then) {
    const walker = createWalker(node);
    for (let at = /** @type {Node | null} */ (node); at; at = walker.nextNode()) {
      then(at);
      const root = isElement(at) ? this.hosts.pageRoot(at) : null;
      if (root) this.every(root, then);
    }
  }

  /** @param {Node} node @param {number} parent @param {number} before @param {Op[]} ops @returns {number} */
  one(node, parent, before, ops) {
    const id = this.known.give(node);
    if (isElement(node)) {
      ops.push({ o: "add", parent, before, node: this.#element(node, id) });
      return id;
    }
    if (typeOf(node) === 10) {
      ops.push({ o: "add", parent, before, node: { id, doctype: /** @type {DocumentType} */ (node).name } });
      return id;
    }
    const data = mute(node) ? "" : dataOf(node);
    const first = data.slice(0, PIECE);
    ops.push({ o: "add", parent, before, node: isText(node) ? { id, text: first } : { id, comment: first } });
    if (data.length > PIECE) splice(id, PIECE, 0, data.slice(PIECE), ops);
    return id;
  }

  /** @param {Element} element @param {number} id @returns {Fresh} */
  #element(element, id) {
    /** @type {Fresh} */
    const data = { id, tag: localNameOf(element) };
    const ns = spaceOf(element);
    if (ns) data.ns = ns;
    const attrs = this.attributes(element);
    if (attrs.length) data.attrs = attrs;
    const value = this.boxes.initial(element);
    if (value !== undefined) data.value = value;
    return data;
  }

  /** @param {Element} element @returns {[string, string][]} the names and values of the attributes that are recorded */
  attributes(element) {
    /** @type {[string, string][]} */
    const attrs = [];
    for (const { name, value } of attributesOf(element)) {
      const kept = name === this.mark ? null : clean(element, name, value);
      if (kept !== null) attrs.push([name, kept]);
    }
    return attrs;
  }
}

/**
 * @param {number} id @param {number} at @param {number} cut @param {string} text @param {Op[]} ops
 */
export const splice = (id, at, cut, text, ops) => {
  for (let from = 0; from < text.length || (cut && !from); from += PIECE) {
    ops.push({ o: "text", id, at: at + from, cut: from ? 0 : cut, text: text.slice(from, from + PIECE) });
  }
};

/** @param {CSSStyleSheet} sheet @returns {string} */
export const textOfSheet = (sheet) => {
  try {
    return [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
  } catch {
    return "";
  }
};
