/**
 * The content of one host: the text around a call, and the blocks. Blocks are drawn in a frame that the page can't
 * reach (face_pool.js). Until the frame is ready, and while the site rebuilds the nodes around the host (which ends the
 * document of a frame in it), they are drawn in the host's shadow tree, where a press does not count.
 */
import { mark, t } from "../platform/language.js";
import { create, isConnected, isElement, parentOf } from "../platform/captured_dom.js";
import { HOST, SHEET } from "../face/block_styles.js";
import { makeBeginning } from "../face/beginning.js";
import { fitIn } from "../face/block_dom.js";
import { FunctionBlock } from "../face/function_block.js";

/** Ms without a rebuild after which a frame may be made again. */
const CALM = 300;
/** Ms: a site with less time between two rebuilds counts as constantly rebuilding. */
const RESTLESS = 1000;
const NOT_YET = mark("The page is still drawing this message. Click again in a moment.");
const UNANSWERED = mark(
  "overlay's frames in this page do not answer, so a press here would not be safe. Wait some seconds, or run the call from overlay's own window.",
);
const LATER = mark("The result is shown here in a moment.");

/** By text: the sheet of hosts, and that of blocks, which takes the browser some milliseconds to read. @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();
/** @param {string} text @returns {CSSStyleSheet} */
const sheetOf = (text) => {
  let sheet = sheets.get(text);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(text, sheet);
  }
  return sheet;
};

/** By height in pixels. @type {Map<number, CSSStyleSheet>} */
const rooms = new Map();
/**
 * Returns the sheet of a host that draws nothing: a plain box, as wide as one with a frame (block_styles.js). Containment or a
 * position would give it a paint layer, and the browser's visibility tracking visits every layer for each tracked part.
 * @param {number} height
 */
const sheetOfRoom = (height) => {
  const known = rooms.get(height);
  if (known) return known;
  const room = new CSSStyleSheet();
  room.replaceSync(`:host { all: initial !important; display: grid !important;
    grid-template-columns: minmax(0, 520px) !important; min-height: ${height}px !important; }`);
  rooms.set(height, room);
  return room;
};

/** @param {string} name */
const box = (name) => {
  const element = create("div");
  element.className = name;
  return element;
};

/** @typedef {import("./block_state.js").BlockState} BlockState */

export class HostContent {
  /**
   * @param {HTMLElement} host
   * @param {ShadowRoot} root
   * @param {object} parts
   * @param {import("./face_pool.js").FacePool | null} parts.pool  null: blocks are drawn in the page, as in a replay
   * @param {(state: BlockState, action: import("../protocol.js").Action, nonce: string) => void} parts.press  called for a press in the host's shadow tree
   */
  constructor(host, root, { pool, press }) {
    this.host = host;
    this.root = root;
    this.pool = pool;
    this.pressed = press;
    /** @type {BlockState[]} */
    this.states = [];
    /** @type {import("../face/face_protocol.js").Around} */
    this.around = { dark: false, rtl: false };
    /** The host is near the view; null: not known yet. @type {boolean | null} */
    this.near = null;
    /** When the site last rebuilt the nodes around the host, in ms of the page's clock. */
    this.rebuiltAt = -Infinity;
    /** @type {import("./face_frame.js").Face | null} */
    this.shownBy = null;
    /** @type {{ list: HTMLElement, blocks: Map<string, FunctionBlock> } | null} */
    this.plain = null;
    /** What is drawn before there is a block. @type {HTMLElement | null} */
    this.beginning = null;
    /** The height in pixels while nothing is drawn. */
    this.reserved = 0;
    /** The height of the block that the host showed before overlay started again; 0: not known. */
    this.kept = 0;
    this.lead = box("words");
    this.place = box("place");
    this.trail = box("words");
    this.styled = false;
  }

  /** @returns {import("./face_frame.js").Face | null} */
  get face() {
    return this.shownBy;
  }

