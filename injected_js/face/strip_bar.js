/**
 * The strip near the chat's message box, drawn in its frame: it says that questions wait in the panel, or offers to
 * tell the model of a new chat about the tools. It never answers a question.
 */
import { t, toolsOf } from "../platform/language.js";
import { fitIn, make } from "./block_dom.js";
import { ClickGuard } from "./click_guard.js";
import { beginDocument } from "./face_document.js";
import { onPress } from "./trusted_press.js";
import { visible } from "./visible_text.js";

/** @typedef {import("./face_protocol.js").FromStrip} FromStrip */

/** @param {string} key  the frames' secret @returns {string} the secret of a message that makes a frame show the strip */
export const stripKey = (key) => `${key} strip`;

export class StripBar {
  /** @param {MessagePort} port @param {string} language */
  constructor(port, language) {
    this.port = port;
    this.drawn = "";
    this.controller = new AbortController();
    this.presses = new AbortController();
    const { signal } = this.controller;
    this.bar = make("div", "blocks strip");
    this.words = make("span", "strip-words");
    this.words.setAttribute("role", "heading");
    this.words.setAttribute("aria-level", "1");
    this.unread = make("div", "strip-unread");
    this.note = make("div", "guard-note");
    this.note.setAttribute("role", "alert");
    this.announcer = beginDocument(this.bar, {
      title: "overlay",
      language,
      hover: (over) => this.#send({ k: "hover", over }),
      signal,
    });
    this.guard = new ClickGuard(this.bar, signal);
    this.sizes = new ResizeObserver(() => {
      const { width, height } = this.bar.getBoundingClientRect();
      if (width && height) this.#send({ k: "size", width: Math.ceil(width), height: Math.ceil(height) });
    });
    port.onmessage = ({ data }) => this.#handle(data);
  }

  end() {
    this.controller.abort();
    this.presses.abort();
    this.sizes.disconnect();
    this.port.close();
  }

  /** @param {FromStrip} message */
  #send(message) {
    this.port.postMessage(message);
  }

  /** @param {import("./face_protocol.js").ToStrip} message */
  #handle(message) {
    if (message.k === "refuse") {
      this.#refuse(message.why);
      return;
    }
    fitIn(this.bar, message.around);
    this.bar.style.maxWidth = `${message.most}px`;
    this.#draw(message.strip);
    this.sizes.observe(this.bar);
  }

  /** @param {import("../protocol.js").Strip} strip */
  #draw(strip) {
    const { questions, tools, line, unread, found = "" } = strip;
    const now = JSON.stringify(strip);
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = this.bar.contains(document.activeElement);
    this.presses.abort();
    this.presses = new AbortController();
    this.bar.classList.toggle("waiting", questions > 0);
    this.words.textContent = questions
      ? questions === 1
        ? t("1 question waits")
        : t("{count} questions wait", { count: questions })
      : visible(found || line) || "overlay";
    this.note.textContent = "";
    const main = questions
      ? this.#button("question", t("Show the question"))
      : found
        ? this.#button("look", t("Look"))
        : tools
          ? this.#button("tell", t("Tell the model about {tools}", { tools: toolsOf(tools) }))
          : null;
    this.unread.textContent = visible(unread);
    const row = make("div", "strip-row");
    row.append(main ? this.words : this.unread, ...(main ? [main] : []), ...(questions ? [] : [this.#dismiss()]));
    this.bar.replaceChildren(...(main && unread ? [this.unread] : []), row, this.note);
    const said = questions || found || line || !main ? (main ? this.words : this.unread) : main;
    this.announcer.textContent = said.textContent;
    this.guard.watch(main ? [this.words, main] : []);
    if (focused) main?.focus();
  }

  /** @param {"question" | "tell" | "look"} action @param {string} words */
  #button(action, words) {
    const element = make("button", `${action}-button`, words);
    this.guard.guard(
      {
        element,
        read: () => [this.words],
        down: (pointed) => this.#send({ k: "down", pointed }),
        accept: (pointed) => {
          this.note.textContent = "";
          this.#send({ k: "press", action, pointed });
        },
        unseen: () => this.#send({ k: "unseen" }),
        refuse: (why) => this.#refuse(why),
      },
      this.presses.signal,
    );
    return element;
  }

  #dismiss() {
    const button = make("button", "dismiss-button", "✕");
    button.setAttribute("aria-label", t("Not in this chat"));
    button.title = t("Not in this chat");
    onPress(button, () => this.#send({ k: "press", action: "dismiss", pointed: null }), this.presses.signal);
    return button;
  }

  /** @param {string} why */
  #refuse(why) {
    this.note.textContent = t("Not done: {why}. Look at it, then click again.", { why: t(why) });
  }
}
