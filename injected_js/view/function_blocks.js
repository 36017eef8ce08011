/** The function blocks of the document, by id: their content, and the host that shows each. */
import { isOnDark } from "./backdrop.js";
import { BlockSight } from "./block_sight.js";
import { isRightToLeft } from "./page_direction.js";
import { BlockState } from "./block_state.js";
import { CallSight } from "./call_sight.js";
import { isConnected, isElement, parentOf, rectOf, rootElement } from "../platform/captured_dom.js";
import { FacePool } from "./face_pool.js";
import { mark, t } from "../platform/language.js";
import { visible } from "../face/visible_text.js";
import { HostContent } from "./host_content.js";

/** Ms between two checks of the site's colours. */
const COLOURS = 400;
/** Ms within which a block that was scrolled to must be drawn. */
const DRAWN = 2000;
/** Ms within which a press must be judged. */
const JUDGED = 5000;
/** Chromium passes no click to a frame that has just appeared or moved. */
const UNREACHED = mark("the button did not get the click: it has just appeared or moved, or something lies over it");
/** Maximum blocks of a history that are drawn at once with their commands, and the ms after which the others are drawn. */
const AT_ONCE = 60;
const GATHERED = 250;

export class FunctionBlocks {
  /**
   * @param {object} parts
   * @param {import("./host_elements.js").Hosts} parts.hosts
   * @param {(block: string, action: import("../protocol.js").Action, nonce: string, values?: Record<string, string>) => void} parts.press
   * @param {AbortSignal} parts.signal
   * @param {string} [parts.face]  the name of the frames in which blocks are drawn; "": they are drawn in the page
   * @param {boolean} [parts.hasPanel]  a call can also be run from overlay's own window
   * @param {(number: number) => void} [parts.compare]  asks for two screenshots of a block
   * @param {() => void} [parts.unstarted]  called when overlay's script may not run in a frame
   * @param {(element: Element) => void} [parts.outline]
   * @param {(element: Element) => void} [parts.resizing]  called before a block's height changes
   * @param {import("./browser_popups.js").BrowserPopups | null} [parts.popups]
   */
  constructor({
    hosts,
    press,
    signal,
    face = "",
    hasPanel = false,
    compare = () => {},
    unstarted = () => {},
    outline = () => {},
    resizing = () => {},
    popups = null,
  }) {
    this.hosts = hosts;
    this.signal = signal;
    /** @type {Map<string, BlockState>} */
    this.byId = new Map();
    /** @type {WeakMap<Element, HostContent>} */
    this.contents = new WeakMap();
    /** Hosts whose background colour must be checked. @type {Set<HostContent>} */
    this.unchecked = new Set();
    const pressed = (
      /** @type {BlockState} */ state,
      /** @type {import("../protocol.js").Action} */ action,
      /** @type {string} */ nonce,
      /** @type {Record<string, string> | undefined} */ values = undefined,
    ) => press(state.id, action, nonce, values);
    this.press = pressed;
    /** Called with the unit of a block that must be drawn although it may be far from the view. @type {(unit: import("../reading/text_unit.js").Unit) => void} */
    this.reach = () => {};
    /** Called after a block was removed. */
    this.dropped = () => {};
    this.callSight = new CallSight({
      stateOf: (id) => this.byId.get(id) ?? null,
      want: (content) => this.pool?.want(content, true),
      signal,
    });
    const scrolled = () => this.callSight.scrolled();
    this.pool = face
      ? new FacePool({
          key: face,
          press: pressed,
          hasPanel,
          compare,
          unstarted,
          outline,
          resizing,
          hosts,
          popups,
          scrolled,
          signal,
        })
      : null;
    this.sight = new BlockSight({
      contentOf: (host) => this.contents.get(host),
      want: (content) => this.pool?.want(content),
      came: (contents) => {
        for (const content of contents) this.unchecked.add(content);
        this.settle();
      },
      signal,
    });
    /** Blocks that will be drawn together: each change of a long page makes the browser lay out the whole page. @type {Map<BlockState, { host: Element, index: number }>} */
    this.waiting = new Map();
    this.gathering = 0;
    /** The number of blocks since the last `#gather`. */
    this.recent = 0;
    this.#watchColours();
    signal.addEventListener("abort", () => clearTimeout(this.gathering));
  }

