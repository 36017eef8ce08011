/**
 * A layer of the page that paints nothing and lets presses through (a container of toasts, a card's `::after`) makes
 * the browser's visibility tracking report "covered". Python takes some screenshots of the block in its place and one with
 * its frame in the browser's top layer. If all are equal, the frame stays there: the page can't paint over it any more,
 * so the tracking reports correctly again, and only the time from then on counts: screenshots may miss what blinks. If they
 * differ, the frame goes back, and no press counts.
 */
import { elementAt, isConnected, rectOf, elementsAt } from "../platform/captured_dom.js";
import { onScroll } from "../platform/scroll_events.js";
import { ComparedParts, ringAround } from "./compared_parts.js";
import { drawnArea, isAround, foreignAt, pointsOf } from "./frame_points.js";
import { scrollAround } from "./wheel_scroll.js";
import { isRecoloured, isTurned } from "./ancestor_styles.js";
import { isOnTop, outermost } from "./hit_test.js";
import { colourFilterOf } from "./page_filter.js";
import { clip, common } from "./frame_area.js";
import { pointsAtBars } from "./page_bars.js";
import { painted } from "./picture_diff.js";

/** Ms that a block must not move before it is compared. */
const STILL = 100;
/** Ms between two checks of a raised frame. */
const LOOK = 100;
/** Ms until the next comparison after the screenshots differed: the first and the longest wait. */
const AGAIN = { first: 100, most: 16_000 };
/** Ms within which the visibility tracking must report that nothing lies over a raised frame: on a busy machine, some seconds. */
const OVERTAKEN = 3000;
/** Ms after which the tracking has noticed that a lowered frame is covered again. */
const COVERED_AGAIN = 400;
/** The browser cuts a length off after 1/64 pixel of the screen: less than that is added, so that no rounding error shortens it. */
const ROUNDING = 1 / 256;
const SIGN = "0 0 0 1px #0000000c, 0 0 0 2px #ffffff0c";
/** How many times as long as a search for bars that led to no comparison the pause after it is. */
const SHARE = 10;
/** Ms after a block was not proved to be seen until it is compared for that again. */
const PROVE_AGAIN = 2000;
/** Pixels that may differ outside the parts that must be read: a round corner may be drawn slightly differently. */
const FEW = 12;

/** @typedef {import("../face/face_protocol.js").Covered} Covered */
/** @typedef {import("./frame_area.js").Area} Area */
/** @typedef {import("./frame_points.js").Point} Point */

