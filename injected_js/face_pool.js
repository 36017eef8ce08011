/**
 * The frames that blocks are drawn in, a few for all hosts: those near the view have one, and it goes with the view.
 * A frame has no address and no name that the page could know, and is in a closed root: the page finds it by no means.
 */
import { create, isConnected, rectOf } from "./dom.js";
import { Floats } from "./floats.js";
import { PressCheck } from "./press_check.js";

const MOST = 16;
/** So many frames may begin anew within `HASTE` ms before they are left alone for a while. */
const TRIES = 4;
const HASTE = 2000;
const REST = 3000;
/** So many frames that do not answer, and no more are made in this document. */
const DEAD = 3;
/** A block takes at most this part of the view, and these pixels, for its arguments. */
const ROOM = { part: 0.4, least: 90, most: 300 };
/** Ms in which a frame has to answer. */
const ANSWER = 3000;

/** @typedef {import("./stand.js").Stand} Stand */
/** @typedef {import("./face/types.js").ToFace} ToFace */

export class FacePool {
  /**
   * @param {object} parts
   * @param {string} parts.key  the frames' name, by which they know the page's side and it them
   * @param {(state: import("./block_state.js").BlockState, action: import("./types.js").Action, nonce: string) => void} parts.press
   * @param {boolean} parts.elsewhere  a call can be run from overlay's own window too
   * @param {import("./host.js").Hosts} parts.hosts
   * @param {AbortSignal} parts.signal
   */
  constructor({ key, press, elsewhere, hosts, signal }) {
    this.key = key;
    this.press = press;
    this.elsewhere = elsewhere;
    /** @type {Set<Face>} */
    this.faces = new Set();
    /** No frame works in this document. */
    this.dead = false;
    this.silent = 0;
    /** @type {Set<Stand>} */
    this.waiting = new Set();
    this.signal = signal;
    this.floats = new Floats(hosts, (face) => this.#settle(face), signal);
    addEventListener("resize", () => {
      for (const face of this.faces) face.tell({ k: "room", height: this.room() });
    }, { signal });
    signal.addEventListener("abort", () => {
      for (const face of [...this.faces]) face.dispose();
      this.faces.clear();
    });
  }

  /** @returns {number} */
  room() {
    return Math.max(ROOM.least, Math.min(ROOM.most, Math.round(innerHeight * ROOM.part)));
  }

  /** The host should have a frame, as soon as it can. @param {Stand} stand */
  want(stand) {
    if (stand.face || this.dead || !stand.states.length || !stand.standing()) return;
    if (stand.calm()) this.#free()?.moveTo(stand);
    else this.later(stand);
  }

  /** @param {Stand} stand @param {number} [wait] */
  later(stand, wait = 100) {
    if (this.waiting.has(stand) || this.signal.aborted) return;
    this.waiting.add(stand);
    setTimeout(() => {
      this.waiting.delete(stand);
      if (stand.near !== false && !this.signal.aborted) this.want(stand);
    }, wait);
  }

  /** @returns {Face | null} one that no block near the view needs */
  #free() {
    for (const face of this.faces) {
      if (face.stand && (face.stand.near !== false || face.floating)) continue;
      if (face.stand && !isConnected(face.frame)) {
        this.#end(face);
        continue;
      }
      return face;
    }
    if (this.faces.size < MOST) {
      const made = new Face(this);
      this.faces.add(made);
      return made;
    }
    return null;
  }

  /** The site rebuilds what is around the host: its frame has to be outside of that. @param {Stand} stand */
  float(stand) {
    if (!stand.face && !this.dead) {
      if (this.faces.size >= MOST) return;
      const face = new Face(this);
      this.faces.add(face);
      face.stand = stand;
      stand.face = face;
      this.floats.take(face);
    }
    this.floats.follow();
  }

  /** A frame that floated can go into its host now. @param {Face} face */
  #settle(face) {
    const { stand } = face;
    if (!stand || !isConnected(face.frame)) this.#end(face);
    else face.moveTo(stand);
  }

  /** The host left the page, and a frame in it ended. @param {Stand} stand */
  lose(stand) {
    if (stand.face) this.#end(stand.face);
  }

  /** The host needs no frame any more. @param {Stand} stand */
  release(stand) {
    const { face } = stand;
    if (!face) return;
    face.tell({ k: "clear" });
    stand.near = false;
  }

  /** @param {Face} face */
  #end(face) {
    this.faces.delete(face);
    this.floats.leave(face);
    face.stand?.faceless(face.height);
    face.dispose();
  }

  /** The frame does not answer. @param {Face} face */
  silence(face) {
    this.silent += 1;
    this.dead = this.silent >= DEAD;
    this.rest(face);
  }

  /** The frame began anew too often: what is drawn in the page stays for a while. @param {Face} face */
  rest(face) {
    const { stand } = face;
    stand?.drawPlain();
    this.#end(face);
    if (stand) this.later(stand, REST);
  }
}

