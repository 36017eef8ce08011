/** Whether the user can see a block whose call is to run automatically: what its frame and the page's checks say of it. */
import { bringIntoView, isOutOfView } from "./hidden_part.js";
import { POPUP } from "./press_check.js";
import { anyRunning } from "./running_animations.js";

/** How often a block is raised for one look at most, ms in which it must be seen then, and ms between two looks. */
const TRIED = 2;
const ON_TOP = 3000;
const AGAIN = 60;
/** Ms for which a block must be seen that was covered or is raised. */
const DWELL = 500;
/** Ms in which the tracking notices a block that came into view or faded in, and the time begins for which it must be seen. */
const TRACKED = 200;
/** Ms in which a page scrolls by itself to what it has just written. */
const SCROLLED = 50;
/** Ms between two frames: between them a page can show an animation that no frame has, or, if longer, in a tree that is closed. */
const GAP = { animated: 50, most: 150 };

/** @typedef {import("./face_questions.js").Looked} Looked */

/**
 * A page that keeps its thread busy can time its frames: each shows a cover away that an animation, drawn by the browser's
 * compositor, has over the block between them.
 * @param {number} gap  the most ms between two frames @returns {boolean} what the frames show is what the user saw
 */
const isLookedAt = (gap) => gap <= GAP.animated || (gap <= GAP.most && !anyRunning());

const wait = (/** @type {number} */ time) => new Promise((go) => setTimeout(go, time));

export class FaceLook {
  /** @param {import("./face_frame.js").Face} face */
  constructor(face) {
    this.face = face;
  }

  /**
   * Whether the user can see the block now, by the checks of a press except the time for which it was visible.
   * @param {string} id @returns {Promise<import("../protocol.js").Sight>}
   */
  async sighted(id) {
    const { top, drawn } = this.face;
    top.unproved = false;
    if (!drawn) return "undrawn";
    top.held += 1;
    try {
      return await this.#untilShown(id);
    } finally {
      top.release();
    }
  }

  /**
   * A block that the tracking has not found visible yet is looked at again for a while. One that it calls covered is compared
   * in screenshots, and raised if nothing is painted over it; then it must be in full view on top of the page for a while.
   * So it does not matter what the screenshots missed.
   * @param {string} id @returns {Promise<import("../protocol.js").Sight>}
   */
  async #untilShown(id) {
    const { face } = this;
    if (await this.#isAway(id)) return "away";
    const began = performance.now();
    for (let tries = TRIED; ; ) {
      const { shown, covered, boxes, whole, gap } = await this.#looked(id);
      if (!boxes.length || !whole) return "undrawn";
      const pointed = { at: performance.timeOrigin + performance.now(), boxes };
      const why = face.check.objection(pointed, 0);
      if (why === POPUP) return "popup";
      if (isOutOfView(face, boxes)) return "away";
      if (why) return "covered";
      if (shown && (isLookedAt(gap) || face.top.raisedFor(DWELL))) {
        const later = await face.objectionLater(pointed);
        return later === POPUP ? "popup" : later ? "covered" : "seen";
      }
      if (face.top.raised) {
        if (performance.now() - face.top.raisedAt > ON_TOP) return "covered";
        await wait(AGAIN);
      } else if (!shown && !covered && performance.now() - began < TRACKED + DWELL) {
        await wait(AGAIN);
      } else if (!tries || !(await face.top.proves(id, { boxes, whole }))) return "covered";
      else tries -= 1;
    }
  }

  /** @param {string} id @returns {Promise<boolean>} a part of it is out of view, and the page does not scroll there */
  async #isAway(id) {
    for (const pause of [0, SCROLLED]) {
      if (pause) await wait(pause);
      const { boxes } = await this.#looked(id, true);
      if (!boxes.length || !isOutOfView(this.face, boxes)) return false;
    }
    return true;
  }

  /** Scrolls what must be read of a block into view. It is compared there at once, whatever was found before. @param {string} id */
  async bring(id) {
    this.face.top.proveAt = 0;
    bringIntoView(this.face, (await this.#looked(id, true)).boxes);
  }

  /**
   * @param {string} id @param {boolean} [atOnce]  without looking at the browser's frames: the block does not count as shown
   * @returns {Promise<Looked>} what must be read of a block, and whether it is in full view
   */
  #looked(id, atOnce = false) {
    /** @type {Looked} */
    const gone = { shown: false, covered: false, boxes: [], whole: null, gap: 0 };
    return this.face.questions.ask((number) => ({ k: "look", number, id, atOnce }), gone);
  }
}
