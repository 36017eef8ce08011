/** Builds the recorded page and applies its steps, without anything that could run script or load another document. */
import { RecordedTree } from "./recorded_tree.js";
import { kept, silent } from "./replay_sanitizer.js";
import {
  childrenIn,
  createText,
  getter,
  insertBefore,
  localNameOf,
  ofDocument,
  parentOf,
  shadowOf,
} from "../platform/captured_dom.js";

/** @typedef {import("./replay_types.js").Tree} Tree */

/** @type {(parent: Node, node: Node) => Node} */
const removeFrom = Function.prototype.call.bind(Node.prototype.removeChild);
/** @type {(element: Element, name: string, value: string) => void} */
const setAttribute = Function.prototype.call.bind(Element.prototype.setAttribute);
/** @type {(element: Element, space: string, name: string, value: string) => void} */
const setAttributeIn = Function.prototype.call.bind(Element.prototype.setAttributeNS);
/** @type {(element: Element, attribute: Attr) => void} */
const setAttributeNode = Function.prototype.call.bind(Element.prototype.setAttributeNode);
/** @type {(element: Element, name: string) => void} */
const removeAttribute = Function.prototype.call.bind(Element.prototype.removeAttribute);
/** @type {(element: Element) => ShadowRoot} */
const attachShadow = (element) => Element.prototype.attachShadow.call(element, { mode: "open" });
const createElement = ofDocument("createElementNS");
const createComment = ofDocument("createComment");
const implementation = getter(Document.prototype, "implementation");
/** @type {(name: string) => DocumentType} */
const createDoctype = (name) => implementation(document).createDocumentType(name, "", "");

/** The id of a document itself. */
const DOCUMENT = 1;
/** @type {Record<string, string>} */
const SPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
const HTML = "http://www.w3.org/1999/xhtml";
/** @type {Record<string, string>} */
const PREFIXES = { xlink: "http://www.w3.org/1999/xlink", xml: "http://www.w3.org/XML/1998/namespace" };

export class Builder {
  /** @param {() => void} maySend  called when the user may have sent what the message box holds */
  constructor(maySend) {
    this.maySend = maySend;
    /** @type {Map<number, Node>} */
    this.nodes = new Map([[DOCUMENT, /** @type {Node} */ (document)]]);
    /** The style sheets created here, by document or shadow root. @type {WeakMap<Node, CSSStyleSheet[]>} */
    this.sheets = new WeakMap();
    /** @type {WeakSet<CSSStyleSheet>} */
    this.made = new WeakSet();
    /** The rules that script inserted into `style` elements, by element id. @type {Map<number, CSSStyleSheet[]>} */
    this.ruled = new Map();
    this.recorded = new RecordedTree([]);
    this.built = false;
  }

  /** @param {import("./replay_types.js").Opened} opened */
  build({ tree, sheets }) {
    this.built = true;
    this.recorded = new RecordedTree(tree);
    for (const node of [...childrenIn(document)]) removeFrom(document, node);
    for (const node of tree) insertBefore(document, this.#make(node), null);
    this.#adopt(document, sheets);
  }

  /** @param {import("./replay_types.js").PackedOp} packed */
  apply(packed) {
    for (const op of this.recorded.plain(packed)) {
      this.recorded.apply(op);
      this.#apply(op);
    }
  }

  /** @param {import("./replay_types.js").Op} op */
  #apply(op) {
    switch (op.o) {
      case "add": {
        const before = op.before ? this.#node(op.before) : null;
        insertBefore(this.#node(op.parent), this.#make(op.node), before);
        break;
      }
      case "del": {
        const node = this.#node(op.id);
        const parent = parentOf(node);
        if (parent) removeFrom(parent, node);
        break;
      }
      case "text": {
        const node = this.#node(op.id);
        if (node instanceof CharacterData) splice(node, op);
        break;
      }
      case "attr": {
        const element = this.#element(op.id);
        if (typeof op.value === "string" && kept(localNameOf(element), op.name, op.value))
          put(element, op.name, op.value);
        else removeAttribute(element, op.name);
        break;
      }
      case "value": {
        fill(this.#element(op.id), op.value);
        break;
      }
      case "shadow": {
        this.#attach(this.#element(op.id), op.shadow);
        break;
      }
      case "sheets": {
        if (op.id) this.ruled.set(op.id, this.#sheetsOf(op.sheets));
        this.#adopt(document, op.id ? undefined : op.sheets);
        break;
      }
      case "sent": {
        this.maySend();
        break;
      }
      case "url": {
        if (location.protocol.startsWith("http")) history.replaceState(null, "", op.url);
        break;
      }
    }
  }

  /** @param {number} id @returns {Node} */
  #node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`there is no node ${id}`);
    return node;
  }

  /** @param {number} id @returns {Element} */
  #element(id) {
    const node = this.#node(id);
    if (!(node instanceof Element)) throw new Error(`node ${id} is not an element`);
    return node;
  }

  /** @param {Tree} tree @returns {Node} */
  #make(tree) {
    const node = this.#bare(tree);
    this.nodes.set(tree.id, node);
    if (!(node instanceof Element) || tree.tag === undefined) return node;
    for (const [name, value] of tree.attrs ?? []) if (kept(tree.tag, name, value)) put(node, name, value);
    if (tree.shadow) this.#attach(node, tree.shadow);
    for (const kid of tree.kids ?? []) {
      const made = this.#make(kid);
      if (!(silent(tree.tag) && made instanceof CharacterData)) insertBefore(node, made, null);
    }
    if (tree.value !== undefined) fill(node, tree.value);
    return node;
  }

