/**
 * Runs in a block's frame: draws the blocks that the page's script sends, and reports what the user does. The frame
 * has no address and a sandbox, so the page's styles, fonts, scripts and searches do not reach it (DESIGN, section 12).
 */
import { mark, t } from "../platform/language.js";
import { create } from "../platform/captured_dom.js";
import { fitIn } from "./block_dom.js";
import { ClickGuard, boxOf, creditSince } from "./click_guard.js";
import { beginDocument } from "./face_document.js";
import { FunctionBlock } from "./function_block.js";
import { StripBar, stripKey } from "./strip_bar.js";

/** @typedef {import("./face_protocol.js").ToFace} ToFace */
/** @typedef {import("./face_protocol.js").FromFace} FromFace */

/**
 * Waits for the port; each port begins with an empty document.
 * @param {string} key  a secret of overlay's script in the page
 * @param {string} language  the language code of the texts
 */
export const start = (key, language) => {
  /** @type {Face | StripBar | null} */
  let face = null;
  addEventListener("message", (event) => {
    const [port] = event.ports;
    if (![key, stripKey(key)].includes(event.data) || event.source !== parent || !port) return;
    face?.end();
    face = event.data === key ? new Face(port, language) : new StripBar(port, language);
  });
};

class Face {
  /** @param {MessagePort} port @param {string} language */
  constructor(port, language) {
    this.port = port;
    /** @type {Map<string, FunctionBlock>} */
    this.blocks = new Map();
    this.list = create("div");
    this.list.className = "blocks";
    this.height = -1;
    this.hasPanel = false;
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.announcer = beginDocument(this.list, {
      title: t("Tool call"),
      language,
      hover: (over) => this.#send({ k: "hover", over }),
      signal,
    });
    document.documentElement.addEventListener(
      "wheel",
      (event) => {
        if (event.isTrusted && !scrollsWithin(event)) this.#send({ k: "wheel", x: event.deltaX, y: event.deltaY });
      },
      { passive: true, signal },
    );
    this.sizes = new ResizeObserver(() => this.#measure());
    this.sizes.observe(this.list);
    port.onmessage = ({ data }) => this.#handle(data);
  }

  end() {
    this.controller.abort();
    this.sizes.disconnect();
    for (const block of this.blocks.values()) block.dispose();
    this.port.close();
  }

  /** @param {FromFace} message */
  #send(message) {
    this.port.postMessage(message);
  }

  #measure() {
    const height = Math.ceil(this.list.getBoundingClientRect().height);
    if (height === this.height) return;
    this.height = height;
    this.#send({ k: "size", height });
  }

  /** @param {ToFace} message */
  #handle(message) {
    switch (message.k) {
      case "begin": {
        this.#clear();
        this.hasPanel = message.hasPanel;
        fitIn(this.list, message.around);
        this.list.style.setProperty("--room", `${message.room}px`);
        break;
      }
      case "show": {
        this.#show(message.snapshot, message.index);
        break;
      }
      case "view": {
        const block = this.blocks.get(message.id);
        const before = block?.state();
        block?.draw(message.view);
        if (block && block.state() !== before) this.announcer.textContent = block.state();
        break;
      }
      case "last": {
        const block = this.blocks.get(message.id);
        if (block) block.last = message.last;
        break;
      }
      case "together": {
        this.blocks.get(message.id)?.offerTogether(message.ids);
        break;
      }
      case "judge": {
        const { why, boxes } = this.blocks.get(message.id)?.together.judge(message.at) ?? {
          why: mark("it is gone"),
          boxes: [],
        };
        this.#send({ k: "judged", number: message.number, why, boxes });
        break;
      }
      case "append": {
        this.blocks.get(message.id)?.append(message.key, message.text, message.done);
        break;
      }
      case "drop": {
        this.blocks.get(message.id)?.dispose();
        this.blocks.delete(message.id);
        break;
      }
      case "clear": {
        this.#clear();
        break;
      }
      case "around": {
        fitIn(this.list, message.around);
        break;
      }
      case "room": {
        this.list.style.setProperty("--room", `${message.height}px`);
        break;
      }
      case "refuse": {
        this.blocks.get(message.id)?.refuse(message.action, message.why);
        break;
      }
      case "raw": {
        this.blocks.get(message.id)?.showRaw(message.text);
        break;
      }
      case "seen": {
        creditSince(message.at - performance.timeOrigin);
        break;
      }
      case "drawn": {
        this.#measure();
        this.#send({ k: "drawn", number: message.number, height: this.height });
        break;
      }
      case "where": {
        this.#send({ k: "where", number: message.number, box: this.#where(message.id, message.part) });
        break;
      }
    }
  }

  #clear() {
    this.announcer.textContent = "";
    for (const block of this.blocks.values()) block.dispose();
    this.blocks.clear();
  }

  /** @param {import("./face_protocol.js").Snapshot} snapshot @param {number} index */
  #show(snapshot, index) {
    const { id } = snapshot;
    let block = this.blocks.get(id);
    if (!block) {
      block = new FunctionBlock(
        id,
        {
          press: (action, nonce, pointed, values) =>
            this.#send({ k: "press", id, action, nonce, pointed, ...(values ? { values } : {}) }),
          together: (pointed, ids) => this.#send({ k: "together", id, pointed, ids }),
          readable: (readable) => this.#send({ k: "readable", id, readable }),
          typed: (values) => this.#send({ k: "typed", id, values }),
          down: (pointed) => this.#send({ k: "down", id, pointed }),
          unseen: (action, pointed) => this.#send({ k: "unseen", id, action, pointed }),
          sight: (covered) => this.#send({ k: "sight", id, covered }),
          touch: () => this.#send({ k: "touch", id }),
          raw: () => this.#send({ k: "raw", id }),
          held: (height) => this.#send({ k: "held", id, height }),
          ui: (open, touched) => this.#send({ k: "ui", id, open, touched }),
        },
        { Guard: ClickGuard, hasPanel: this.hasPanel },
      );
      this.blocks.set(id, block);
      this.list.insertBefore(block.block, this.list.children[index] ?? null);
    }
    block.restore(snapshot);
  }

  /** @param {string} id @param {string} part @returns {import("./face_protocol.js").Box | null} */
  #where(id, part) {
    const block = this.blocks.get(id)?.block;
    const element = block && (part ? block.querySelector(`.${part}`) : block);
    return element ? boxOf(element) : null;
  }
}

/** @param {WheelEvent} event @returns {boolean} the event scrolls a part of the block */
const scrollsWithin = ({ target, deltaX, deltaY }) => {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    const [x, y] = [at.scrollLeft, at.scrollTop];
    if (/auto|scroll/.test(overflowY) && (deltaY < 0 ? y > 0 : deltaY > 0 && y + at.clientHeight < at.scrollHeight - 1))
      return true;
    if (/auto|scroll/.test(overflowX) && (deltaX < 0 ? x > 0 : deltaX > 0 && x + at.clientWidth < at.scrollWidth - 1))
      return true;
  }
  return false;
};
