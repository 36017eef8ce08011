/**
 * The DOM's getters and methods, captured before any other script runs. A page's `<form>` children shadow the
 * properties of their form (`form.parentNode` may be an input) even in an isolated world; these can't be shadowed.
 */

/**
 * @param {object} proto
 * @param {string} name
 * @returns {(node: Node) => any}
 */
export const getter = (proto, name) => {
  const get = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(proto, name)).get;
  const call = Function.prototype.call.bind(/** @type {() => any} */ (get));
  return (node) => call(node);
};

/** @type {(node: Node) => (Node & ParentNode) | null} */
export const parentOf = getter(Node.prototype, "parentNode");
/** @type {(node: Node) => ChildNode | null} */
export const firstOf = getter(Node.prototype, "firstChild");
/** @type {(node: Node) => ChildNode | null} */
export const lastOf = getter(Node.prototype, "lastChild");
/** @type {(node: Node) => ChildNode | null} */
export const nextOf = getter(Node.prototype, "nextSibling");
/** @type {(node: Node) => ChildNode | null} */
export const previousOf = getter(Node.prototype, "previousSibling");
/** @type {(node: Node) => Element | null} */
export const nextElementOf = getter(Element.prototype, "nextElementSibling");
/** @type {(node: Node) => Element | null} */
export const firstElementOf = getter(Element.prototype, "firstElementChild");
/** @type {(node: Node) => Element | null} */
export const lastElementOf = getter(Element.prototype, "lastElementChild");
/** @type {(node: Node) => Element | null} */
export const previousElementOf = getter(Element.prototype, "previousElementSibling");
/** @type {(node: Node) => number} */
export const scrollTopOf = getter(Element.prototype, "scrollTop");
/** @type {(node: Node) => number} */
export const scrollHeightOf = getter(Element.prototype, "scrollHeight");
/** @type {(node: Node) => number} */
export const clientHeightOf = getter(Element.prototype, "clientHeight");
/** @type {(node: Node) => number} */
export const typeOf = getter(Node.prototype, "nodeType");
/** @type {(node: Node) => boolean} */
export const isConnected = getter(Node.prototype, "isConnected");
/** @type {(node: Node) => string} */
export const textOf = getter(Node.prototype, "textContent");
/** @type {(node: Node) => string} */
export const localNameOf = getter(Element.prototype, "localName");
/** @type {(node: Node) => string | null} */
export const namespaceOf = getter(Element.prototype, "namespaceURI");
/** @type {(node: Node) => Iterable<Attr>} */
export const attributesOf = getter(Element.prototype, "attributes");
/** @type {(node: Node) => ShadowRoot | null} */
export const shadowOf = getter(Element.prototype, "shadowRoot");
/** @type {(node: Node) => HTMLCollection} a live collection slows down later DOM changes: use `childCountOf` to count */
export const childrenOf = getter(Element.prototype, "children");
/** @type {(node: Node) => number} */
export const childCountOf = getter(Element.prototype, "childElementCount");
/** @type {(node: Node) => NodeList} */
export const childrenIn = getter(Node.prototype, "childNodes");
/** @type {(node: Node) => number} */
export const lengthOf = getter(CharacterData.prototype, "length");
/** @type {(node: Node) => string} */
export const dataOf = getter(CharacterData.prototype, "data");

const doc = document;

/**
 * A method of the document that `<form name="createElement">` can't shadow.
 * @template {keyof Document} K
 * @param {K} name
 * @returns {Document[K]}
 */
export const ofDocument = (name) => /** @type {any} */ (Document.prototype)[name].bind(doc);