  /** @param {Tree} tree @returns {Node} */
  #bare({ id, tag, ns, text, comment, doctype }) {
    if (text !== undefined) return createText(text);
    if (comment !== undefined) return createComment(comment);
    if (doctype !== undefined) return createDoctype(doctype);
    if (tag === undefined) return this.#node(id);
    if (silent(tag)) return inert(tag, ns);
    try {
      return createElement(ns ? (SPACES[ns] ?? HTML) : HTML, tag);
    } catch {
      // The HTML parser accepts element names that `createElementNS` rejects.
      return parsed(`<${tag}>`) ?? createElement(HTML, "unknown");
    }
  }

  /** @param {Element} element @param {import("./replay_types.js").Root} shadow */
  #attach(element, shadow) {
    const root = shadowOf(element) ?? attachShadow(element);
    this.nodes.set(shadow.id, root);
    for (const kid of shadow.kids ?? []) insertBefore(root, this.#make(kid), null);
    this.#adopt(root, shadow.sheets ?? []);
  }

  /** Sets the adopted style sheets; overlay's own sheet is kept. @param {Document | ShadowRoot} root @param {string[]} [texts] */
  #adopt(root, texts) {
    const foreign = root.adoptedStyleSheets.filter((sheet) => !this.made.has(sheet));
    if (texts) this.sheets.set(root, this.#sheetsOf(texts));
    const ruled = root === document ? [...this.ruled.values()].flat() : [];
    root.adoptedStyleSheets = [...ruled, ...(this.sheets.get(root) ?? []), ...foreign];
  }

  /** @param {string[]} texts */
  #sheetsOf(texts) {
    return texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      this.made.add(sheet);
      return sheet;
    });
  }
}

/** @param {CharacterData} node @param {{ at: number, cut: number, text: string }} splice */
const splice = (node, { at, cut, text }) => {
  if (at === node.length && !cut) node.appendData(text);
  else node.replaceData(at, cut, text);
};

/**
 * Makes an element whose text is code. A `script` element created by fragment parsing never runs (HTML standard).
 * @param {string} tag @param {string | undefined} ns
 */
const inert = (tag, ns) =>
  /** @type {Node} */ (ns === "svg" ? parsed(`<svg><${tag}></${tag}></svg>`)?.firstChild : parsed(`<${tag}></${tag}>`));

/** @param {string} text @returns {Element | null} the first element that the HTML parser creates from it */
const parsed = (text) => {
  const template = /** @type {HTMLTemplateElement} */ (createElement(HTML, "template"));
  template.innerHTML = text;
  const made = template.content.firstElementChild;
  return made && document.adoptNode(made);
};

/** @param {Element} element @param {string} name @param {string} value */
const put = (element, name, value) => {
  const space = PREFIXES[name.split(":")[0] ?? ""];
  try {
    if (space && name.includes(":")) setAttributeIn(element, space, name, value);
    else setAttribute(element, name, value);
  } catch {
    const [attribute] = parsed(`<i ${name}>`)?.attributes ?? [];
    if (!attribute) return;
    const copy = /** @type {Attr} */ (attribute.cloneNode());
    copy.value = value;
    setAttributeNode(element, copy);
  }
};

/** @param {Element} element @param {string} value */
const fill = (element, value) => {
  if (element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type))
    element.checked = value === "true";
  else if (element instanceof HTMLInputElement && element.type === "file") return;
  else if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
    element.value = value;
};
