/**
 * Notices a turn of a chat by what happens: the user writes into a box and sends, the box empties, an element shows the
 * text, and another one after it grows and comes to rest. While no one writes, there is only a listener.
 */
import { isElement, isConnected, matches, parentOrHost } from "../platform/captured_dom.js";
import { read } from "../composer/editor_content.js";
import { isEditable } from "../composer/selection.js";
import { Draft, hostOf } from "./draft.js";
import { countLetters, formsOf, hashOf, holds, lettersOf, placesOf } from "./shown_text.js";
import { TurnGrowth } from "./turn_growth.js";
import { blockIn, mainPart, sidesOf } from "./turn_sides.js";
import { TurnSigns } from "./turn_signs.js";

/** Ms between two looks: until the message is shown, and while the answer grows. */
const PACE = { soon: 40, first: 100, growing: 250 };
/** The number of the first looks, which follow each other sooner: a short answer is written in less than a second. */
const FIRST = 12;
/** Ms after which it is decided again which element has the answer. */
const DECIDE = 1500;
/** Ms after which a box that was not emptied was not sent. */
const UNSENT = 10_000;
/** Ms without growth after which an answer has ended, also while a sign of it lasts; ms after which a turn is given up. */
export const REST = { still: 2500, signed: 10_000, most: 180_000 };
/** A text of fewer letters is in too many places. */
const LEAST = 2;
const PLACES = 60;
const OBSERVED = { childList: true, subtree: true, attributes: true };

/**
 * @typedef {object} Ended  a turn that has come to rest
 * @property {Element} mine  the innermost element with the user's message
 * @property {Element} answer  the element with most of the answer's text
 * @property {Element} block  the element with the whole answer
 * @property {HTMLElement} box
 * @property {Element[]} pressed  what was pressed, and the elements around it; empty: a key
 * @property {boolean} button  the profile's send button was pressed, or a key
 * @property {string} letters  of the sent text
 * @property {number} sent  the length of the sent text
 * @property {string} hash
 * @property {number} looks  how often the answer was seen to grow
 * @property {boolean} streaming  the profile's sign was there meanwhile
 * @property {import("./turn_signs.js").Sign[][]} signs
 * @property {string} address  before the message was sent
 */

export class TurnWatch {
  /**
   * @param {object} parts
   * @param {import("../platform/shadow_roots.js").Roots} parts.roots
   * @param {(element: Element) => boolean} parts.isOwn  the element is overlay's
   * @param {() => boolean} parts.streaming  the profile's sign of a streaming answer is shown
   * @param {() => Element | null} [parts.button]  the send button that the profile finds
   * @param {(turn: Ended) => void} parts.ended
   * @param {AbortSignal} parts.signal
   * @param {typeof REST} [parts.rest]
   */
  constructor({ roots, isOwn, streaming, button = () => null, ended, signal, rest = REST }) {
    this.rest = rest;
    this.draft = new Draft(signal);
    this.roots = roots;
    this.isOwn = isOwn;
    this.streaming = streaming;
    this.button = button;
    this.ended = ended;
    /** @type {Turn | null} */
    this.turn = null;
    /** @param {Event} event */
    const onEvent = (event) => {
      if (!event.isTrusted) return;
      const path = event.composedPath().filter((at) => at instanceof Element);
      if (event instanceof KeyboardEvent) {
        if (event.key === "Enter" && !event.isComposing && path[0] && isEditable(path[0]))
          this.note(hostOf(path[0]), []);
      } else if (this.draft.box && !path.includes(this.draft.box)) {
        this.note(this.draft.box, path);
      }
    };
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, onEvent, { capture: true, signal });
    signal.addEventListener("abort", () => this.turn?.end());
  }

  /**
   * The message in the box may be sent now.
   * @param {HTMLElement | null} box
   * @param {Element[]} pressed  what is pressed, the innermost element first; empty: a key
   */
  note(box, pressed) {
    if (!box || !isConnected(box)) return;
    const text = read(box).trim() || this.draft.lately(box).trim();
    const letters = lettersOf(text);
    if (letters.length < LEAST) return;
    this.turn?.end();
    this.draft.clear();
    this.turn = new Turn(this, { box, pressed, text, letters });
  }
}

/**
 * @param {Element[]} pressed  the innermost element first
 * @param {Element | null} button
 */
const isPressed = (pressed, button) =>
  !!button && (pressed.includes(button) || pressed.some((element) => isButton(element) && holds(element, button)));

/** @param {Element} element */
export const isButton = (element) => matches(element, "button, [role=button]");