const createElement = ofDocument("createElement");
/** @type {(name: string) => HTMLElement} */
export const create = (name) => createElement(name);
export const createText = ofDocument("createTextNode");
export const createRange = ofDocument("createRange");
export const createWalker = ofDocument("createTreeWalker");
/** @type {(path: string) => (node: Node) => number} a count by XPath creates no wrapper object per node, unlike a walk */
export const counter = (path) => {
  const expression = ofDocument("createExpression")(`count(${path})`, null);
  return (node) => expression.evaluate(node, XPathResult.NUMBER_TYPE, null).numberValue;
};
export const elementAt = ofDocument("elementFromPoint");
export const elementsAt = ofDocument("elementsFromPoint");
const execCommand = ofDocument("execCommand");
/** @param {string} command @param {string} value @returns {boolean} */
export const execute = (command, value = "") => execCommand(command, false, value);
const createEvent = ofDocument("createEvent");
/** The event that a browser fires between `beforeinput` and the insertion; it has no constructor. @param {string} text @returns {Event} */
export const createTextEvent = (text) => {
  const event = /** @type {any} */ (createEvent("TextEvent"));
  event.initTextEvent("textInput", true, true, window, text);
  return event;
};
const readyState = getter(Document.prototype, "readyState");
/** @type {() => DocumentReadyState} */
export const ready = () => readyState(doc);
const documentElement = getter(Document.prototype, "documentElement");
/** @type {() => HTMLElement} */
export const rootElement = () => documentElement(doc);
const visibility = getter(Document.prototype, "visibilityState");
/** @type {() => boolean} */
export const hidden = () => visibility(doc) === "hidden";
/** @type {(node: Node) => Node} */
export const rootOf = Function.prototype.call.bind(Node.prototype.getRootNode);
/** @type {(element: Element, selector: string) => Element | null} */
export const closest = Function.prototype.call.bind(Element.prototype.closest);
/** @type {(element: Element, selector: string) => boolean} */
export const matches = Function.prototype.call.bind(Element.prototype.matches);
/** @type {(element: Element, name: string) => string | null} */
export const attributeOf = Function.prototype.call.bind(Element.prototype.getAttribute);
/** @type {(element: Element) => boolean} */
export const hasAttributes = Function.prototype.call.bind(Element.prototype.hasAttributes);
/** @type {(parent: Node, other: Node | null) => boolean} */
export const contains = Function.prototype.call.bind(Node.prototype.contains);
/** @type {(parent: Node, node: Node, before: Node | null) => Node} */
export const insertBefore = Function.prototype.call.bind(Node.prototype.insertBefore);
/** @type {(node: Element) => void} */
export const remove = Function.prototype.call.bind(Element.prototype.remove);
/** @type {(node: Element) => DOMRect} */
export const rectOf = Function.prototype.call.bind(Element.prototype.getBoundingClientRect);
/** @type {(element: Element, options?: CheckVisibilityOptions) => boolean} */
export const checkVisibility = Function.prototype.call.bind(Element.prototype.checkVisibility);
/** @type {(element: Element, options: ScrollIntoViewOptions) => void} */
export const scrollIntoView = Function.prototype.call.bind(Element.prototype.scrollIntoView);
/** @type {(node: Node, offset: number, count: number) => string} */
export const substring = Function.prototype.call.bind(CharacterData.prototype.substringData);
/** @type {(a: Node, b: Node) => number} */
export const comparePosition = Function.prototype.call.bind(Node.prototype.compareDocumentPosition);

/** @param {Node} root @returns {Document | DocumentFragment | Element} the prototype that has the methods for its type */
const parentProto = (root) => {
  const kind = typeOf(root);
  return kind === 9 ? Document.prototype : kind === 11 ? DocumentFragment.prototype : Element.prototype;
};

/**
 * @param {Node} root a document, an element or a shadow root
 * @param {string} selector
 * @returns {Iterable<Element>}
 */
export const all = (root, selector) => parentProto(root).querySelectorAll.call(/** @type {any} */ (root), selector);

/** @type {(root: Node, selector: string) => Element | null} */
export const one = (root, selector) => parentProto(root).querySelector.call(/** @type {any} */ (root), selector);

/** @param {Node} node @returns {(Node & ParentNode) | null} the node's parent, or the host of a shadow root */
export const parentOrHost = (node) => parentOf(node) ?? (node instanceof ShadowRoot ? node.host : null);

/** @param {Node} node @returns {node is Element} */
export const isElement = (node) => typeOf(node) === 1;

/** @param {Node} node @returns {boolean} */
export const isText = (node) => typeOf(node) === 3;
