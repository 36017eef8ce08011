/**
 * Detects immediately that Python's connection has ended. Python forces the state `:target` on an element in a
 * closed shadow root (CSS.forcePseudoState, Chrome DevTools Protocol). The browser resets the state when the
 * session ends, and the element changes its size. While the state is set, frequent pings are not necessary.
 */
import { create, insertBefore, isConnected, matches, rectOf, remove, rootElement } from "./captured_dom.js";

const HELD = 2;
const SHEET = `:host { all: initial !important; position: absolute !important; width: 0 !important; height: 0 !important;
overflow: hidden !important; visibility: hidden !important; } i { display: block; width: 1px; height: 1px; }
i:target { width: ${HELD}px; }`;

export class Lifeline {
  /**
   * @param {import("../view/host_elements.js").Hosts} hosts
   * @param {AbortSignal} signal
   */
  constructor(hosts, signal) {
    this.hosts = hosts;
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.held = false;
    /** @type {HTMLElement | null} */
    this.host = null;
    this.element = create("i");
    this.sizes = new ResizeObserver(() => {
      const before = this.held;
      this.held = rectOf(this.element).width === HELD;
      if (before && !this.held) for (const broken of this.listeners) broken();
    });
    signal.addEventListener("abort", () => this.detach());
  }

  /**
   * The observer is told with the next frame, which a busy page draws late: the state itself is asked too.
   * @returns {boolean} Python is connected
   */
  get isHeld() {
    return this.held && matches(this.element, ":target");
  }

  /** @param {() => void} listener  called when the forced state was set and is reset */
  whenBroken(listener) {
    this.listeners.push(listener);
  }

  /** @returns {Element} the element on which Python must force the state */
  attach() {
    if (!this.host) {
      this.host = create("div");
      this.hosts.register(this.host);
      const root = this.host.attachShadow({ mode: "closed" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(SHEET);
      root.adoptedStyleSheets = [sheet];
      root.append(this.element);
    }
    if (!isConnected(this.host)) insertBefore(rootElement(), this.host, null);
    this.sizes.observe(this.element);
    return this.element;
  }

  detach() {
    this.held = false;
    this.sizes.disconnect();
    if (this.host) remove(this.host);
  }
}
