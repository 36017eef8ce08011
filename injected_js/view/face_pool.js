/**
 * The frames in which blocks are drawn. There are a few frames for all hosts: hosts near the view get one. A
 * frame has no address and no name known to the page, and is in a closed shadow root, so the page can't find it.
 */
import { isConnected } from "../platform/captured_dom.js";
import { Face } from "./face_frame.js";
import { Floats } from "./floating_frames.js";
import { RunTogether } from "./run_together.js";
import { differing, painted } from "./picture_diff.js";

const MOST = 16;
const REST = 3000;
/** Frames without an answer after which no more are made in this document. */
const DEAD = 3;
/** Ms in which requests for a comparison are gathered. */
const TOGETHER = 20;
/** A block takes at most this part of the view, and these pixels, for its arguments. */
const ROOM = { part: 0.4, least: 90, most: 300 };

/** @typedef {import("./host_content.js").Stand} Stand */

export class FacePool {
  /**
   * @param {object} parts
   * @param {string} parts.key  the frames' name: a secret by which frames and this script recognise each other
   * @param {(state: import("./block_state.js").BlockState, action: import("../protocol.js").Action, nonce: string, values?: Record<string, string>) => void} parts.press
   * @param {boolean} parts.elsewhere  a call can be run from overlay's own window too
   * @param {(number: number) => void} parts.compare  asks for two screenshots of a block
   * @param {(element: Element) => void} parts.outline  outlines the element for the user
   * @param {import("./host_elements.js").Hosts} parts.hosts
   * @param {AbortSignal} parts.signal
   */
  constructor({ key, press, elsewhere, compare, outline, hosts, signal }) {
    this.key = key;
    this.press = press;
    this.elsewhere = elsewhere;
    this.hosts = hosts;
    this.inspectable = hosts.inspectable;
    this.outline = outline;
    this.ask = compare;
    this.comparison = 0;
    /** @type {Set<import("./top_layer.js").TopLayer>} */
    this.comparing = new Set();
    /** Those that wait for the next comparison. @type {Set<import("./top_layer.js").TopLayer>} */
    this.toCompare = new Set();
    /** @type {Set<Face>} */
    this.faces = new Set();
    /** No frame works in this document. */
    this.dead = false;
    this.silent = 0;
    /** @type {Set<Stand>} */
    this.waiting = new Set();
    /** Hosts that wait for a frame. @type {Set<Stand>} */
    this.queue = new Set();
    this.serving = false;
    this.signal = signal;
    this.together = new RunTogether(this);
    this.floats = new Floats(hosts, (face) => this.#settle(face), signal);
    addEventListener("resize", () => {
      for (const face of this.faces) face.tell({ k: "room", height: this.room() });
    }, { signal });
    signal.addEventListener("abort", () => {
      for (const face of [...this.faces]) face.dispose();
      this.faces.clear();
    });
  }

  /** Asks for two screenshots of a frame: in its place, and in the top layer. Several frames share them. @param {Face} face */
  compare(face) {
    this.toCompare.add(face.top);
    if (this.comparing.size) return;
    setTimeout(() => this.#compare(), TOGETHER);
  }

  #compare() {
    if (this.comparing.size || !this.toCompare.size || this.signal.aborted) return;
    [this.comparing, this.toCompare] = [this.toCompare, new Set()];
    this.comparison += 1;
    this.ask(this.comparison);
  }

  /** @param {number} number @returns {Promise<boolean>} the frames are painted in the top layer now */
  async raise(number) {
    if (number !== this.comparison) return false;
    for (const top of this.comparing) top.raise();
    await painted();
    return true;
  }

  /** @param {number} number @param {string} before @param {string} after  pictures in base64, "" for none */
  async judge(number, before, after) {
    if (number !== this.comparison) return;
    const differ = await differing(before, after);
    for (const top of this.comparing) top.judge(differ);
    this.comparing = new Set();
    this.#compare();
  }

  /** @returns {number} */
  room() {
    return Math.max(ROOM.least, Math.min(ROOM.most, Math.round(innerHeight * ROOM.part)));
  }

  /** Requests a frame for the host. @param {Stand} stand */
  want(stand) {
    if (!this.#needs(stand)) return;
    this.queue.add(stand);
    this.#serve();
  }

  /** @param {Stand} stand @returns {boolean} */
  #needs(stand) {
    return !stand.face && !this.dead && stand.states.length > 0 && stand.standing();
  }

  /** Makes frames in separate tasks, since the browser takes 5 to 10 ms for each. */
  #serve() {
    if (this.serving) return;
    for (const stand of this.queue) {
      this.queue.delete(stand);
      if (!this.#needs(stand)) continue;
      if (!stand.calm()) {
        this.later(stand);
        continue;
      }
      const before = this.faces.size;
      this.#free()?.moveTo(stand);
      if (this.faces.size === before) continue;
      this.serving = true;
      setTimeout(() => {
        this.serving = false;
        if (!this.signal.aborted) this.#serve();
      });
      return;
    }
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

  /** @returns {Face | null} a frame whose host is not near the view, or a new one */
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

  /** Puts the frame outside of the nodes around the host, which the site keeps rebuilding. @param {Stand} stand */
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

  /** Moves a floating frame into its host. @param {Face} face */
  #settle(face) {
    const { stand } = face;
    if (!stand || !isConnected(face.frame)) this.#end(face);
    else face.moveTo(stand);
  }

  /** Discards the frame of a host that was removed from the page: the removal ended the frame's document. @param {Stand} stand */
  lose(stand) {
    if (stand.face) this.#end(stand.face);
  }

  /** Frees the frame of a host that has no more blocks. @param {Stand} stand */
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
    this.together.soon();
  }

  /** Handles a frame that does not answer. @param {Face} face */
  silence(face) {
    this.silent += 1;
    this.dead = this.silent >= DEAD;
    this.rest(face);
  }

  /** Draws the blocks of a frame that was loaded too often in the page for a while. @param {Face} face */
  rest(face) {
    const { stand } = face;
    stand?.drawPlain();
    this.#end(face);
    if (stand) this.later(stand, REST);
  }
}
