/**
 * The frames in which blocks are drawn. There are a few frames for all hosts: hosts near the view get one. A
 * frame has no address and no name known to the page, and is in a closed shadow root, so the page can't find it.
 */
import { isConnected } from "../platform/captured_dom.js";
import { Face } from "./face_frame.js";
import { isOutside } from "./frame_area.js";
import { Floats } from "./floating_frames.js";
import { RunTogether } from "./run_together.js";
import { compared, painted } from "./picture_diff.js";

const MOST = 16;
const REST = 3000;
/** Frames in a row without an answer after which none are made for a while. */
const SILENT_FRAMES = 3;
/** Ms of that while at first, and at most. It is twice as long each time. */
const PAUSE = { first: 5000, most: 60000 };
/** Ms in which requests for a comparison are gathered. */
const TOGETHER = 20;
/** Ms between two messages that the pointer moves. */
const ALERT = 500;
/** A block takes at most this part of the view, and these pixels, for its arguments. */
const ROOM = { part: 0.4, least: 90, most: 300 };

/** @typedef {import("./host_content.js").HostContent} HostContent */

export class FacePool {
  /**
   * @param {object} parts
   * @param {string} parts.key  the frames' name: a secret by which frames and this script recognise each other
   * @param {(state: import("./block_state.js").BlockState, action: import("../protocol.js").Action, nonce: string, values?: Record<string, string>) => void} parts.press
   * @param {boolean} parts.hasPanel  a call can be run from overlay's own window too
   * @param {(number: number) => void} parts.compare  asks for two screenshots of a block
   * @param {() => void} parts.unstarted  called when a frame does not answer: overlay's script may not run in it
   * @param {(element: Element) => void} parts.outline  outlines the element for the user
   * @param {(frame: Element) => void} parts.resizing  called before a frame's height changes
   * @param {import("./browser_popups.js").BrowserPopups | null} parts.popups
   * @param {() => void} parts.scrolled  called when the user scrolls by a wheel over a frame
   * @param {import("./host_elements.js").Hosts} parts.hosts
   * @param {AbortSignal} parts.signal
   */
  constructor({ key, press, hasPanel, compare, unstarted, outline, resizing, hosts, popups, scrolled, signal }) {
    this.key = key;
    this.press = press;
    this.hasPanel = hasPanel;
    this.hosts = hosts;
    this.inspectable = hosts.inspectable;
    this.outline = outline;
    this.ask = compare;
    this.unstarted = unstarted;
    this.resizing = resizing;
    this.popups = popups;
    this.scrolled = scrolled;
    this.alertedAt = -Infinity;
    this.comparison = 0;
    /** @type {Set<import("./top_layer.js").TopLayer>} */
    this.comparing = new Set();
    /** Those that wait for the next comparison. @type {Set<import("./top_layer.js").TopLayer>} */
    this.toCompare = new Set();
    /** @type {Set<Face>} */
    this.faces = new Set();
    /** Frames in a row that did not answer. */
    this.silent = 0;
    /** When frames are made again. On a busy machine each frame may be late, so none is given up for good. */
    this.pausedUntil = -Infinity;
    /** The hosts that ask again later, with the timers. @type {Map<HostContent, number>} */
    this.waiting = new Map();
    /** Hosts that wait for a frame. @type {Set<HostContent>} */
    this.queue = new Set();
    this.serving = false;
    /** Those that may take the frame of a block out of view. @type {WeakSet<HostContent>} */
    this.urgent = new WeakSet();
    this.signal = signal;
    this.together = new RunTogether(this);
    this.floats = new Floats(hosts, (face) => this.#settle(face), signal);
    addEventListener(
      "resize",
      () => {
        for (const face of this.faces) face.send({ k: "room", height: this.room() });
      },
      { signal },
    );
    addEventListener("pointermove", ({ isTrusted }) => isTrusted && this.#alert(), {
      capture: true,
      passive: true,
      signal,
    });
    signal.addEventListener("abort", () => {
      for (const face of [...this.faces]) face.dispose();
      this.faces.clear();
    });
  }

  /** The pointer moves in the page, so the user may press soon: the frames in view look at every frame of the browser. */
  #alert() {
    const now = performance.now();
    if (now - this.alertedAt < ALERT) return;
    this.alertedAt = now;
    for (const face of this.faces) if (face.check.inView && face.pressable()) face.send({ k: "alert" });
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

  /** @param {number} number @param {string[]} before @param {string} after  pictures in base64, "" for none */
  async judge(number, before, after) {
    if (number !== this.comparison) return;
    // A picture that can't be read proves nothing; without an answer, presses on the frames would wait for ever.
    const pictures = await compared(before, after).catch(() => null);
    for (const top of this.comparing) top.judge(pictures);
    this.comparing = new Set();
    this.#compare();
  }

