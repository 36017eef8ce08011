/** One frame in which blocks are drawn, as controlled by overlay's script in the page. */
import { mark, t } from "../platform/language.js";
import { HARMLESS } from "../face/block_buttons.js";
import { create, isConnected } from "../platform/captured_dom.js";
import { FaceLook } from "./face_look.js";
import { FaceQuestions } from "./face_questions.js";
import { areaOf } from "./frame_area.js";
import { bringIntoView, coverOf, isOutOfView, nameOf } from "./hidden_part.js";
import { isLast } from "./last_in_chat.js";
import { COVERED, POPUP, PressCheck } from "./press_check.js";
import { TopLayer } from "./top_layer.js";

/** A frame that is loaded more often than this within `HASTE` ms is not used for a while. */
const TRIES = 4;
const HASTE = 2000;
/** Ms in which a frame must answer. */
const ANSWER = 3000;
/** How many times as long again one that answered may take to draw its blocks. */
const PATIENCE = 5;

/** Ms after which overlay's script may not run in a frame that has not answered. */
export const SILENT = 700;

/** @typedef {import("./host_content.js").HostContent} HostContent */
/** @typedef {import("./block_state.js").BlockState} BlockState */
/** @typedef {import("../face/face_protocol.js").ToFace} ToFace */
/** @typedef {import("../face/face_protocol.js").FromFace} FromFace */

export class Face {
  /** @param {import("./face_pool.js").FacePool} pool */
  constructor(pool) {
    this.pool = pool;
    /** @type {HostContent | null} */
    this.content = null;
    /** @type {MessagePort | null} */
    this.port = null;
    this.height = 0;
    /** The frame has drawn its whole content. */
    this.drawn = false;
    this.floating = false;
    /** The number of the last message that asked whether it has drawn everything. */
    this.number = 0;
    this.questions = new FaceQuestions((message) => this.send(message));
    this.handlers = this.#handlers();
    /** @type {number[]} */
    this.begun = [];
    this.frame = /** @type {HTMLIFrameElement} */ (create("iframe"));
    this.frame.className = "face waiting";
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.setAttribute("title", t("Tool call"));
    this.frame.name = pool.key;
    // This element is moved and raised into the top layer. There it cuts off the parts of the frame that the page cuts off.
    this.wrapper = create("div");
    this.wrapper.className = "wrapper";
    this.wrapper.append(this.frame);
    // The frame loads again after each insertion into the page, except by `moveBefore`.
    this.frame.addEventListener("load", () => this.#begin());
    this.check = new PressCheck(this.frame, () => this.pressable(), {
      popups: pool.popups,
    });
    this.top = new TopLayer(this, () => pool.compare(this));
    this.look = new FaceLook(this);
    this.giveUp = 0;
    this.silent = 0;
    this.answered = false;
  }

  /** @returns {boolean} */
  pressable() {
    return this.content?.states.some((state) => state.pressable()) ?? false;
  }

  dispose() {
    clearTimeout(this.giveUp);
    clearTimeout(this.silent);
    this.top.dispose();
    this.check.dispose();
    this.port?.close();
    this.port = null;
    this.wrapper.remove();
    if (this.content?.face === this) this.content.face = null;
    this.content = null;
    this.questions.answerAll();
  }

  /** @param {HostContent} content */
  moveTo(content) {
    this.top.reset();
    const before = this.content;
    if (before && before !== content) before.releaseFace(this.drawn ? this.height : null);
    const same = before === content;
    this.content = content;
    content.face = this;
    this.floating = false;
    this.frame.style.cssText = "";
    this.wrapper.style.cssText = "";
    this.wrapper.className = "wrapper";
    if (!same) this.#wait();
    const place = /** @type {any} */ (content.place);
    try {
      if (isConnected(this.frame)) place.moveBefore(this.wrapper, null);
      else place.append(this.wrapper);
    } catch {
      place.append(this.wrapper);
    }
    if (same) this.resize(this.height);
    if (same && this.drawn) content.clearPlain();
    if (!same && this.port) this.#showAll();
    this.check.restart();
  }

  #wait() {
    this.drawn = false;
    this.frame.classList.add("waiting");
  }