export class TopLayer {
  /**
   * @param {import("./face_frame.js").Face} face
   * @param {() => void} ask  asks for the comparison of two screenshots
   */
  constructor(face, ask) {
    this.face = face;
    this.ask = ask;
    /** The covered parts of each block. @type {Map<string, Covered>} */
    this.covered = new Map();
    this.raised = false;
    this.raisedAt = 0;
    /** A comparison is under way. */
    this.asked = false;
    this.doubtfulUntil = 0;
    /** @type {ComparedParts | null} */
    this.compared = null;
    /** @type {((stays: boolean) => void)[]} */
    this.judged = [];
    /** Those that wait for a proof that the user can see the block. @type {((proved: boolean) => void)[]} */
    this.proofs = [];
    this.proveAt = 0;
    /** When bars may be searched for again. */
    this.searchAt = 0;
    /** How many looks at a block are under way: a frame that the page recolours in its place is raised only for them. */
    this.held = 0;
    this.plain = false;
    /** Those that are compared though the tracking calls them uncovered. @type {Set<string>} */
    this.lent = new Set();
    /** The last comparison for a proof came to no result, since a picture was missing. */
    this.unproved = false;
    this.wait = AGAIN.first;
    this.notBefore = 0;
    /** The frame's position at the last check. */
    this.triedAt = "";
    this.timer = 0;
    /** Points at which no element of the page took presses when the frame was raised. @type {Point[]} */
    this.freePoints = [];
    /** Points of the page's bars at which the frame was cut. @type {Point[]} */
    this.barPoints = [];
    this.place = "";
    /** Where the frame is drawn in its place. @type {Area | null} */
    this.drawn = null;
    this.end = new AbortController();
    onScroll(() => {
      if (this.raised && !this.#inPlace()) this.lower();
    }, this.end.signal);
  }

  dispose() {
    this.end.abort();
    clearTimeout(this.timer);
    this.lower();
    for (const answer of [...this.judged.splice(0), ...this.proofs.splice(0)]) answer(false);
  }

  /** @returns {boolean} the block is compared, or the tracking may not have noticed yet what covers it again */
  get doubtful() {
    return this.asked || performance.now() < this.doubtfulUntil;
  }

  /** Must be called when the frame gets other blocks. */
  reset() {
    this.lower();
    this.covered.clear();
    this.wait = AGAIN.first;
    this.notBefore = 0;
  }

  /** @param {string} id  of a block @param {Covered | null} covered  null: nothing lies over it */
  sight(id, covered) {
    // From now on the entry is the tracking's: it does not report an equal one again.
    this.lent.delete(id);
    if (covered) this.covered.set(id, covered);
    else this.covered.delete(id);
    this.#soon();
  }

  /** Checks again soon, regardless of earlier results, since the user pressed. */
  hurry() {
    this.notBefore = 0;
    this.#soon();
  }

  #soon() {
    if (!this.timer && (this.raised || this.covered.size)) this.timer = setTimeout(() => this.#look(), LOOK);
  }

  #look() {
    this.timer = 0;
    const now = performance.now();
    // Elements that entered the top layer later lie over it again.
    const overtaken = this.#isCoveredAgain() && !this.asked && now - this.raisedAt > OVERTAKEN;
    if (this.raised && (overtaken || !this.#undisturbed())) this.lower();
    // Screenshots of a moving frame do not prove anything about its current position.
    const at = key(rectOf(this.face.frame));
    if (at !== this.triedAt) {
      this.triedAt = at;
      this.wait = AGAIN.first;
      this.notBefore = 0;
    }
    if (
      !this.raised &&
      !this.asked &&
      this.covered.size &&
      now >= this.notBefore &&
      this.face.check.still(STILL) &&
      document.visibilityState === "visible"
    )
      this.#begin();
    this.#soon();
  }

  /** @returns {boolean} the tracking calls a block covered that no bar of the page covered when the frame was raised */
  #isCoveredAgain() {
    return [...this.covered.keys()].some((id) => !this.compared?.leftOut.has(id));
  }

  /** @param {string} [proved]  the block of a proof: it is compared also if the page fades, filters or blends it */
  #begin(proved = "") {
    if (visualViewport && visualViewport.scale !== 1) return;
    const { frame, content } = this.face;
    // An element that receives presses there is not an empty layer.
    const isFree = (/** @type {Covered} */ { boxes }) => boxes.every((box) => isOnTop(frame, box));
    const leftOut = new Set([...this.covered].filter(([, parts]) => !isFree(parts)).map(([id]) => id));
    if (leftOut.has(proved) || leftOut.size === this.covered.size) return;
    // Such an effect is not a layer over the frame, and is visible only on some backgrounds.
    if (isTurned(frame) || (!proved && isRecoloured(frame))) return;
    const seen = content && clip(content.host, rectOf(frame));
    if (!seen) return;
    const began = performance.now();
    if (began < this.searchAt) return;
    const compared = new ComparedParts(frame, this.covered, leftOut, seen);
    if (compared.isEmpty || !compared.isCutFree) {
      // Its hit tests cost most: a page could ask for them again and again.
      const now = performance.now();
      this.searchAt = now + SHARE * (now - began);
      return;
    }
    this.compared = compared;
    this.asked = true;
    // A screenshot may show the page as it was some frames before.
    void Promise.all([drawnArea(frame), painted()]).then(([drawn]) => {
      this.drawn = drawn;
      this.ask();
    });
  }