  /** @returns {number} */
  room() {
    return Math.max(ROOM.least, Math.min(ROOM.most, Math.round(innerHeight * ROOM.part)));
  }

  /** Requests a frame for the host. @param {HostContent} content @param {boolean} [urgent]  if necessary, that of a block out of view */
  want(content, urgent = false) {
    // `release` gave its frame up; the observer of the view tells nothing until the host moves.
    if (content.face && content.states.length && content.near === false) content.near = null;
    if (!this.#needs(content)) return;
    if (this.isPaused()) return this.later(content, this.pausedUntil - performance.now());
    if (urgent) this.urgent.add(content);
    this.queue.add(content);
    this.#serve();
  }

  /** @param {HostContent} content @returns {boolean} */
  #needs(content) {
    return !content.face && content.states.length > 0 && content.isPlaced();
  }

  /** Makes frames in separate tasks, since the browser takes 5 to 10 ms for each. */
  #serve() {
    if (this.serving) return;
    for (const content of this.queue) {
      this.queue.delete(content);
      if (!this.#needs(content)) continue;
      if (!content.isCalm()) {
        this.later(content);
        continue;
      }
      const before = this.faces.size;
      (this.#free() ?? (this.urgent.delete(content) ? this.#outOfView() : null))?.moveTo(content);
      if (this.faces.size === before) continue;
      this.serving = true;
      setTimeout(() => {
        this.serving = false;
        if (!this.signal.aborted) this.#serve();
      });
      return;
    }
  }

  /** @returns {Face | null} the frame of a block that is near the view, but not in it */
  #outOfView() {
    for (const face of this.faces) {
      if (face.floating || !face.content || !isConnected(face.frame) || !isOutside(face.content.host)) continue;
      this.later(face.content, REST);
      return face;
    }
    return null;
  }

  /** @param {HostContent} content @param {number} [wait] */
  later(content, wait = 100) {
    if (this.waiting.has(content) || this.signal.aborted) return;
    const retry = setTimeout(() => this.#wantAgain(content), wait);
    this.waiting.set(content, retry);
  }

  /** @param {HostContent} content */
  #wantAgain(content) {
    clearTimeout(this.waiting.get(content));
    this.waiting.delete(content);
    if (content.near !== false && !this.signal.aborted) this.want(content);
  }

  /** @returns {Face | null} a frame whose host is not near the view, or a new one */
  #free() {
    for (const face of this.faces) {
      if (face.content && (face.content.near !== false || face.floating)) continue;
      if (face.content && !isConnected(face.frame)) {
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

  /** Puts the frame outside of the nodes around the host, which the site keeps rebuilding. @param {HostContent} content */
  float(content) {
    if (!content.face) {
      if (this.faces.size >= MOST || this.isPaused()) return;
      const face = new Face(this);
      this.faces.add(face);
      face.content = content;
      content.face = face;
      this.floats.take(face);
    }
    this.floats.follow();
  }

  /** Moves a floating frame into its host. @param {Face} face */
  #settle(face) {
    const { content } = face;
    if (!content || !isConnected(face.frame)) this.#end(face);
    else face.moveTo(content);
  }

  /** Discards the frame of a host that was removed from the page: the removal ended the frame's document. @param {HostContent} content */
  discard(content) {
    if (content.face) this.#end(content.face);
  }

  /** Frees the frame of a host that has no more blocks. @param {HostContent} content */
  release(content) {
    const { face } = content;
    if (!face) return;
    face.send({ k: "clear" });
    content.near = false;
  }

  /** @param {Face} face */
  #end(face) {
    this.faces.delete(face);
    this.floats.leave(face);
    face.content?.releaseFace(face.drawn ? face.height : null);
    face.dispose();
    this.together.soon();
  }

  /** overlay's script runs in all frames now. */
  restart() {
    for (const face of this.faces) face.restart();
  }

  /** Handles a frame that does not answer. @param {Face} face */
  unanswered(face) {
    this.silent += 1;
    const times = this.silent - SILENT_FRAMES;
    if (times >= 0) this.pausedUntil = performance.now() + Math.min(PAUSE.most, PAUSE.first * 2 ** times);
    this.suspend(face);
  }

  /** @returns {boolean} whether too many frames did not answer just now */
  isPaused() {
    return performance.now() < this.pausedUntil;
  }

  /** A frame has drawn its blocks. */
  answered() {
    this.silent = 0;
    if (!this.isPaused()) return;
    this.pausedUntil = -Infinity;
    for (const content of [...this.waiting.keys()]) this.#wantAgain(content);
  }

  /** Draws the blocks of a frame that was loaded too often in the page for a while. @param {Face} face */
  suspend(face) {
    const { content } = face;
    content?.drawPlain();
    this.#end(face);
    if (content) this.later(content, REST);
  }
}