  #begin() {
    const now = performance.now();
    this.begun = [...this.begun.filter((at) => now - at < HASTE), now];
    if (this.begun.length > TRIES) {
      this.pool.suspend(this);
      return;
    }
    this.#wait();
    if (this.content && !this.content.plain && this.begun.length > 1) this.content.drawPlain();
    this.#connect();
    clearTimeout(this.silent);
    this.silent = setTimeout(() => {
      if (!this.answered) this.pool.unstarted();
    }, SILENT);
  }

  /** overlay's script runs in the frames now: those that did not answer get another port. */
  restart() {
    if (this.port && !this.answered) this.#connect();
  }

  /** Passes a port to the document in the frame. */
  #connect() {
    this.answered = false;
    this.port?.close();
    this.questions.answerAll();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.#onMessage(data);
    this.frame.contentWindow?.postMessage(this.pool.key, "*", [port2]);
    this.#await(PATIENCE);
    this.#showAll();
  }

  /** Gives the frame up if it draws nothing. One that answers is only slow: it gets as long again, `times` times. @param {number} times */
  #await(times) {
    clearTimeout(this.giveUp);
    this.giveUp = setTimeout(() => {
      if (this.answered && times) this.#await(times - 1);
      else this.pool.unanswered(this);
    }, ANSWER);
  }

  #showAll() {
    const { content } = this;
    if (!content) return;
    this.send({ k: "begin", around: content.around, room: this.pool.room(), hasPanel: this.pool.hasPanel });
    for (const [index, state] of content.states.entries()) this.send({ k: "show", index, snapshot: state.snapshot() });
    this.#askDrawn();
  }

  /** @param {ToFace} message */
  send(message) {
    this.port?.postMessage(message);
  }

  /** @param {BlockState} state @param {number} index */
  show(state, index) {
    this.send({ k: "show", index, snapshot: state.snapshot() });
    this.check.look();
  }

  /** @param {string} id @param {import("../protocol.js").BlockView} view */
  update(id, view) {
    if (view.result && this.content) this.send({ k: "last", id, last: isLast(this.content, id, this.pool.hosts) });
    this.send({ k: "view", id, view });
    this.check.look();
    this.pool.together.soon();
    if (this.pool.inspectable) this.#askDrawn();
  }

  #askDrawn() {
    this.number += 1;
    this.send({ k: "drawn", number: this.number });
  }

  /** @param {string} id */
  drop(id) {
    this.send({ k: "drop", id });
    this.pool.together.soon();
  }

  /** @returns {{ [M in FromFace as M["k"]]: (message: M) => void }} the actions for the messages of the frame */
  #handlers() {
    const of = (/** @type {{ id: string }} */ { id }, /** @type {(state: BlockState) => void} */ act) => {
      const state = this.content?.states.find((one) => one.id === id);
      if (state) act(state);
    };
    return {
      drawn: (message) => this.#onDrawn(message.number, message.height),
      size: ({ height }) => this.resize(height),
      hover: ({ over }) => this.check.hover(over),
      sight: ({ id, covered }) => this.top.sight(id, covered),
      wheel: ({ x, y }) => {
        this.pool.scrolled();
        this.top.wheel(x, y);
      },
      down: ({ pointed }) => this.check.down(pointed),
      press: (message) => of(message, (state) => Object.assign(state, { pressed: this.#press(state, message) })),
      unseen: (message) =>
        of(message, (state) => {
          const why = this.refuse(state, message.action, this.#whyUnseen(message.pointed.boxes));
          state.pressed = Promise.resolve(why);
        }),
      answered: (message) => of(message, (state) => Object.assign(state, { pressed: Promise.resolve(message.why) })),
      touch: (message) => of(message, (state) => this.pool.press(state, "touch", "")),
      readable: (message) => {
        of(message, (state) =>
          Object.assign(state, { readable: message.readable, read: state.read || message.readable }),
        );
        this.pool.together.soon();
      },
      together: (message) =>
        of(message, (state) => Object.assign(state, { pressed: this.pool.together.press(this, state, message) })),
      decided: ({ number }) => this.questions.answer(number, null),
      looked: (message) => this.questions.answer(message.number, message),
      judged: (message) => this.questions.answer(message.number, message),
      typed: (message) => of(message, (state) => Object.assign(state, { draft: message.values })),
      raw: (message) => of(message, (state) => this.send({ k: "raw", id: state.id, text: state.raw() })),
      ui: (message) => of(message, (state) => state.fold(message.open, message.touched)),
      held: (message) => of(message, (state) => Object.assign(state, { held: message.height })),
      where: ({ number, box }) => this.questions.answer(number, box),
    };
  }

  /** @param {FromFace} message */
  #onMessage(message) {
    this.answered = true;
    /** @type {(message: FromFace) => void} */ (this.handlers[message.k])(message);
  }

  /** @param {number} number  of the question that the frame answers @param {number} height */
  #onDrawn(number, height) {
    if (number !== this.number) return;
    if (!this.drawn) this.#appear(height);
    // Benchmarks read from this attribute when a frame has drawn its blocks.
    if (this.pool.inspectable)
      this.frame.dataset.status = this.content?.states.map(({ view }) => view.status).join(" ");
  }

  /** @param {number} height */
  #appear(height) {
    clearTimeout(this.giveUp);
    this.pool.answered();
    this.drawn = true;
    this.resize(height);
    this.frame.classList.remove("waiting");
    this.send({ k: "appeared" });
    if (!this.floating) this.content?.clearPlain();
    this.check.restart();
  }

  /** @param {number} height */
  resize(height) {
    if (height !== this.height && isConnected(this.frame)) this.pool.resizing(this.frame);
    this.height = height;
    this.frame.style.height = `${height}px`;
  }

  /** @param {BlockState} state @param {{ action: import("../protocol.js").Action, nonce: string, pointed: import("../face/face_protocol.js").Pointed, values?: Record<string, string> }} press @returns {Promise<string>} why the press does not count, or "" */
  async #press(state, { action, nonce, pointed, values }) {
    if (HARMLESS.has(action)) {
      this.pool.press(state, action, nonce);
      return "";
    }
    const why = this.check.press(pointed) || (await this.objectionLater(pointed));
    if (why) return this.refuse(state, action, why === COVERED ? this.#whyUnseen(pointed.boxes) : why);
    this.pool.press(state, action, nonce, values);
    return "";
  }

  /** Waits until the frame has judged each press that has reached it. @returns {Promise<null>} */
  decided() {
    return this.questions.ask((number) => ({ k: "decided", number }), null);
  }

  /**
   * The checks of a press that need an answer of Python.
   * @param {import("../face/face_protocol.js").Pointed} pointed @returns {Promise<string>} why the press does not count, or ""
   */
  async objectionLater({ at, boxes }) {
    const now = at - performance.timeOrigin;
    if (!(await this.top.settled(boxes, now))) return COVERED;
    return (await this.pool.popups?.settled(now)) === false ? POPUP : "";
  }

  /**
   * Whether a press on another block may run this one too, by the same checks as for a press on its own button.
   * @param {string} id @param {number} at  time of the press, in ms since the epoch @returns {Promise<string>} the reason why not, or ""
   */
  async judge(id, at) {
    const gone = { why: mark("it is gone"), boxes: [] };
    const { why, boxes } = await this.questions.ask((number) => ({ k: "judge", number, id, at }), gone);
    if (why) return why;
    return this.check.objection({ at, boxes }) || this.objectionLater({ at, boxes });
  }

  /** @param {BlockState} state @param {import("../protocol.js").Action} action @param {string} why @returns {string} `why` */
  refuse(state, action, why) {
    if (state.view.countdown) this.pool.press(state, "touch", "");
    this.send({ k: "refuse", id: state.id, action, why });
    this.top.hurry();
    return why;
  }

  /** @param {import("../face/face_protocol.js").Box[]} boxes  of the parts that must be visible @returns {string} */
  #whyUnseen(boxes) {
    if (isOutOfView(this, boxes)) {
      bringIntoView(this, boxes);
      return mark("a part of the block was out of view. It has been scrolled there now");
    }
    const cover = coverOf(this, boxes);
    if (!cover) return mark("the page draws something over the block, fades it or cuts it off");
    this.pool.outline(cover);
    return `something of the page lies over the block: ${nameOf(cover)}, outlined for a moment`;
  }

  /**
   * @param {string} id @param {string} part
   * @returns {Promise<import("../face/face_protocol.js").Box | null>} its position, in pixels of the page
   */
  async where(id, part) {
    const box = await this.questions.ask((number) => ({ k: "where", number, id, part }), null);
    const { left: x = 0, top: y = 0, right = 0, bottom = 0 } = box ? areaOf(this.frame, box) : {};
    return box && { x, y, width: right - x, height: bottom - y };
  }
}
