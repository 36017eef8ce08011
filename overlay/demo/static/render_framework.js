/**
 * Render mode "framework": Preact renders the whole conversation from its state at every token. The open code card
 * gets a new key every 24 tokens, and all older cards at each new message, so that their nodes are replaced.
 *
 * @typedef {import("./api.js").Message} Message
 */

import { toFragment } from "./markdown.js";
import { h, render } from "./vendor/preact.js";

const RENEW_EVERY = 24;

export class FrameworkThread {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Message[]} */
    this.messages = [];
    this.generation = 0;
    this.pushes = 0;
  }

  /** @param {Message[]} messages */
  show(messages) {
    // The new conversation must not reuse nodes of the old one.
    render(null, this.root);
    this.messages = messages.map((message) => ({ ...message }));
    this.#draw();
  }

  /** @param {Message} message */
  add(message) {
    this.messages.push({ ...message });
    this.generation += 1;
    this.#draw();
  }

  /** @param {string} id */
  begin(id) {
    this.add({ id, role: "assistant", text: "" });
  }

  /** @param {string} delta */
  push(delta) {
    const last = this.messages[this.messages.length - 1];
    this.messages[this.messages.length - 1] = { ...last, text: last.text + delta };
    this.pushes += 1;
    this.#draw();
  }

  end() {
    this.#draw();
  }

  #draw() {
    const last = this.messages.length - 1;
    const turns = this.messages.map((message, index) => {
      const renewed = index === last ? Math.floor(this.pushes / RENEW_EVERY) : 0;
      return h(Turn, { key: message.id, message, edition: `${this.generation}.${renewed}` });
    });
    render(turns, this.root);
  }
}

/** @type {WeakMap<Message, { edition: string, nodes: any }>} */
const drawn = new WeakMap();

/** @param {{ message: Message, edition: string }} props */
function Turn({ message, edition }) {
  const { id, role, text } = message;
  const body =
    role === "user" ? h("div", { class: "bubble" }, text) : h("div", { class: "markdown" }, bodyOf(message, edition));
  return h("article", { class: `turn ${role}`, "data-turn": role, "data-message-id": id }, body);
}

/** Returns the tree of a message: the same object if nothing has changed, so that Preact skips it. */
function bodyOf(/** @type {Message} */ message, /** @type {string} */ edition) {
  const known = drawn.get(message);
  if (known?.edition === edition) return known.nodes;
  const nodes = children(toFragment(message.text), edition);
  drawn.set(message, { edition, nodes });
  return nodes;
}

/** @param {Node} parent @param {string} edition @returns {any[]} */
function children(parent, edition) {
  return [...parent.childNodes].map((node, index) => {
    if (!(node instanceof Element)) return node.textContent;
    /** @type {Record<string, string>} */
    const attributes = {};
    for (const { name, value } of node.attributes) attributes[name] = value;
    if (node.classList.contains("code-card")) attributes.key = `card-${index}-${edition}`;
    return h(node.localName, attributes, children(node, edition));
  });
}
