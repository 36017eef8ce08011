/**
 * The conversation as nodes that are created once, one element per turn. A renderer draws the answer while it streams.
 *
 * @typedef {import("./api.js").Message} Message
 * @typedef {{ push: (delta: string) => void, end: () => void }} Renderer
 */

import { toFragment } from "./markdown.js";

export class Thread {
  /** @param {HTMLElement} root @param {new (body: HTMLElement) => Renderer} Renderer */
  constructor(root, Renderer) {
    this.root = root;
    this.Renderer = Renderer;
    /** @type {Renderer | null} */
    this.open = null;
  }

  /** Replaces all messages by these. @param {Message[]} messages */
  show(messages) {
    this.open = null;
    this.root.replaceChildren(...messages.map((message) => turn(message)));
  }

  /** @param {Message} message */
  add(message) {
    this.root.append(turn(message));
  }

  /** Begins an empty answer. @param {string} id */
  begin(id) {
    const element = turn({ id, role: "assistant", text: "" });
    this.root.append(element);
    this.open = new this.Renderer(/** @type {HTMLElement} */ (element.querySelector(".markdown")));
  }

  /** @param {string} delta */
  push(delta) {
    this.open?.push(delta);
  }

  end() {
    this.open?.end();
    this.open = null;
  }
}

/** @param {Message} message */
function turn({ id, role, text }) {
  const element = document.createElement("article");
  element.className = `turn ${role}`;
  element.dataset.turn = role;
  element.dataset.messageId = id;
  const body = document.createElement("div");
  if (role === "assistant") {
    body.className = "markdown";
    if (text) body.append(toFragment(text));
  } else {
    body.className = "bubble";
    body.textContent = text;
  }
  element.append(body);
  return element;
}