  /** Checks the blocks' colours and direction again when the site changes its own. */
  #watchColours() {
    const look = () => {
      for (const content of this.sight.nearby) this.unchecked.add(content);
      this.settle();
    };
    let due = 0;
    // Elements that change colour by a transition have the final colour only at its end.
    const soon = () => {
      if (due || !this.sight.nearby.size) return;
      due = setTimeout(() => {
        due = 0;
        look();
      }, COLOURS);
      look();
    };
    const observer = new MutationObserver(soon);
    const attributes = {
      attributes: true,
      attributeFilter: [
        "class",
        "style",
        "data-theme",
        "data-color-mode",
        "data-color-scheme",
        "theme",
        "data-mode",
        "data-bs-theme",
        "dir",
      ],
    };
    const watch = () => {
      // This script may run before the document has any element.
      if (rootElement()) observer.observe(rootElement(), attributes);
      if (document.body) observer.observe(document.body, attributes);
      if (document.head) observer.observe(document.head, { childList: true, attributes: true, subtree: true });
    };
    watch();
    document.addEventListener("DOMContentLoaded", watch, { signal: this.signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon, { signal: this.signal });
    this.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** @param {Element} host @returns {HostContent} */
  #contentOf(host) {
    let content = this.contents.get(host);
    if (!content) {
      const own = /** @type {HTMLElement} */ (host);
      content = new HostContent(own, this.hosts.root(own), { pool: this.pool, press: this.press });
      content.kept = this.hosts.standIns.heights.get(host) ?? 0;
      this.contents.set(host, content);
      this.unchecked.add(content);
      this.sight.observe(host);
    }
    return content;
  }

  /**
   * Draws the text around a call in the same paragraph, which is hidden with the call.
   * @param {Element} host @param {string} lead @param {string} trail
   */
  setText(host, lead, trail) {
    if (!lead && !trail && !this.contents.has(host)) return;
    const target = this.hosts.targets.get(host);
    const like = target && target !== host ? parentOf(target) : null;
    this.#contentOf(host).setText(lead, trail, like && isElement(like) ? like : null);
  }

  /** Shows or removes the block without a name in a host that has no other block. @param {Element} host @param {boolean} begins */
  begin(host, begins) {
    if (!begins && !this.contents.has(host)) return;
    const content = this.#contentOf(host);
    if (content.begin(begins) && begins) this.unchecked.add(content);
  }

  /** Must be called before a host is inserted again. @param {Element} host */
  beforeReturn(host) {
    this.contents.get(host)?.beforeReturn();
  }

  /**
   * @param {string} id
   * @param {import("../reading/text_unit.js").Unit} unit
   * @param {Element} host
   * @param {number} index
   * @param {import("../protocol.js").BlockView} view
   * @returns {BlockState}
   */
  draw(id, unit, host, index, view) {
    const state = this.byId.get(id) ?? new BlockState(id, unit);
    this.byId.set(id, state);
    state.unit = unit;
    state.merge(view);
    if (this.#later(state, host, index)) return state;
    const content = this.#contentOf(host);
    if (state.content === content) {
      content.update(state, view);
    } else {
      state.content?.remove(state);
      content.add(state, index);
    }
    return state;
  }

  /** @param {BlockState} state @param {Element} host @param {number} index @returns {boolean} whether the block will be drawn later, together with others */
  #later(state, host, index) {
    if (!this.pool || state.unit.live || this.contents.has(host)) return false;
    if (!this.gathering) this.gathering = setTimeout(() => this.#gather(), GATHERED);
    this.recent += 1;
    this.waiting.set(state, { host, index });
    return true;
  }

  #gather() {
    clearTimeout(this.gathering);
    this.gathering = 0;
    this.recent = 0;
    this.settle();
  }

