/**
 * The strip near the message box: what waits for the user in the panel, or the offer to tell a new chat's model about
 * the tools. Like a block it is drawn in a frame (face/strip_bar.js). Unlike a block it is in a layer of overlay's own, so
 * it does not move the page's content. A strip without a message has no frame and no timer.
 */
import { create, insertBefore, isConnected, remove, rootElement } from "../platform/captured_dom.js";
import { onScroll } from "../platform/scroll_events.js";
import { stripKey } from "../face/strip_bar.js";
import { isOnDark } from "./backdrop.js";
import { SILENT } from "./face_frame.js";
import { LAYER } from "./floating_frames.js";
import { isRightToLeft } from "./page_direction.js";
import { COVERED, PressCheck } from "./press_check.js";
import { placeNear } from "./strip_place.js";

const SHEET = `${LAYER}
.strip { position: fixed; border: 0; margin: 0; padding: 0; background: transparent; color-scheme: normal; visibility: hidden; }
.strip.shown { visibility: visible; }`;
/** Ms between two checks of the message box's position: after the user did something in the page, and at rest. */
const FOLLOW = 250;
const REST = 1500;
/** Ms after which the page counts as at rest. A menu opens after a press or a key. */
const USED = 2000;
const ACTIVITY = ["pointerdown", "pointerup", "keydown", "keyup", "resize"];
/** Maximum width in pixels. */
const WIDE = 460;
/** A frame that the page's script removed and inserted more often than this is not inserted again. */
const TRIES = 8;

/** @typedef {import("../protocol.js").Strip} Strip */

export class ComposerStrip {
  /**
   * @param {object} parts
   * @param {string} parts.key  the name of overlay's frames; "" if frames are not used: then the strip is not drawn
   * @param {import("./host_elements.js").Hosts} parts.hosts
   * @param {() => Element | null} parts.box  returns the message box
   * @param {(action: import("../protocol.js").StripPressed["action"]) => void} parts.press
   * @param {() => void} parts.unstarted  called when overlay's script may not run in the frame
   * @param {AbortSignal} parts.signal
   */
  constructor({ key, hosts, box, press, unstarted, signal }) {
    this.key = key;
    this.hosts = hosts;
    this.box = box;
    this.press = press;
    this.unstarted = unstarted;
    this.signal = signal;
    /** @type {Strip | null} */
    this.strip = null;
    /** @type {HTMLElement | null} */
    this.host = null;
    this.frame = /** @type {HTMLIFrameElement} */ (create("iframe"));
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.setAttribute("title", "overlay");
    this.frame.name = key;
    this.frame.addEventListener("load", () => this.#begin());
    /** @type {PressCheck | null} */
    this.check = null;
    /** @type {MessagePort | null} */
    this.port = null;
    /** @type {{ width: number, height: number } | null} */
    this.size = null;
    this.side = "";
    /** The last message to the frame. */
    this.drawn = "";
    this.loads = 0;
    this.timer = 0;
    /** When the user last did something in the page, in ms of the page's clock. */
    this.usedAt = -Infinity;
    this.silent = 0;
    this.life = new AbortController();
    signal.addEventListener("abort", () => this.remove());
  }

  /** @returns {boolean} whether the strip is in the page, though it may have no place near the box now */
  get shown() {
    return this.host !== null;
  }

  /** @param {Strip | null} strip  its content; default: the content from before it was removed */
  show(strip = this.strip) {
    this.strip = strip && (strip.questions || strip.tools || strip.unread || strip.found) ? strip : null;
    this.loads = 0;
    if (!this.strip || !this.key || this.signal.aborted) {
      this.remove();
    } else if (this.host) {
      this.#draw();
    } else {
      this.#add();
    }
  }

  remove() {
    clearTimeout(this.timer);
    clearTimeout(this.silent);
    this.life.abort();
    this.check?.dispose();
    this.port?.close();
    this.frame.remove();
    if (this.host) remove(this.host);
    this.host = this.port = this.check = this.size = null;
    this.side = "";
  }

  #add() {
    this.host = create("div");
    this.hosts.register(this.host);
    const root = this.hosts.root(this.host);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    root.adoptedStyleSheets = [sheet];
    this.frame.className = "strip";
    this.check = new PressCheck(this.frame, () => true);
    this.life = new AbortController();
    onScroll(() => this.#place(), this.life.signal);
    for (const name of ACTIVITY)
      addEventListener(name, (event) => this.#noteUse(event), {
        capture: true,
        passive: true,
        signal: this.life.signal,
      });
    root.append(this.frame);
    insertBefore(rootElement(), this.host, null);
    this.#follow();
  }

  #begin() {
    this.loads += 1;
    this.#connect();
    clearTimeout(this.silent);
    this.silent = setTimeout(() => {
      if (!this.size) this.unstarted();
    }, SILENT);
  }

  /** overlay's script runs in the frame now. */
  restart() {
    if (this.port && !this.size) this.#connect();
  }

  #connect() {
    this.port?.close();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.#onMessage(data);
    this.frame.contentWindow?.postMessage(stripKey(this.key), "*", [port2]);
    this.drawn = "";
    this.#draw();
  }

  #draw() {
    const box = this.box();
    if (!this.strip || !this.port) return;
    const around = box ? { dark: isOnDark(box), rtl: isRightToLeft(box) } : { dark: false, rtl: false };
    const message = /** @type {const} */ ({
      k: "strip",
      strip: this.strip,
      most: Math.min(WIDE, innerWidth - 16),
      around,
    });
    const drawn = JSON.stringify(message);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.#send(message);
  }

  /** @param {import("../face/face_protocol.js").ToStrip} message */
  #send(message) {
    this.port?.postMessage(message);
  }

  /** @param {import("../face/face_protocol.js").FromStrip} message */
  #onMessage(message) {
    switch (message.k) {
      case "size": {
        this.size = message;
        this.frame.style.width = `${message.width}px`;
        this.frame.style.height = `${message.height}px`;
        this.#place();
        break;
      }
      case "hover": {
        this.check?.hover(message.over);
        break;
      }
      case "down": {
        this.check?.down(message.pointed);
        break;
      }
      case "unseen": {
        this.#send({ k: "refuse", why: COVERED });
        break;
      }
      case "press": {
        const why = message.pointed && this.check ? this.check.press(message.pointed) : "";
        if (why) this.#send({ k: "refuse", why });
        else this.press(message.action);
        break;
      }
    }
  }

  #follow() {
    this.timer = setTimeout(
      () => {
        this.#place();
        this.#draw();
        this.#follow();
      },
      performance.now() - this.usedAt < USED ? FOLLOW : REST,
    );
  }

  /** @param {Event} event */
  #noteUse({ isTrusted }) {
    if (!isTrusted) return;
    const atRest = performance.now() - this.usedAt >= USED;
    this.usedAt = performance.now();
    if (!atRest) return;
    clearTimeout(this.timer);
    this.#follow();
  }

  #place() {
    const { host, size, frame, check } = this;
    if (!host) return;
    if (!isConnected(host) && this.loads < TRIES) insertBefore(rootElement(), host, null);
    const box = this.box();
    const place =
      box &&
      size &&
      placeNear(box, size, {
        host,
        isOwn: (element) => this.hosts.isOwn(element),
        rtl: isRightToLeft(box),
        side: this.side,
      });
    this.side = place?.side ?? "";
    const before = frame.classList.contains("shown");
    frame.classList.toggle("shown", !!place);
    if (!place) return;
    frame.style.left = `${place.x}px`;
    frame.style.top = `${place.y}px`;
    if (!before) check?.restart();
  }
}
