/**
 * One press that runs several calls. It runs the calls that Python allows to run together, if the press passes the same
 * checks as on each call's own button: name, arguments and button fully visible, uncovered and unmoved for half a
 * second. The button shows the number of calls; if the check fails for one of them, none runs.
 */
import { mark, t } from "../platform/language.js";
import { rectOf } from "../platform/captured_dom.js";

/** Ms in which changes are gathered. */
const SOON = 50;

/** @typedef {import("./face_frame.js").Face} Face */
/** @typedef {import("./block_state.js").BlockState} BlockState */
/** @typedef {{ face: Face, state: BlockState, nonce: string }} Candidate */

/** @param {Candidate[]} candidates  the calls that a press on the button runs */
const keyOf = (candidates) => candidates.map(({ state, nonce }) => `${state.id} ${nonce}`).join();

export class RunTogether {
  /** @param {import("./face_pool.js").FacePool} pool */
  constructor(pool) {
    this.pool = pool;
    this.timer = 0;
    /** The calls that the button runs. @type {Candidate[]} */
    this.offered = [];
  }

  soon() {
    if (!this.timer && !this.pool.signal.aborted) this.timer = setTimeout(() => this.#offer(), SOON);
  }

  /** @returns {Candidate[]} in the order of the page */
  #candidates() {
    const found = [];
    for (const face of this.pool.faces) {
      if (!face.drawn || !face.content || face.top.doubtful) continue;
      for (const state of face.content.states) {
        const { together, buttons = [], nonce } = state.view;
        if (together && nonce && state.readable && buttons.includes("execute")) found.push({ face, state, nonce });
      }
    }
    const top = (/** @type {Candidate} */ { face }) => rectOf(face.frame).top;
    return found.sort((one, other) => top(one) - top(other));
  }

  #offer() {
    this.timer = 0;
    const found = this.#candidates();
    const wanted = found.length > 1 ? found : [];
    if (keyOf(wanted) === keyOf(this.offered)) return;
    const before = this.offered.at(-1);
    const last = wanted.at(-1);
    if (before && before.state !== last?.state) before.face.send({ k: "together", id: before.state.id, ids: [] });
    this.offered = wanted;
    last?.face.send({ k: "together", id: last.state.id, ids: wanted.map(({ state }) => state.id) });
  }

  /**
   * @param {Face} face @param {BlockState} state  the block that has the button
   * @param {{ pointed: import("../face/face_protocol.js").Pointed, ids: string[] }} press
   * @returns {Promise<string>} why the press does not count, or ""
   */
  async press(face, state, { pointed, ids }) {
    const { offered } = this;
    const why = face.check.press(pointed);
    if (why || !offered.length || ids.join() !== offered.map((one) => one.state.id).join()) {
      return face.refuse(state, "together", why || mark("other calls are in view now"));
    }
    const objections = await Promise.all(offered.map((one) => one.face.judge(one.state.id, pointed.at)));
    const unseen = objections.filter((each) => each).length;
    if (unseen || keyOf(this.#candidates()) !== keyOf(offered)) {
      const words = unseen
        ? t("{unseen} of the {count} calls could not be seen in full for a moment", { unseen, count: offered.length })
        : mark("the calls changed just now");
      return face.refuse(state, "together", words);
    }
    for (const { state: one, nonce } of offered) this.pool.press(one, "together", nonce);
    return "";
  }
}