export class Face {
  /** @param {FacePool} pool */
  constructor(pool) {
    this.pool = pool;
    /** @type {Stand | null} */
    this.stand = null;
    /** @type {MessagePort | null} */
    this.port = null;
    this.height = 0;
    /** It shows all that it should. */
    this.drawn = false;
    this.floating = false;
    /** Of the last look at all that it should show. */
    this.number = 0;
    this.questions = 0;
    /** @type {number[]} */
    this.begun = [];
    /** @type {Map<number, (box: import("./face/types.js").Box | null) => void>} */
    this.asked = new Map();
    this.frame = /** @type {HTMLIFrameElement} */ (create("iframe"));
    this.frame.className = "face waiting";
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.setAttribute("title", "Tool call");
    this.frame.name = pool.key;
    // It begins anew whenever it comes into the page in another way than by `moveBefore`.
    this.frame.addEventListener("load", () => this.#begin());
    this.check = new PressCheck(this.frame, () => this.stand?.states.some((state) => state.pressable()) ?? false);
    this.giveUp = 0;
  }

  dispose() {
    clearTimeout(this.giveUp);
    this.check.dispose();
    this.port?.close();
    this.port = null;
    this.frame.remove();
    if (this.stand?.face === this) this.stand.face = null;
    this.stand = null;
    for (const answer of this.asked.values()) answer(null);
    this.asked.clear();
  }

  /** @param {Stand} stand */
  moveTo(stand) {
    const before = this.stand;
    if (before && before !== stand) before.faceless(this.height);
    const same = before === stand;
    this.stand = stand;
    stand.face = this;
    this.floating = false;
    this.frame.style.cssText = "";
    if (!same) this.#wait();
    const place = /** @type {any} */ (stand.place);
    try {
      if (isConnected(this.frame)) place.moveBefore(this.frame, null);
      else place.append(this.frame);
    } catch {
      place.append(this.frame);
    }
    if (same) this.resize(this.height);
    if (same && this.drawn) stand.clearPlain();
    if (!same && this.port) this.#showAll();
    this.check.restart();
  }

  #wait() {
    this.drawn = false;
    this.frame.classList.add("waiting");
  }

  /** A new document is in the frame: it gets a port of its own. */
  #begin() {
    const now = performance.now();
    this.begun = [...this.begun.filter((at) => now - at < HASTE), now];
    if (this.begun.length > TRIES) {
      this.pool.rest(this);
      return;
    }
    this.port?.close();
    this.#wait();
    if (this.stand && !this.stand.plain && this.begun.length > 1) this.stand.drawPlain();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.#hear(data);
    this.frame.contentWindow?.postMessage(this.pool.key, "*", [port2]);
    clearTimeout(this.giveUp);
    this.giveUp = setTimeout(() => this.pool.silence(this), ANSWER);
    this.#showAll();
  }

  #showAll() {
    const { stand } = this;
    if (!stand) return;
    this.tell({ k: "begin", dark: stand.dark, room: this.pool.room(), elsewhere: this.pool.elsewhere });
    stand.states.forEach((state, index) => this.tell({ k: "show", index, snapshot: state.snapshot() }));
    this.number += 1;
    this.tell({ k: "drawn", number: this.number });
  }

  /** @param {ToFace} message */
  tell(message) {
    this.port?.postMessage(message);
  }

  /** @param {import("./block_state.js").BlockState} state @param {number} index */
  show(state, index) {
    this.tell({ k: "show", index, snapshot: state.snapshot() });
    this.check.look();
  }

  /** @param {string} id @param {import("./types.js").Look} look */
  look(id, look) {
    this.tell({ k: "look", id, look });
    this.check.look();
  }

  /** @param {string} id @param {string} key @param {string} text @param {boolean} done */
  append(id, key, text, done) {
    this.tell({ k: "append", id, key, text, done });
  }

  /** @param {string} id */
  drop(id) {
    this.tell({ k: "drop", id });
  }

  /** @param {boolean} dark */
  light(dark) {
    this.tell({ k: "dark", dark });
  }

  /** @param {import("./face/types.js").FromFace} message */
  #hear(message) {
    const state = "id" in message ? this.stand?.states.find(({ id }) => id === message.id) : undefined;
    switch (message.k) {
      case "drawn": {
        if (message.number === this.number) this.#appear(message.height);
        break;
      }
      case "size": {
        this.resize(message.height);
        break;
      }
      case "hover": {
        this.check.hover(message.over);
        break;
      }
      case "down": {
        this.check.down(message.pointed);
        break;
      }
      case "press": {
        if (state) this.#press(state, message);
        break;
      }
      case "touch": {
        if (state) this.pool.press(state, "touch", "");
        break;
      }
      case "raw": {
        if (state) this.tell({ k: "raw", id: state.id, text: state.raw() });
        break;
      }
      case "ui": {
        if (state) Object.assign(state, { open: message.open, touched: message.touched });
        break;
      }
      case "where": {
        this.asked.get(message.number)?.(message.box);
        this.asked.delete(message.number);
        break;
      }
    }
  }

  /** @param {number} height */
  #appear(height) {
    clearTimeout(this.giveUp);
    this.pool.silent = 0;
    this.drawn = true;
    this.resize(height);
    this.frame.classList.remove("waiting");
    if (!this.floating) this.stand?.clearPlain();
    this.check.restart();
  }

  /** @param {number} height */
  resize(height) {
    this.height = height;
    this.frame.style.height = `${height}px`;
  }

  /** @param {import("./block_state.js").BlockState} state @param {{ action: import("./types.js").Action, nonce: string, pointed: import("./face/types.js").Pointed }} press */
  #press(state, { action, nonce, pointed }) {
    const why = action === "cancel" ? "" : this.check.press(pointed);
    if (!why) {
      this.pool.press(state, action, nonce);
      return;
    }
    if (state.look.countdown) this.pool.press(state, "touch", "");
    this.tell({ k: "refuse", id: state.id, action, why });
  }

  /**
   * @param {string} id @param {string} part
   * @returns {Promise<import("./face/types.js").Box | null>} where it is, in pixels of the page
   */
  where(id, part) {
    this.questions += 1;
    const number = this.questions;
    return new Promise((answer) => {
      this.asked.set(number, (box) => {
        const { left, top, width } = rectOf(this.frame);
        const scale = width / (this.frame.offsetWidth || width || 1);
        answer(box && { x: left + box.x * scale, y: top + box.y * scale, width: box.width * scale, height: box.height * scale });
      });
      this.tell({ k: "where", number, id, part });
    });
  }
}