class Turn {
  /**
   * @param {TurnWatch} watch
   * @param {{ box: HTMLElement, pressed: Element[], text: string, letters: string }} sent
   */
  constructor(watch, { box, pressed, text, letters }) {
    this.watch = watch;
    this.box = box;
    this.pressed = pressed;
    this.button = !pressed.length || isPressed(pressed, watch.button());
    this.letters = letters;
    this.forms = formsOf(text);
    this.sent = text.length;
    this.count = countLetters(text);
    this.hash = hashOf(letters);
    this.address = location.href;
    this.began = performance.now();
    this.emptied = false;
    this.streaming = false;
    /** New elements: those that were added, without those in them. @type {WeakSet<Node>} */
    this.fresh = new WeakSet();
    /** What changed since the last look. @type {Set<Node>} */
    this.touched = new Set();
    /** @type {Set<Element>} */
    this.added = new Set();
    /** @type {import("./turn_sides.js").Place[]} */
    this.places = [];
    /** The sides as they were last found, and when. @type {import("./turn_sides.js").Sides | null} */
    this.sides = null;
    this.decided = -Infinity;
    this.signs = new TurnSigns(letters);
    this.looks = 0;
    this.growth = new TurnGrowth();
    /** The lengths of the answer. @type {import("./turn_growth.js").Sizes} */
    this.sizes = [];
    this.observer = new MutationObserver((records) => this.#take(records));
    /** @type {Set<Node>} */
    this.observed = new Set();
    this.#observe();
    this.timer = setTimeout(() => this.#look(), PACE.growing);
    this.soon = false;
  }

  end() {
    clearTimeout(this.timer);
    this.observer.disconnect();
    if (this.watch.turn === this) this.watch.turn = null;
  }

  #observe() {
    for (const root of [document, ...this.watch.roots.known]) {
      if (this.observed.has(root)) continue;
      this.observed.add(root);
      this.observer.observe(root, OBSERVED);
    }
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") this.touched.add(target);
      else if (this.sides?.rows.parents.includes(target)) this.decided = -Infinity; // a new element after the message
      for (const node of addedNodes) {
        if (this.fresh.has(node)) continue;
        this.fresh.add(node);
        if (!isElement(node)) continue;
        this.touched.add(node);
        this.added.add(node);
      }
    }
    if (this.added.size && !this.places.length && !this.soon) {
      this.soon = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#look(), PACE.soon);
    }
  }

  /** @param {Element} element */
  #isFresh(element) {
    for (let at = /** @type {Node | null} */ (element); at; at = parentOrHost(at)) if (this.fresh.has(at)) return true;
    return false;
  }

  /** Looks at what changed. All of it is read in a task of its own, when the page has drawn it. */
  #look() {
    const { watch, letters } = this;
    const now = performance.now();
    this.soon = false;
    this.looks += 1;
    this.#observe();
    this.emptied ||= !isConnected(this.box) || !lettersOf(read(this.box)).includes(letters);
    this.streaming ||= watch.streaming();
    const known = this.#isKnown();
    if (known) this.added.clear();
    else this.#findPlaces();
    this.signs.look(this.touched, watch.isOwn);
    this.touched.clear();
    if (!known || now - this.decided > DECIDE) this.#decide(now);
    else this.growth.look(this.sides?.rows.levels.flat() ?? [], now);
    if (this.#rests(now)) this.#decide(now); // an element that came last may be the answer
    const { sides } = this;
    if (sides && this.#rests(now)) {
      this.end();
      watch.ended(this.#ended(sides));
    } else if (now - this.began > watch.rest.most || (!this.emptied && now - this.began > UNSENT)) {
      this.end();
    } else {
      const pace = this.sizes.length && this.sizes.length < FIRST ? PACE.first : PACE.growing;
      this.timer = setTimeout(() => this.#look(), pace);
    }
  }

  #isKnown() {
    return !!this.sides && isConnected(this.sides.mine) && isConnected(this.sides.block);
  }

  /** @param {number} now */
  #decide(now) {
    const before = this.sides?.block;
    this.sides = this.#sides(now) ?? (this.#isKnown() ? this.sides : null);
    this.decided = now;
    if (!this.sides || this.sides.block === before) return;
    if (before && !isConnected(before)) this.growth.goOn(this.sides.block, this.sizes);
    this.sizes = this.growth.of(this.sides.block);
  }

  /** @param {number} now @returns {boolean} the answer has not grown for some time */
  #rests(now) {
    const { rest, streaming } = this.watch;
    const last = this.sizes.at(-1);
    return !!last && this.emptied && now - last.at > (streaming() ? rest.signed : rest.still);
  }

  #findPlaces() {
    for (const root of this.added) {
      if (this.places.length > PLACES || !isConnected(root) || this.watch.isOwn(root)) continue;
      for (const element of placesOf(root, this.forms))
        if (!this.places.some((place) => place.element === element)) this.places.push({ element, look: this.looks });
    }
    this.added.clear();
    this.places = this.places.filter(({ element }) => isConnected(element));
  }

  /** @param {number} now */
  #sides(now) {
    const boxes = isConnected(this.box) ? [this.box] : [];
    const about = {
      isFresh: (/** @type {Element} */ element) => this.#isFresh(element),
      hasBox: (/** @type {Element} */ element) => boxes.some((box) => holds(element, box)),
      isOwn: this.watch.isOwn,
      sizes: (/** @type {Element} */ element) => this.growth.of(element).length,
      letters: this.count,
    };
    const sides = sidesOf({ places: this.places, ...about });
    if (!sides) return null;
    this.growth.look(sides.rows.levels.flat(), now);
    return { ...sides, block: blockIn(sides.rows.levels, about) ?? sides.block };
  }

  /** @param {import("./turn_sides.js").Sides} sides @returns {Ended} */
  #ended({ mine, block }) {
    const [first, last] = [this.sizes[0]?.at ?? 0, this.sizes.at(-1)?.at ?? 0];
    return {
      mine,
      block,
      answer: mainPart(block),
      box: this.box,
      pressed: this.pressed,
      button: this.button,
      letters: this.letters,
      sent: this.sent,
      hash: this.hash,
      looks: this.sizes.length,
      streaming: this.streaming,
      signs: this.signs.during(first, last),
      address: this.address,
    };
  }
}
