/** The DOM's own getters: the fields of a recorded `<form>` stand in the place of its properties. */

/**
 * @param {object} proto
 * @param {string} name
 * @returns {(node: Node) => any}
 */
const getter = (proto, name) => Function.prototype.call.bind(/** @type {any} */ (Object.getOwnPropertyDescriptor(proto, name)).get);

/** @type {(node: Node) => Iterable<ChildNode>} */
export const kidsOf = getter(Node.prototype, "childNodes");
/** @type {(node: Node) => Node | null} */
export const parentOf = getter(Node.prototype, "parentNode");
/** @type {(node: Node) => string} */
export const tagOf = getter(Element.prototype, "localName");
/** @type {(node: Node) => string | null} */
export const spaceOf = getter(Element.prototype, "namespaceURI");
/** @type {(node: Node) => Iterable<Attr>} */
export const attributesOf = getter(Element.prototype, "attributes");
/** @type {(node: Node) => ShadowRoot | null} */
export const shadowOf = getter(Element.prototype, "shadowRoot");
/** @type {(parent: Node, node: Node, before: Node | null) => Node} */
export const insert = Function.prototype.call.bind(Node.prototype.insertBefore);
/** @type {(parent: Node, node: Node) => Node} */
export const removeFrom = Function.prototype.call.bind(Node.prototype.removeChild);
/** @type {(element: Element, name: string, value: string) => void} */
export const setAttribute = Function.prototype.call.bind(Element.prototype.setAttribute);
/** @type {(element: Element, space: string, name: string, value: string) => void} */
export const setAttributeIn = Function.prototype.call.bind(Element.prototype.setAttributeNS);
/** @type {(element: Element, attribute: Attr) => void} */
export const setAttributeNode = Function.prototype.call.bind(Element.prototype.setAttributeNode);
/** @type {(element: Element, name: string) => void} */
export const removeAttribute = Function.prototype.call.bind(Element.prototype.removeAttribute);
/** @type {(element: Element) => ShadowRoot} */
export const attachShadow = (element) => Element.prototype.attachShadow.call(element, { mode: "open" });

/**
 * @template {keyof Document} K
 * @param {K} name
 * @returns {Document[K]}
 */
const ofDocument = (name) => /** @type {any} */ (Document.prototype)[name].bind(document);

export const createElement = ofDocument("createElementNS");
export const createText = ofDocument("createTextNode");
export const createComment = ofDocument("createComment");
const implementation = getter(Document.prototype, "implementation");
/** @type {(name: string) => DocumentType} */
export const createDoctype = (name) => implementation(document).createDocumentType(name, "", "");
const readyState = getter(Document.prototype, "readyState");
/** @type {() => string} */
export const ready = () => readyState(document);
