/**
 * The content of a block, kept outside the DOM, since the page may remove and rebuild the nodes that show it.
 */

/** Heights of a block's parts, in pixels. */
const SIZES = { head: 111, least: 84, most: 300, around: 18, param: 36, line: 18 };
/** Visible lines of an argument, and characters per line. */
const LINES = 12;
const WIDTH = 110;

/** @param {string} text @returns {number} */
const linesOf = (text) => {
  let count = 0;
  for (const line of text.slice(0, LINES * WIDTH).split("\n")) count += Math.max(1, Math.ceil(line.length / WIDTH));
  return Math.min(LINES, count);
};

export class BlockState {
  /** @param {string} id @param {import("../reading/text_unit.js").Unit} unit */
  constructor(id, unit) {
    this.id = id;
    this.unit = unit;
    /** @type {import("../protocol.js").BlockView} */
    this.view = {};
    /** @type {Map<string, { key: string, text: string, done: boolean }>} */
    this.params = new Map();
    /** @type {boolean | null} */
    this.open = null;
    this.touched = false;
    /** Fixed height of its result in pixels, so that a block that is drawn again is as tall as before; 0: not fixed. */
    this.held = 0;
    /** All parts that must be read before it runs are fully visible. */
    this.readable = false;
    /** They were, for half a second, since its arguments last changed. */
    this.read = false;
    /** The texts that were typed into its form. @type {Record<string, string>} */
    this.draft = {};
    /** Resolves with why the latest press did not count, or ""; null: no press on a button was noticed. @type {Promise<string> | null} */
    this.pressed = null;
    /** When the countdown ends, in ms of the page's clock. */
    this.endsAt = 0;
    /** When its run began, in ms of the page's clock. */
    this.beganAt = 0;
    /** @type {import("./host_content.js").HostContent | null} the host that shows it */
    this.content = null;
  }

  /** @param {import("../protocol.js").BlockView} view */
  merge(view) {
    this.view = { ...this.view, ...view };
    if (view.changes || view.name) this.read = false;
    if (view.form === null) this.draft = {};
    if (view.countdown) this.endsAt = performance.now() + view.countdown.left;
    if (typeof view.elapsed === "number") this.beganAt = performance.now() - view.elapsed;
  }

  /** @param {string} key @param {string} text @param {boolean} done */
  append(key, text, done) {
    this.read = false;
    const param = this.params.get(key);
    if (param) Object.assign(param, { text: param.text + text, done });
    else this.params.set(key, { key, text, done });
  }

  /**
   * The block was opened or closed where it is drawn. What the user did counts more than what happens automatically
   * elsewhere: the block may be drawn in two places while its frame appears.
   * @param {boolean} open @param {boolean} touched  by the user
   */
  fold(open, touched) {
    if (this.touched && !touched) return;
    this.open = open;
    this.touched = touched;
  }

  /** @returns {import("../face/face_protocol.js").Snapshot} */
  snapshot() {
    const { id, view, params, open, touched, draft, held } = this;
    const { countdown } = view;
    const left = Math.max(0, this.endsAt - performance.now());
    const times = countdown
      ? { countdown: { ...countdown, left } }
      : typeof view.elapsed === "number"
        ? { elapsed: performance.now() - this.beganAt }
        : {};
    return { id, view: { ...view, ...times }, params: [...params.values()], open, touched, draft, held };
  }

  /** @returns {string} the raw text that the block replaces */
  raw() {
    const [start, end] = this.view.span ?? [0, 0];
    return this.unit.tracker.text.slice(start, end);
  }

  /** @returns {boolean} whether the block has a button other than cancel */
  pressable() {
    return (this.view.buttons ?? []).some((button) => button !== "cancel");
  }

  /** @returns {boolean} the call is being written, and its tool's name is known */
  named() {
    return this.view.status === "streaming" && !!this.view.name;
  }

  /** @returns {number} the block's estimated height in pixels (see block_styles.js) */
  height() {
    const { head, least, most, around, param, line } = SIZES;
    if (!["streaming", "ready", "scheduled"].includes(this.view.status ?? "")) return head;
    let inner = around;
    for (const { text } of this.params.values()) inner += param + line * linesOf(text);
    return head + Math.min(most, Math.max(least, inner));
  }
}
