/**
 * Runs in a block's frame: draws the blocks that the page's script sends, and reports what the user does. The frame
 * has no address and a sandbox, so the page's styles, fonts, scripts and searches do not reach it (DESIGN, section 12).
 */
import { mark, t } from "../platform/language.js";
import { create } from "../platform/captured_dom.js";
import { fitIn } from "./block_dom.js";
import { ClickGuard, appeared, boxOf, frameGap, untilWatched, watchClosely } from "./click_guard.js";
import { beginDocument } from "./face_document.js";
import { FunctionBlock } from "./function_block.js";
import { StripBar, stripKey } from "./strip_bar.js";

/** @typedef {import("./face_protocol.js").ToFace} ToFace */
/** @typedef {import("./face_protocol.js").FromFace} FromFace */

/** What a look at a block finds that is not there. */
const GONE = { shown: false, covered: false, boxes: [], whole: null };

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
      hover: (over) => {
        if (over) watchClosely();
        this.#send({ k: "hover", over });
      },
      signal,
    });
    document.documentElement.addEventListener("pointermove", () => watchClosely(), { passive: true, signal });
    document.documentElement.addEventListener(
      "wheel",
      (event) => {
        if (event.isTrusted && !scrollsWithin(event)) this.#send({ k: "wheel", x: event.deltaX, y: event.deltaY });
      },
      { passive: true, signal },
    );
    this.sizes = new ResizeObserver(() => this.#measure());
    this.sizes.observe(this.list);
    const handlers = this.#handlers();
    port.onmessage = ({ data }) =>
      /** @type {(message: ToFace) => void} */ (handlers[/** @type {ToFace} */ (data).k])(data);
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

  /** @returns {{ [M in ToFace as M["k"]]: (message: M) => void }} the actions for the messages */
  #handlers() {
    const block = (/** @type {string} */ id) => this.blocks.get(id);
    return {
      begin: ({ around, room, hasPanel }) => {
        this.#clear();
        this.hasPanel = hasPanel;
        fitIn(this.list, around);
        this.#setRoom(room);
      },
      show: ({ snapshot, index }) => this.#show(snapshot, index),
      view: ({ id, view }) => this.#update(block(id), view),
      last: ({ id, last }) => {
        const known = block(id);
        if (known) known.folding.last = last;
      },
      together: ({ id, ids }) => block(id)?.offerTogether(ids),
      judge: ({ id, number, at }) => {
        void untilWatched().then((watched) => {
          const { why, boxes } = block(id)?.together.judge(at) ?? { why: mark("it is gone"), boxes: [] };
          this.#send({ k: "judged", number, why: watched ? why : "unseen", boxes });
        });
      },
      look: ({ id, number, atOnce }) => {
        const answer = (/** @type {boolean} */ watched) => {
          const { shown, covered, boxes, whole } = block(id)?.look() ?? GONE;
          this.#send({ k: "looked", number, shown: shown && watched, covered, boxes, whole, gap: frameGap() });
        };
        const watched = untilWatched();
        if (atOnce) answer(false);
        else void watched.then(answer);
      },
      alert: () => watchClosely(),
      append: ({ id, key, text, done }) => block(id)?.append(key, text, done),
      drop: ({ id }) => {
        block(id)?.dispose();
        this.blocks.delete(id);
      },
      clear: () => this.#clear(),
      around: ({ around }) => fitIn(this.list, around),
      room: ({ height }) => this.#setRoom(height),
      refuse: ({ id, action, why }) => block(id)?.refuse(action, why),
      raw: ({ id, text }) => block(id)?.showRaw(text),
      appeared: () => appeared(),
      drawn: ({ number }) => {
        this.#measure();
        // The observer does not know of this measurement: it would be silent if the height it last saw came back.
        this.sizes.unobserve(this.list);
        this.sizes.observe(this.list);
        this.#send({ k: "drawn", number, height: this.height });
      },
      // A press is judged after the browser's frames of a while have been looked at (click_guard.js).
      decided: ({ number }) => void untilWatched().then(() => this.#send({ k: "decided", number })),
      where: ({ number, id, part }) => this.#send({ k: "where", number, box: this.#where(id, part) }),
    };
  }

  /** @param {number} height  in pixels, at most for a block */
  #setRoom(height) {
    this.list.style.setProperty("--room", `${height}px`);
  }

  /** @param {FunctionBlock | undefined} block @param {import("../protocol.js").BlockView} view */
  #update(block, view) {
    const before = block?.state();
    block?.draw(view);
    if (block && block.state() !== before) this.announcer.textContent = block.state();
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
      block = new FunctionBlock(id, this.#wires(id), { Guard: ClickGuard, hasPanel: this.hasPanel });
      this.blocks.set(id, block);
      this.list.insertBefore(block.block, this.list.children[index] ?? null);
    }
    block.restore(snapshot);
  }

  /** @param {string} id  of a block @returns {import("./face_protocol.js").Wires} */
  #wires(id) {
    return {
      press: (action, nonce, pointed, values) =>
        this.#send({ k: "press", id, action, nonce, pointed, ...(values ? { values } : {}) }),
      together: (pointed, ids) => this.#send({ k: "together", id, pointed, ids }),
      readable: (readable) => this.#send({ k: "readable", id, readable }),
      typed: (values) => this.#send({ k: "typed", id, values }),
      down: (pointed) => this.#send({ k: "down", id, pointed }),
      unseen: (action, pointed) => this.#send({ k: "unseen", id, action, pointed }),
      sight: (covered) => this.#send({ k: "sight", id, covered }),
      answered: (why) => this.#send({ k: "answered", id, why }),
      touch: () => this.#send({ k: "touch", id }),
      raw: () => this.#send({ k: "raw", id }),
      held: (height) => this.#send({ k: "held", id, height }),
      ui: (open, touched) => this.#send({ k: "ui", id, open, touched }),
    };
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
