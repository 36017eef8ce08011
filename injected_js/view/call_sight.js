/**
 * Finds whether the user can see a call that is to run automatically. A block that is out of view is scrolled into view
 * for a moment, unless the user scrolled a while ago: then the user is reading something else, and the call waits.
 */
import {
  hidden,
  isConnected,
  isElement,
  parentOrHost,
  rectOf,
  rootElement,
  scrollIntoView,
} from "../platform/captured_dom.js";
import { isOutside } from "./frame_area.js";

/** Ms in which a block must come into sight, before and after it is scrolled to. */
const PATIENCE = 1500;
const AGAIN = 30;
/** How many looks scroll to a block at most, and how often each does. */
const TIMES = 4;
/** Ms that an answer of the block's frame takes. */
const ANSWER = 300;
/** Ms after which it is not looked at any more. */
const LIMIT = 20_000;
/** Ms after which the next block is looked at too, so that no block holds up the others. */
const TURN = 5000;
/** Ms after which Python no longer waits for the answer (SIGHT_LIMIT in observers/unit_queries.py). */
const STALE = 60_000;
/** Ms for which a block may be covered before it is scrolled to, and out of sight before it is scrolled out from under a bar. */
const COVERED = 300;
/** Ms after which the user has stopped reading elsewhere. */
const READING = 60_000;
const KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", " "]);

/** @typedef {import("../protocol.js").Sight} Sight */
/** @typedef {import("./block_state.js").BlockState} BlockState */

const wait = (/** @type {number} */ time) => new Promise((go) => setTimeout(go, time));

/** @param {Element} element @returns {() => void} scrolls all that is around it back to where it is now */
const keepScroll = (element) => {
  /** @type {{ node: Element, top: number, left: number }[]} */
  const around = [];
  for (let node = parentOrHost(element); node; node = parentOrHost(node)) {
    if (isElement(node)) around.push({ node, top: node.scrollTop, left: node.scrollLeft });
  }
  return () => {
    for (const { node, top, left } of around) {
      if (node.scrollTop !== top || node.scrollLeft !== left) node.scrollTo({ top, left, behavior: "instant" });
    }
  };
};

export class CallSight {
  /**
   * @param {object} parts
   * @param {(id: string) => BlockState | null} parts.stateOf
   * @param {(content: import("./host_content.js").HostContent) => void} parts.want  asks for a frame, if necessary for that of a block out of view
   * @param {AbortSignal} parts.signal
   */
  constructor({ stateOf, want, signal }) {
    this.stateOf = stateOf;
    this.want = want;
    this.signal = signal;
    /** When the user last scrolled, in ms of the page's clock. */
    this.scrolledAt = -Infinity;
    /** How often each block was scrolled to. @type {Map<string, number>} */
    this.brought = new Map();
    /** Blocks are looked at one after the other: their calls run in this order. @type {Promise<unknown>} */
    this.line = Promise.resolve();
    /** The block whose turn it is: only this one is scrolled to. */
    this.turn = "";
    /** How many blocks were scrolled to and are still looked at. */
    this.brings = 0;
    /** They scroll all back to where it was, the last one first. @type {(() => void)[]} */
    this.back = [];
    const options = { capture: true, passive: true, signal };
    for (const name of /** @type {const} */ (["wheel", "touchmove", "keydown", "pointerdown"]))
      addEventListener(name, (event) => event.isTrusted && scrolls(event) && this.scrolled(), options);
  }

  /** The user scrolled. */
  scrolled() {
    this.scrolledAt = performance.now();
  }

