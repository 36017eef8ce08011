/**
 * The checks of a press that are made outside of the block's frame: whether the frame moved, and effects that the
 * browser's visibility tracking misses (masks, clip paths, a small zoom). They are made before the press too, since a
 * page may remove such an effect while the pointer is over the block.
 */
import { mark } from "../platform/language.js";
import { rectOf, rootElement } from "../platform/captured_dom.js";
import { onScroll } from "../platform/scroll_events.js";
import { isDisguised } from "./ancestor_styles.js";
import { isOnTop, overlap } from "./hit_test.js";
import { isAnimated } from "./running_animations.js";

const DWELL = 500;
/** Ms between two checks of a block that could be pressed, and of one under the pointer. */
const LOOK = 1000;
const CLOSE_LOOK = 16;
/** Ms after which a mask that was removed no longer counts. */
const MASKED = 1500;
/** Pixels that a block may move without a restart of its time: sites scroll by a pixel or two when a part below grows. */
const SLACK = 3;
const MOST_PARTS = 500;

export const POPUP = mark("a bubble, a menu or a floating window of the browser may lie over the block");
export const COVERED = mark("something lies over the block");

/** @typedef {import("../face/face_protocol.js").Box} Box */
/** @typedef {import("../face/face_protocol.js").Pointed} Pointed */

/**
 * @param {DOMRect} rect @param {DOMRect | null} before
 * @returns {boolean} whether the position or size differs by more than a user can notice
 */
const isElsewhere = (rect, before) =>
  !before ||
  ["x", "y", "width", "height"].some((name) => {
    const side = /** @type {"x" | "y" | "width" | "height"} */ (name);
    return Math.abs(rect[side] - before[side]) > SLACK;
  });

/** Checks blocks again after LOOK, all in one task: a separate task per block would cost more than the check. */
class Round {
  constructor() {
    /** @type {Set<PressCheck>} */
    this.checks = new Set();
    this.timer = 0;
  }

  /** @param {PressCheck} check */
  join(check) {
    this.checks.add(check);
    if (!this.timer) this.timer = setTimeout(() => this.#look(), LOOK);
  }

  /** @param {PressCheck} check */
  leave(check) {
    this.checks.delete(check);
    if (this.checks.size) return;
    clearTimeout(this.timer);
    this.timer = 0;
  }

  #look() {
    this.timer = 0;
    const checks = [...this.checks];
    this.checks.clear();
    /** @type {Set<Node>} */
    const plain = new Set();
    for (const check of checks) check.look(plain);
  }
}
const round = new Round();

/** @param {number} height  in pixels @returns {number[]} observer thresholds (0 to 1) fine enough to notice a move by SLACK */
const partsOf = (height) => {
  const count = Math.min(MOST_PARTS, Math.ceil(height / SLACK));
  return Array.from({ length: count + 1 }, (_, part) => part / count);
};

export class PressCheck {
  /**
   * @param {HTMLElement} frame  of a block
   * @param {() => boolean} pressable
   * @param {object} [about]
   * @param {import("./browser_popups.js").BrowserPopups | null} [about.popups]
   */
  constructor(frame, pressable, { popups = null } = {}) {
    this.frame = frame;
    this.pressable = pressable;
    this.popups = popups;
    this.since = performance.now();
    /** The frame's position when its time began. @type {DOMRect | null} */
    this.place = null;
    this.maskedAt = -Infinity;
    /** Parts of the frame that looked different for a while. @type {Box[]} */
    this.parts = [];
    this.changed = { from: Infinity, to: -Infinity };
    this.inView = false;
    this.hovered = false;
    this.timer = 0;
    /** @type {string | null} */
    this.began = null;
    /** @type {IntersectionObserver | null} */
    this.stillness = null;
    this.view = new IntersectionObserver((entries) => {
      this.inView = !!entries.at(-1)?.isIntersecting;
      // A frame that comes back into view is new to the user, even at its old place.
      if (!this.inView) this.place = null;
      else this.#restartIfMoved();
      this.look();
    });
    this.view.observe(frame);
    this.end = new AbortController();
    onScroll(() => {
      if (this.inView) this.#restartIfMoved();
    }, this.end.signal);
  }