  /**
   * Draws the waiting blocks, unless more are expected, and updates colours and direction after commands. Reading a
   * colour makes the browser compute the styles of all changed elements, so it is done once for many blocks.
   */
  settle() {
    if (this.recent <= AT_ONCE) {
      /** @type {Set<HostContent>} */
      const added = new Set();
      for (const [state, { host, index }] of this.waiting) {
        state.content?.remove(state);
        const content = this.#contentOf(host);
        content.add(state, index);
        added.add(content);
      }
      this.waiting.clear();
      if (added.size) this.sight.look(added);
    }
    // Blocks that are not drawn have no colours; they are checked when they come near the view.
    const drawn = [...this.unchecked].filter(
      (content) => (content.near || content.face || content.plain || content.beginning) && isConnected(content.host),
    );
    const seen = drawn.map(({ host }) => ({ dark: isOnDark(host), rtl: isRightToLeft(host) }));
    for (const [index, content] of drawn.entries())
      content.fitIn(/** @type {import("../face/face_protocol.js").Around} */ (seen[index]));
    this.unchecked.clear();
  }

  /** Draws all blocks that wait to be drawn. @returns {Set<import("../reading/text_unit.js").Unit>} the units with a block in the page */
  shown() {
    if (this.waiting.size) this.#gather();
    return new Set([...this.byId.values()].filter(({ content }) => content?.isPlaced()).map(({ unit }) => unit));
  }

  /** @returns {boolean} blocks have got frames, and all of these are drawn */
  areFramesDrawn() {
    const faces = [...(this.pool?.faces ?? [])];
    return !this.pool || (faces.length > 0 && faces.every((face) => face.drawn));
  }

  /** @param {string} id @param {string} key @param {string} text @param {boolean} done */
  append(id, key, text, done) {
    const state = this.byId.get(id);
    if (!state) return;
    state.append(key, text, done);
    state.content?.append(state, key, text, done);
  }

  /**
   * Returns the point of a block's part for a mouse click.
   * @param {string} id
   * @param {string} part  a class of the block's tree, or "" for the block itself
   * @param {boolean} scroll  bring the block into view first
   * @returns {Promise<{ x: number, y: number } | null>} its middle
   */
  async place(id, part, scroll) {
    if (this.waiting.size) this.#gather();
    const content = this.byId.get(id)?.content;
    if (!content) return null;
    const state = this.byId.get(id);
    if (state && !content.isPlaced()) this.reach(state.unit);
    if (scroll) content.host.scrollIntoView({ block: "nearest" });
    if (this.pool) await this.#drawn(content);
    const plain = content.plain?.blocks.get(id)?.block;
    const element = part ? plain?.querySelector(`.${part}`) : plain;
    const box = content.face ? await content.face.where(id, part) : element && rectOf(element);
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Forgets the latest press on a block, before the next one. @param {string} id */
  expect(id) {
    const state = this.byId.get(id);
    if (state) state.pressed = null;
  }

  /** @param {string} id  of a block @returns {Promise<string>} why a press since `expect` did not count, or "" */
  async answer(id) {
    const state = this.byId.get(id);
    if (!state) return mark("it is gone");
    const late = new Promise((answer) => setTimeout(() => answer(mark("overlay could not check it in time")), JUDGED));
    await Promise.race([state.content?.face?.decided(), late]);
    const why = await (state.pressed ? Promise.race([state.pressed, late]) : UNREACHED);
    return why && visible(t(why));
  }

  /** @param {string} id  of a block @returns {Promise<import("../protocol.js").Sight>} whether the user can see it now */
  sighted(id) {
    if (this.waiting.size) this.#gather();
    return this.callSight.look(id);
  }

  /** @param {HostContent} content */
  async #drawn(content) {
    const end = performance.now() + DRAWN;
    while (!content.face?.drawn && performance.now() < end) {
      this.pool?.want(content);
      await new Promise((go) => setTimeout(go, 20));
    }
  }

  /** @param {string} id */
  drop(id) {
    const state = this.byId.get(id);
    if (state) {
      state.unit.named = false;
      this.waiting.delete(state);
    }
    state?.content?.remove(state);
    this.byId.delete(id);
    this.dropped();
  }
}