  /**
   * Moves the frame into the browser's top layer, above all elements of the page, cut as the page cuts it: Chromium
   * drops presses on a frame whose visible area got another size in the last 500 ms (`RectInParentIsStable`). Bars of
   * the page cut it too, though that changes the size.
   */
  raise() {
    const { face } = this;
    const { frame, wrapper, content } = face;
    if (!this.asked || !this.covered.size || !content || face.floating || !isConnected(frame)) return;
    const around = rectOf(frame);
    const { drawn, compared } = this;
    const inPage =
      drawn &&
      Math.abs(drawn.top - around.top) < 1 &&
      Math.abs(drawn.left - around.left) < 1 &&
      clip(content.host, drawn);
    if (!drawn || !inPage || !compared) return;
    const seen = common(inPage, compared.freeArea);
    this.place = key(around);
    const own = outermost(frame);
    const { within, beyond } = pointsAtBars(inPage, compared.freeArea);
    this.freePoints = [...pointsOf(around, seen), ...within].filter(([x, y]) => elementAt(x, y) === own);
    this.barPoints = beyond.filter((point) => foreignAt(point, own));
    const zoom = /** @type {any} */ (frame).currentCSSZoom ?? 1;
    content.place.style.minHeight = `${face.height}px`;
    const px = (/** @type {number} */ size) => `${(size + (Math.sign(size) * ROUNDING) / devicePixelRatio) / zoom}px`;
    const { left, top, right, bottom } = seen;
    wrapper.popover = "manual";
    Object.assign(wrapper.style, {
      left: px(left),
      top: px(top),
      width: px(right - left),
      height: px(bottom - top),
      boxShadow: SIGN,
      filter: this.proofs.length ? colourFilterOf(frame) : "",
    });
    Object.assign(frame.style, { left: px(drawn.left - left), top: px(drawn.top - top), width: px(around.width) });
    wrapper.showPopover();
    this.raised = true;
    this.raisedAt = performance.now();
  }

  /** @param {number} time  in ms @returns {boolean} */
  raisedFor(time) {
    return this.raised && performance.now() - this.raisedAt >= time;
  }

  /** Moves the frame back to its place. */
  lower() {
    if (!this.raised) return;
    this.raised = false;
    const { frame, wrapper, content } = this.face;
    if (wrapper.popover) {
      if (isConnected(wrapper)) wrapper.hidePopover();
      wrapper.popover = null;
    }
    wrapper.style.cssText = "";
    for (const name of ["left", "top", "width"]) frame.style.removeProperty(name);
    if (content && !content.plain) content.place.style.minHeight = "";
  }

  /** @param {import("./picture_diff.js").Pictures | null} pictures  null: the screenshots can't be compared */
  judge(pictures) {
    this.asked = false;
    // A frame that moved meanwhile is compared again as soon as it stays in place.
    const photographed = this.raised && !!pictures && pictures.differ(ringAround(this.face.wrapper)) > 0;
    const { compared } = this;
    const same = photographed && !!compared && pictures.differ(compared.weight) <= FEW;
    // The page recolours the frame only in its place.
    const stays = same && !isRecoloured(this.face.frame);
    const proved = same || (photographed && !!compared && pictures.recoloured(compared.isNeeded));
    this.unproved = !photographed;
    if (photographed && !proved) this.proveAt = performance.now() + PROVE_AGAIN;
    for (const answer of this.proofs.splice(0)) answer(proved);
    const { raised } = this;
    this.face.wrapper.style.removeProperty("box-shadow");
    // For a while the user sees the block in its own colours, which the tracking requires.
    this.face.wrapper.style.removeProperty("filter");
    this.plain = proved && !stays && this.held > 0;
    if (stays) {
      this.wait = AGAIN.first;
    } else {
      if (!this.plain) this.#lowerChanged();
      this.notBefore = performance.now() + (raised ? this.wait : 0);
      this.wait = Math.min(AGAIN.most, this.wait * (raised ? 2 : 1));
    }
    for (const answer of this.judged.splice(0)) answer(stays);
    if (!stays) this.doubtfulUntil = performance.now() + COVERED_AGAIN;
    setTimeout(() => this.face.pool.together.soon(), stays ? 0 : COVERED_AGAIN);
    this.#soon();
  }

