/**
 * Frames over hosts that the site keeps rebuilding. Removing a frame from the page ends its document, so the frame is in
 * overlay's layer and follows the host until the site no longer rebuilds it. The host shows the same below the frame.
 */
import { create, isConnected, isElement, parentOf, parentOrHost, rectOf, remove, rootElement } from "../platform/captured_dom.js";
import { HOST } from "../face/block_styles.js";

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
    /** @type {Map<Face, HTMLElement>} */
    this.wrappers = new Map();
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
    const wrapper = create("div");
    wrapper.className = "float";
    this.wrappers.set(face, wrapper);
    face.floating = true;
    this.#placedLayer().append(wrapper);
    wrapper.append(face.frame);
  }

  /** @param {Face} face */
  leave(face) {
    this.wrappers.get(face)?.remove();
    this.wrappers.delete(face);
    if (!this.wrappers.size && this.layer) remove(this.layer);
  }

  follow() {
    if (this.timer || this.signal.aborted || !this.wrappers.size) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      for (const [face, wrapper] of [...this.wrappers]) {
        if (face.content?.isCalm()) {
          this.calm(face);
          this.leave(face);
        } else {
          this.#place(face, wrapper);
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

  /** @param {Face} face @param {HTMLElement} wrapper */
  #place(face, wrapper) {
    const { content, frame, height } = face;
    const anchor = content && isConnected(content.host) ? rectOf(content.place) : null;
    const seen = content && anchor && clip(content.host, anchor);
    if (!content || !anchor || !seen || !this.#isTopmost(content.host, seen)) {
      wrapper.style.visibility = "hidden";
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
    Object.assign(frame.style, { left: `${anchor.left - left}px`, top: `${anchor.top - top}px`, width: `${anchor.width}px` });
  }

  /**
   * Whether the page draws nothing over the host: overlay must not cover a dialog or a bar of the page.
   * @param {Element} host @param {{ left: number, top: number, right: number, bottom: number }} seen
   */
  #isTopmost(host, { left, top, right, bottom }) {
    const own = Document.prototype.elementsFromPoint.call(document, (left + right) / 2, (top + bottom) / 2);
    const below = own.find((element) => element !== this.layer);
    return !below || below === host || !!below.shadowRoot || below.contains(host);
  }
}

/**
 * @param {Element} host @param {DOMRect} anchor
 * @returns {{ left: number, top: number, right: number, bottom: number } | null} the part that the host's ancestors do not cut off
 */
export const clip = (host, anchor) => {
  let { left, top, right, bottom } = anchor;
  for (let node = parentOf(host); node; node = parentOrHost(node)) {
    if (!isElement(node) || node === rootElement() || node === document.body) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const around = rectOf(node);
    left = Math.max(left, around.left);
    top = Math.max(top, around.top);
    right = Math.min(right, around.right);
    bottom = Math.min(bottom, around.bottom);
  }
  return right > left && bottom > top ? { left, top, right, bottom } : null;
};
