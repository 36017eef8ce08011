/**
 * Frames over hosts that the site keeps rebuilding. Removing a frame from the page ends its document, so the frame is in
 * overlay's layer and follows the host until the site no longer rebuilds it. The host shows the same below the frame.
 */
import { create, isConnected, rectOf, remove, rootElement, elementsAt } from "../platform/captured_dom.js";
import { HOST } from "../face/block_styles.js";
import { clip } from "./frame_area.js";

const FOLLOW = 16;
export const LAYER = `${HOST}
:host { position: fixed !important; inset: 0 auto auto 0 !important; width: 0 !important; height: 0 !important; contain: none !important;
  z-index: 2147483647 !important; }
.float { position: fixed; overflow: hidden; }
.float > .face { position: absolute; }`;

/** @typedef {import("./face_frame.js").Face} Face */

export class Floats {
  /**
   * @param {import("./host_elements.js").Hosts} hosts
   * @param {(face: Face) => void} calm  called when the site has not rebuilt its host for a while
   * @param {AbortSignal} signal
   */
  constructor(hosts, calm, signal) {
    this.hosts = hosts;
    this.calm = calm;
    this.signal = signal;
    /** @type {Set<Face>} */
    this.faces = new Set();
    /** @type {HTMLElement | null} */
    this.layer = null;
    /** @type {ShadowRoot | null} */
    this.root = null;
    this.timer = 0;
    signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      if (this.layer) remove(this.layer);
    });
  }

  /** @param {Face} face  one that is not in the page */
  take(face) {
    this.faces.add(face);
    face.floating = true;
    face.wrapper.className = "float";
    this.#placedLayer().append(face.wrapper);
    // Before the frame measures its blocks.
    this.#place(face);
  }

  /** @param {Face} face */
  leave(face) {
    this.faces.delete(face);
    if (!this.faces.size && this.layer) remove(this.layer);
  }

  follow() {
    if (this.timer || this.signal.aborted || !this.faces.size) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      for (const face of [...this.faces]) {
        if (face.content?.isCalm()) {
          this.calm(face);
          this.leave(face);
        } else {
          this.#place(face);
        }
      }
      this.follow();
    }, FOLLOW);
  }

  /** @returns {ShadowRoot} */
  #placedLayer() {
    if (!this.layer || !this.root) {
      this.layer = create("div");
      this.hosts.register(this.layer);
      this.root = this.hosts.root(this.layer);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(LAYER);
      this.root.adoptedStyleSheets = [sheet];
    }
    if (!isConnected(this.layer)) rootElement().append(this.layer);
    return this.root;
  }

  /** @param {Face} face */
  #place(face) {
    const { content, frame, wrapper, height } = face;
    const anchor = content && isConnected(content.host) ? rectOf(content.place) : null;
    const seen = content && anchor && clip(content.host, anchor);
    if (!content || !anchor || !seen || !this.#isTopmost(content.host, seen)) {
      wrapper.style.visibility = "hidden";
      // As wide as in the host, where it is moved with the height that it measures here.
      const width = anchor?.width || parseFloat(frame.style.width) || innerWidth;
      frame.style.width = `${width}px`;
      return;
    }
    if (face.drawn) content.place.style.minHeight = `${height}px`;
    const { left, top, right, bottom } = seen;
    Object.assign(wrapper.style, {
      visibility: "visible",
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
    Object.assign(frame.style, {
      left: `${anchor.left - left}px`,
      top: `${anchor.top - top}px`,
      width: `${anchor.width}px`,
    });
  }

  /**
   * Whether the page draws nothing over the host: overlay must not cover a dialog or a bar of the page.
   * @param {Element} host @param {{ left: number, top: number, right: number, bottom: number }} seen
   */
  #isTopmost(host, { left, top, right, bottom }) {
    const own = elementsAt((left + right) / 2, (top + bottom) / 2);
    const below = own.find((element) => element !== this.layer);
    return !below || below === host || !!below.shadowRoot || below.contains(host);
  }
}