  /** @param {string} id  of a block @returns {Promise<Sight>} */
  look(id) {
    const asked = performance.now();
    const begun = this.line.then(() => {
      this.turn = id;
    });
    const found = begun.then(() => (performance.now() - asked > STALE ? "undrawn" : this.#bring(id)));
    this.line = begun.then(() => Promise.race([found.catch(() => {}), wait(TURN)]));
    return found;
  }

  /** @param {string} id  of a block @returns {boolean} a look at it may find that the user can see it; costs no layout */
  expects(id) {
    const state = this.stateOf(id);
    const near = state?.content?.near;
    return near !== false || !!state?.read || (this.#mayScroll() && (this.brought.get(id) ?? 0) < TIMES);
  }

  /** @param {string} id @returns {Promise<Sight>} */
  async #now(id) {
    const state = this.stateOf(id);
    const content = state?.content;
    if (!state || !content || !isConnected(content.host)) return "undrawn";
    const outside = isOutside(content.host);
    if (outside || hidden()) return state.read ? "seen" : "away";
    if (!content.face) this.want(content);
    return content.face ? content.face.look.sighted(id) : "undrawn";
  }

  /** @param {string} id @returns {Promise<Sight>} */
  async #bring(id) {
    const look = { brought: false };
    try {
      return await this.#untilSeen(id, look);
    } finally {
      if (look.brought) this.#scrollBack();
    }
  }

  /** @param {string} id @param {{ brought: boolean }} look @returns {Promise<Sight>} */
  async #untilSeen(id, look) {
    let fitted = false;
    let scrolls = 0;
    let place = "";
    const started = performance.now();
    let began = started;
    /** @type {Sight} */
    let found = await this.#now(id);
    while (found !== "seen" && found !== "popup" && !this.signal.aborted) {
      const waited = performance.now() - began;
      const content = this.stateOf(id)?.content;
      const may =
        content && this.turn === id && this.#mayScroll() && (look.brought || (this.brought.get(id) ?? 0) < TIMES);
      if (waited > PATIENCE || (found === "away" && !may)) break;
      const isOff = found === "away" || (found === "covered" && waited > COVERED);
      const mayAgain = found === "away" && !fitted && scrolls < TIMES;
      if (may && isOff && (!look.brought || (mayAgain && placeOf(content.host) !== place))) {
        if (!look.brought) {
          look.brought = true;
          this.#keepScroll(id, content.host);
          began = performance.now();
        }
        scrollIntoView(content.host, { block: "center", inline: "nearest", behavior: "instant" });
        // A host that was out of view grows when its block is drawn; or the page scrolls. Then it is scrolled to again.
        place = placeOf(content.host);
        scrolls += 1;
      } else if (may && look.brought && !fitted && isOff && waited > COVERED && content.face?.drawn) {
        // The view is smaller than the host, which may have several blocks: the first of them is under the bar at its top.
        fitted = true;
        await content.face.look.bring(id);
        began = performance.now();
      }
      await wait(AGAIN);
      const asked = performance.now();
      found = await this.#now(id);
      // The time for which Python takes screenshots does not count.
      began += Math.max(0, performance.now() - asked - ANSWER);
      if (found === "covered" && this.stateOf(id)?.content?.face?.top.unproved) began = performance.now();
      if (asked - started > LIMIT) break;
    }
    return found;
  }

  /** @param {string} id @param {Element} host */
  #keepScroll(id, host) {
    this.brings += 1;
    this.back.push(keepScroll(host));
    this.brought.set(id, (this.brought.get(id) ?? 0) + 1);
  }

  #scrollBack() {
    this.brings -= 1;
    if (this.brings) return;
    const back = this.back.splice(0).reverse();
    // The user may have scrolled meanwhile.
    if (this.#mayScroll()) for (const scroll of back) scroll();
  }

  #mayScroll() {
    return !hidden() && performance.now() - this.scrolledAt > READING;
  }
}

/** @param {Element} host @returns {string} where it is in the window */
const placeOf = (host) => {
  const { top, height } = rectOf(host);
  return [top, height].map(Math.round).join();
};

/** @param {Event} event @returns {boolean} it scrolls something */
const scrolls = (event) => {
  if (event instanceof KeyboardEvent) return KEYS.has(event.key) && !isTyping(event);
  if (event.type !== "pointerdown") return true;
  const { clientX, clientY } = /** @type {PointerEvent} */ (event);
  const view = rootElement();
  return clientX >= view.clientWidth || clientY >= view.clientHeight;
};

/** @param {Event} event @returns {boolean} its key goes to a text box */
const isTyping = (event) => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
};