  /** The user saw these blocks differently while the frame was raised. */
  #lowerChanged() {
    if (this.raised) this.face.check.looked(this.compared?.blocks ?? [], this.raisedAt);
    this.lower();
  }

  /** A look at a block has ended. */
  release() {
    this.held -= 1;
    if (!this.held) {
      for (const id of this.lent) this.covered.delete(id);
      this.lent.clear();
    }
    if (!this.plain || this.held) return;
    this.plain = false;
    this.#lowerChanged();
    this.doubtfulUntil = performance.now() + COVERED_AGAIN;
  }

  /**
   * Compares a block of which the tracking says nothing good, also on a page that recolours it.
   * @param {string} id @param {Covered} parts  of the block @returns {Promise<boolean>} what is painted in its place is the block, perhaps in other colours
   */
  async proves(id, parts) {
    this.unproved = this.asked;
    while (this.asked) await new Promise((go) => this.judged.push(go));
    if (this.raised || performance.now() < this.proveAt) return false;
    if (!this.covered.has(id)) {
      this.covered.set(id, parts);
      this.lent.add(id);
    }
    this.#begin(id);
    return this.asked ? new Promise((answer) => this.proofs.push(answer)) : false;
  }

  /**
   * @param {import("../face/face_protocol.js").Box[]} boxes  of the pressed part and the parts that must be read
   * @param {number} at  time of the press: a frame that was raised later does not count
   * @returns {Promise<boolean>} false if the page was found to paint something over their block just now
   */
  settled(boxes, at) {
    return this.asked && this.raised && this.raisedAt <= at && this.compared?.touches(boxes)
      ? new Promise((answer) => this.judged.push(answer))
      : Promise.resolve(true);
  }

  /** @returns {boolean} the block is where it was when it was raised */
  #inPlace() {
    const { frame, wrapper, content } = this.face;
    if (!content || !isConnected(wrapper) || !wrapper.matches(":popover-open")) return false;
    const { left, top, width } = rectOf(content.place);
    return key({ left, top, width, height: rectOf(frame).height }) === this.place;
  }

  /** @param {number} x @param {number} y @returns {Element | null} the topmost element there while the frame is in its place */
  elementAt(x, y) {
    const [first = null, second = null] = elementsAt(x, y);
    return this.raised && first === outermost(this.face.frame) ? second : first;
  }

  /** @returns {boolean} the block is in place, and no element of the page covers it */
  #undisturbed() {
    if (!this.#inPlace()) return false;
    const { frame } = this.face;
    const own = outermost(frame);
    // A bar that is gone or smaller leaves an empty strip.
    if (!this.barPoints.every((point) => foreignAt(point, own))) return false;
    return this.freePoints.every(([x, y]) => {
      const [first, second] = elementsAt(x, y);
      // The next element below the frame is its own place, unless an element is between them.
      return first === own && (second === own || !second || isAround(second, own));
    });
  }

  /**
   * Scrolls the element around the block for a wheel event over the raised frame, which is outside of it. The browser
   * scrolls the document by itself; both would move the block twice.
   * @param {number} x @param {number} y
   */
  wheel(x, y) {
    if (!this.raised) return;
    const host = this.face.content?.host ?? null;
    this.lower();
    if (host) scrollAround(host, x, y);
  }
}

/** @param {{ left: number, top: number, width: number, height: number }} rect */
const key = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join();