  set face(face) {
    this.shownBy = face;
    this.#updateStyle();
  }

  /** Gives the host its tree and style while it shows something, and makes it a plain box otherwise. */
  #updateStyle() {
    const drawsHere = !!(this.plain || this.beginning);
    const shows = !!(this.shownBy || drawsHere || this.lead.textContent || this.trail.textContent);
    const { root } = this;
    // Only blocks that are drawn here need the long sheet: most are drawn in a frame.
    if (drawsHere && this.styled && root.adoptedStyleSheets.length === 1) root.adoptedStyleSheets.push(sheetOf(SHEET));
    if (shows && this.styled) return;
    this.styled = shows;
    if (shows) root.adoptedStyleSheets = [sheetOf(HOST), ...(drawsHere ? [sheetOf(SHEET)] : [])];
    else root.adoptedStyleSheets = [sheetOfRoom(Math.round(this.reserved))];
    // A frame has no height until it has drawn: without a reserved height, the content below would move up.
    this.place.style.minHeight = this.shownBy && !this.plain ? `${this.reserved}px` : "";
    if (shows && !parentOf(this.place)) root.append(this.lead, this.place, this.trail);
  }

  /** Shows the text around a call in the same paragraph. @param {string} lead @param {string} trail @param {Element | null} like  has the text's style */
  setText(lead, trail, like) {
    if (this.lead.textContent !== lead) this.lead.textContent = lead;
    if (this.trail.textContent !== trail) this.trail.textContent = trail;
    if (this.face || this.plain) this.#updateStyle();
    else this.#reserve(this.reserved);
    if (!like || !isElement(like) || !(lead || trail)) return;
    const { font, color } = getComputedStyle(like);
    for (const part of [this.lead, this.trail]) Object.assign(part.style, { font, color });
  }

  /** Shows or removes the block without a name; a host with other blocks shows none. @param {boolean} begins @returns {boolean} whether something changed */
  begin(begins) {
    if (begins === !!this.beginning || (begins && this.states.length)) return false;
    this.#beforeResize();
    this.beginning?.remove();
    this.beginning = begins ? makeBeginning(this.around) : null;
    this.#updateStyle();
    if (this.beginning) this.place.append(this.beginning);
    return true;
  }

  /** @param {BlockState} state @param {number} index  its position among the blocks */
  add(state, index) {
    this.begin(false);
    this.states.splice(Math.min(index, this.states.length), 0, state);
    state.content = this;
    this.face?.show(state, this.states.indexOf(state));
    if (this.plain) this.#draw(state);
    else if (!this.face && (!this.pool || state.unit.live)) this.drawPlain();
    if (!this.face && !this.plain) this.#reserve();
    if (state.unit.live) this.pool?.want(this);
  }

  /** @param {BlockState} state @param {import("../protocol.js").BlockView} view */
  update(state, view) {
    this.face?.update(state.id, view);
    this.plain?.blocks.get(state.id)?.draw(this.#safe(view));
  }

  /** @param {BlockState} state @param {string} key @param {string} text @param {boolean} done */
  append(state, key, text, done) {
    this.face?.send({ k: "append", id: state.id, key, text, done });
    this.plain?.blocks.get(state.id)?.append(key, text, done);
  }

  /** @param {BlockState} state */
  remove(state) {
    this.states = this.states.filter((other) => other !== state);
    state.content = null;
    this.face?.drop(state.id);
    this.plain?.blocks.get(state.id)?.dispose();
    this.plain?.blocks.delete(state.id);
    if (!this.states.length) this.pool?.release(this);
    if (!this.face && !this.plain) this.#reserve();
  }

  /** @param {import("../face/face_protocol.js").Around} around */
  fitIn(around) {
    this.around = around;
    for (const list of [this.plain?.list, this.beginning]) if (list) fitIn(list, around);
    this.face?.send({ k: "around", around });
  }

  /** Must be called before the host is inserted again, after the site removed it: a frame in it has ended. */
  beforeReturn() {
    if (!this.pool || !this.states.length) return;
    const now = performance.now();
    const restless = now - this.rebuiltAt < RESTLESS;
    this.rebuiltAt = now;
    // A host that is not near the view is drawn when it comes near.
    if (!this.face && !this.plain && this.near === false) return;
    if (!this.face?.floating) {
      this.pool.discard(this);
      this.drawPlain();
    }
    if (restless && this.near !== false) this.pool.float(this);
    else this.pool.later(this, CALM);
  }

  /** @returns {boolean} the site has not rebuilt the nodes around the host for a while */
  isCalm() {
    return performance.now() - this.rebuiltAt >= CALM;
  }

  drawPlain() {
    if (this.plain) return;
    this.#beforeResize();
    const list = box("blocks");
    fitIn(list, this.around);
    this.plain = { list, blocks: new Map() };
    this.#updateStyle();
    this.place.append(list);
    this.place.style.minHeight = "";
    for (const state of this.states) this.#draw(state);
  }

  /** Removes the blocks from the shadow tree: the frame shows them now. */
  clearPlain() {
    if (this.plain) this.#beforeResize();
    for (const block of this.plain?.blocks.values() ?? []) block.dispose();
    this.plain?.list.remove();
    this.plain = null;
    this.place.style.minHeight = "";
  }

  #beforeResize() {
    if (this.isPlaced()) this.pool?.resizing(this.host);
  }

  /** Reserves the height of blocks that are not drawn. @param {number} [height]  in pixels; default: estimated */
  #reserve(height = this.kept || this.states.reduce((sum, state) => sum + state.height(), 0)) {
    if (height !== this.reserved) this.#beforeResize();
    this.reserved = height;
    this.#updateStyle();
    if (this.styled) this.place.style.minHeight = `${height}px`;
  }

  /** Handles that another host got the frame. @param {number | null} height  of the content that the frame showed, in pixels; null: it had drawn nothing yet */
  releaseFace(height) {
    this.shownBy = null;
    for (const state of this.states) state.readable = false;
    if (!this.plain) this.#reserve(this.states.length ? (height ?? this.reserved) : 0);
  }

  /** @returns {boolean} */
  isPlaced() {
    return isConnected(this.host) && !!parentOf(this.host);
  }

  /** Removes results and forms from a view for the shadow tree, in which the page could find them. @param {import("../protocol.js").BlockView} view */
  #safe(view) {
    if (!this.pool) return view;
    const { form, ...safe } = view;
    return safe.result ? { ...safe, result: { text: t(LATER), error: safe.result.error } } : safe;
  }

  /** @param {BlockState} state */
  #draw(state) {
    if (!this.plain) return;
    const { list, blocks } = this.plain;
    const snapshot = state.snapshot();
    const block = new FunctionBlock(
      state.id,
      {
        press: (action, nonce) => {
          state.pressed = Promise.resolve("");
          this.pressed(state, action, nonce);
        },
        answered: (why) => {
          state.pressed = Promise.resolve(why);
        },
        down: () => {},
        unseen: () => {},
        touch: () => this.pressed(state, "touch", ""),
        raw: () => block.showRaw(state.raw()),
        held: (height) => {
          state.held = height;
        },
        ui: (open, touched) => {
          state.fold(open, touched);
          // Its frame may have been told everything already, and replaces this block in a moment.
          if (touched) this.face?.show(state, this.states.indexOf(state));
        },
      },
      { inert: () => (this.pool?.isPaused() ? UNANSWERED : NOT_YET) },
    );
    blocks.set(state.id, block);
    list.insertBefore(block.block, list.children[this.states.indexOf(state)] ?? null);
    block.restore({ ...snapshot, view: this.#safe(snapshot.view) });
  }
}