  dispose() {
    this.end.abort();
    this.view.disconnect();
    this.stillness?.disconnect();
    this.#stopWaiting();
  }

  #stopWaiting() {
    clearTimeout(this.timer);
    this.timer = 0;
    round.leave(this);
  }

  /** @param {number} time  in ms @returns {boolean} whether the block has been in view and unmoved for that time */
  still(time) {
    if (!this.inView) return false;
    this.#restartIfMoved();
    return performance.now() - this.since >= time;
  }

  /**
   * Restarts the time after overlay moved the frame: the user sees it there only from now on. The position is measured
   * when the browser has laid out the page, since measuring now would cause a layout for each frame.
   */
  restart() {
    this.since = performance.now();
    this.place = null;
    this.stillness?.disconnect();
    this.view.unobserve(this.frame);
    this.view.observe(this.frame);
  }

  /** The user saw other content there until now. @param {Box[]} parts  in pixels of the frame @param {number} from  since when */
  looked(parts, from) {
    this.parts = parts;
    this.changed = { from, to: performance.now() };
  }

  /** @param {boolean} over */
  hover(over) {
    this.hovered = over;
    this.#stopWaiting();
    this.look();
  }

  /** Checks now, and again while a button could be pressed. @param {Set<Node>} [plain]  as for `isDisguised` */
  look(plain) {
    if (this.timer || round.checks.has(this) || !(this.hovered || (this.inView && this.pressable()))) return;
    this.#restartIfMoved();
    this.popups?.look();
    if (isDisguised(this.frame, plain)) this.maskedAt = performance.now();
    if (!this.hovered) {
      round.join(this);
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.look();
    }, CLOSE_LOOK);
  }

  #restartIfMoved() {
    const place = rectOf(this.frame);
    if (!isElsewhere(place, this.place)) return;
    this.since = performance.now();
    this.#track(place);
  }

  /**
   * An observer whose root is exactly the frame's place reports any move, also of a frame that is partly cut off.
   * @param {DOMRect} place
   */
  #track(place) {
    this.place = place;
    this.stillness?.disconnect();
    const { left, top, right, bottom, height: tall } = place;
    if (right <= left || bottom <= top) return;
    const view = rootElement();
    const width = view.clientWidth || innerWidth;
    const height = view.clientHeight || innerHeight;
    const margin = [top, width - right, height - bottom, left].map((edge) => `${-Math.floor(edge)}px`).join(" ");
    this.stillness = new IntersectionObserver(() => this.#restartIfMoved(), {
      rootMargin: margin,
      threshold: partsOf(tall),
    });
    this.stillness.observe(this.frame);
  }

  /** The press began. @param {Pointed} pointed */
  down(pointed) {
    this.began = this.objection(pointed);
  }

  /** @param {Pointed} pointed @returns {string} why the press does not count, or "" */
  press(pointed) {
    const why = this.began ?? mark("it did not begin there");
    this.began = null;
    return why || this.objection(pointed);
  }

  /**
   * @param {Pointed} pointed  a press on this block, or on another block that runs this one too
   * @param {number} [dwell]  ms for which the block must not have moved
   * @returns {string} why the press does not count, or ""
   */
  objection({ at, boxes }, dwell = DWELL) {
    // By the event's timestamp: a busy page may handle it much later.
    const now = at - performance.timeOrigin;
    this.#restartIfMoved();
    if (isDisguised(this.frame)) this.maskedAt = performance.now();
    if (now - this.maskedAt < MASKED) return mark("the page masks or shrinks the block");
    const { from, to } = this.changed;
    if (now >= from && now - to < DWELL && overlap(boxes, this.parts)) return COVERED;
    if (now - this.since < dwell || isAnimated(this.frame)) return mark("the block has just appeared or moved");
    if (this.popups?.mayCover(now, rectOf(this.frame))) return POPUP;
    return boxes.every((box) => isOnTop(this.frame, box)) ? "" : COVERED;
  }
}
