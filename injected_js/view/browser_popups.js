/**
 * Signs that the browser may draw something of its own over the page: the bubble of a form field with the page's words,
 * the list of a select or of a field with suggestions, a picker, a context menu, a tooltip, a picture-in-picture window,
 * which is always on top. These are not part of the page, so the visibility tracking does not show them, and they lie over a block above
 * everything else too.
 *
 * A bubble or a list of suggestions is only there while its field has the focus (seen in Chromium 141 to 156), so the
 * focus is a sign wherever the field is. In a frame that this script can't read, it may be any field. An element may
 * have a closed tree with the field in it: Python asks the browser (observers/closed_trees.py).
 */
import {
  all,
  attributeOf,
  elementAt,
  getter,
  localNameOf,
  matches,
  one,
  rectOf,
  rootOf,
  shadowOf,
} from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";

/** Ms for which one that closed counts: the user must see the block for half a second. */
const CLOSED = 500;
/** Ms for which signs are kept: a busy page may handle a press that much later. */
const KEPT = 10_000;
/** The most elements that Python is asked about for one press. */
const MOST = 20;
/** Ms after a press or a key in which a page may open a picker, and ms between two looks at them. */
const ACTIVE = 5500;
const AGAIN = 100;
/** Ms for which the browser shows a tooltip. */
const TOOLTIP = 12_000;
/** Pixels around the pointer within which its tooltip may be. */
const NEAR = { x: 500, y: 200 };
/** Pixels around a field within which its list may be: the browser makes it wider than a small field. */
const LIST = { x: 500, y: 500 };
/** The same around a frame: a bubble in it is as high as its text. */
const FRAME = { x: 500, y: Infinity };
const OPEN = ":is(select, input):open";
const SUGGESTS = "input[list]";
const FRAMES = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);
/** The elements that can have a shadow tree, with those of the page's own. */
const HOSTS = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|.*-.*)$/;

/** @type {(node: Node) => Element | null} */
const activeIn = getter(Document.prototype, "activeElement");
/** @type {(node: Node) => Element | null} */
const activeInTree = getter(ShadowRoot.prototype, "activeElement");
/** @type {(field: Element) => HTMLDataListElement | null} */
const listOf = getter(HTMLInputElement.prototype, "list");
const documentsOf = {
  iframe: getter(HTMLIFrameElement.prototype, "contentDocument"),
  object: getter(HTMLObjectElement.prototype, "contentDocument"),
};

/** @param {Element} frame @returns {Document | null} null: this script can't read it */
const documentOf = (frame) => {
  const read = documentsOf[/** @type {"iframe" | "object"} */ (localNameOf(frame))];
  try {
    return read ? read(frame) : null;
  } catch {
    return null;
  }
};

/** @param {Window} view @returns {boolean} a picture-in-picture window shows a video of this document */
const hasFloatingVideo = (view) => {
  try {
    return !!view.document.pictureInPictureElement;
  } catch {
    return false;
  }
};

/** @returns {boolean} the page shows something in a picture-in-picture window, whose place on the screen is not known for a video */
const hasFloatingWindow = () => {
  if (/** @type {any} */ (globalThis).documentPictureInPicture?.window || hasFloatingVideo(window)) return true;
  for (let at = 0; at < window.length; at++) if (hasFloatingVideo(/** @type {any} */ (window)[at])) return true;
  return false;
};

/** @param {Element} field @returns {boolean} the browser has something to suggest for it */
const suggests = (field) => {
  if (!matches(field, SUGGESTS)) return false;
  const list = listOf(field);
  return !!list && !!one(list, "option");
};

/** @typedef {{ element: Element, frame: Element | null }} Focused  what has the focus, and the outermost frame around it */
/** @typedef {{ at: number, rect: DOMRect | null, x: number, y: number }} Sign  seen at that time; null: it may be anywhere */

/** @param {DOMRect} rect @param {DOMRect} other @param {number} x @param {number} y @returns {boolean} less than that is between them */
const isNear = (rect, other, x, y) =>
  rect.left - x < other.right &&
  other.left < rect.right + x &&
  rect.top - y < other.bottom &&
  other.top < rect.bottom + y;

export class BrowserPopups {
  /**
   * @param {import("./host_elements.js").Hosts} hosts
   * @param {() => Iterable<ShadowRoot>} trees  the open shadow trees of the page
   * @param {(number: number, count: number) => void} ask  asks whether one of so many elements has a closed tree
   * @param {AbortSignal} signal
   */
  constructor(hosts, trees, ask, signal) {
    this.hosts = hosts;
    this.trees = trees;
    this.ask = ask;
    this.questions = 0;
    /** @type {Map<number, { elements: Element[], answer: (closed: boolean) => void }>} */
    this.asked = new Map();
    /** Where one may have been, by what it belongs to. @type {Map<Element | "menu" | "open", Sign>} */
    this.signs = new Map();
    /** When elements that may have a closed tree last had the focus. @type {Map<Element, number>} */
    this.focused = new Map();
    /** What had the focus at the last look. @type {Focused | null} */
    this.last = null;
    /** A picker or a window of the page was open at the last look. */
    this.open = false;
    /** Fields that the page reported as invalid. @type {WeakSet<EventTarget>} */
    this.reported = new WeakSet();
    /** A context menu may be open. */
    this.menu = false;
    /** Until when the page may open a picker. */
    this.activeUntil = 0;
    this.timer = 0;
    /** Where the pointer rests in the page, and since when. @type {{ x: number, y: number, at: number } | null} */
    this.pointer = null;
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
      addEventListener(name, (event) => event.isTrusted && act(event), { capture: true, passive: true, signal });
    // `reportValidity` fires this before it moves the focus to the field.
    listen("invalid", ({ target }) => this.reported.add(target));
    // The window loses the focus when a frame in it gets it.
    for (const name of ["focusin", "blur", "focus"]) listen(name, () => this.look());
    listen("focusout", () => this.look());
    listen("contextmenu", (event) => {
      setTimeout(() => {
        this.menu = !event.defaultPrevented;
      });
    });
    for (const name of ["pointermove", "pointerdown", "keydown"]) listen(name, () => this.#closeMenu());
    for (const name of ["pointerdown", "pointerup", "keydown", "click"]) listen(name, () => this.active());
    listen("pointermove", ({ clientX, clientY }) => {
      this.pointer = { x: clientX, y: clientY, at: performance.now() };
    });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  #closeMenu() {
    if (this.menu) this.#note("menu");
    this.menu = false;
  }

  /** @param {Element | "menu" | "open"} owner @param {Element | null} [around]  null: it may be anywhere @param {{ x: number, y: number }} [margin] */
  #note(owner, around = null, { x, y } = LIST) {
    this.signs.set(owner, { at: performance.now(), rect: around && rectOf(around), x, y });
  }

  /** The user pressed something: for a while, the page may open pickers. */
  active() {
    this.activeUntil = performance.now() + ACTIVE;
    this.timer ||= setTimeout(() => this.#again(), AGAIN);
  }

  #again() {
    this.timer = 0;
    this.look();
    if (performance.now() < this.activeUntil) this.timer = setTimeout(() => this.#again(), AGAIN);
  }

  /** Notes all signs of now, and of what ended since the last look: it may have ended just now. */
  look() {
    const now = performance.now();
    for (const [owner, { at }] of this.signs) if (now - at > KEPT) this.signs.delete(owner);
    for (const [element, at] of this.focused) if (now - at > KEPT) this.focused.delete(element);
    if (this.menu) this.#note("menu");
    const open = hasFloatingWindow() || [document, ...this.trees()].some((tree) => one(tree, OPEN));
    if (open || this.open) this.#note("open");
    this.open = open;
    const focused = this.#focusedNow();
    if (this.last) this.#noteFocus(this.last);
    if (focused && focused.element !== this.last?.element) this.#noteFocus(focused);
    this.last = focused;
  }

  /** @param {number} now  in ms of the page's clock @param {DOMRect} rect  of a block @returns {boolean} one may be over it, or was a moment ago */
  mayCover(now, rect) {
    this.look();
    for (const { at, rect: place, x, y } of this.signs.values()) {
      if (now - at < CLOSED && (!place || isNear(place, rect, x, y))) return true;
    }
    const { userActivation } = /** @type {any} */ (navigator);
    if (userActivation?.hasBeenActive !== false && this.#suggestsNear(rect)) return true;
    return this.#tooltipNear(rect);
  }

  /**
   * Whether what had the focus has no closed tree: a field in that tree may have shown a bubble.
   * @param {number} now  in ms of the page's clock @returns {Promise<boolean>}
   */
  async settled(now) {
    this.look();
    const elements = [...this.focused].filter(([, at]) => now - at < CLOSED).map(([element]) => element);
    if (elements.length > MOST) return false;
    if (!elements.length) return true;
    this.questions += 1;
    const number = this.questions;
    const closed = await new Promise((answer) => {
      this.asked.set(number, { elements, answer });
      this.ask(number, elements.length);
    });
    return !closed;
  }

  /** @param {number} number @param {number} index @returns {Element | null} one of those that a question is about */
  element(number, index) {
    return this.asked.get(number)?.elements[index] ?? null;
  }

  /** @param {number} number  of a question @param {boolean} closed  the answer */
  answer(number, closed) {
    this.asked.get(number)?.answer(closed);
    this.asked.delete(number);
  }

  /** @returns {Focused | null} */
  #focusedNow() {
    let element = activeIn(document);
    let frame = null;
    while (element && !this.hosts.isOwn(element)) {
      const tree = shadowOf(element);
      const inside = FRAMES.has(localNameOf(element)) ? documentOf(element) : null;
      const inner = (tree && activeInTree(tree)) || (inside && activeIn(inside));
      if (!inner) return { element, frame };
      if (inside) frame ??= element;
      element = inner;
    }
    return null;
  }

  /** @param {Focused} focused */
  #noteFocus({ element, frame }) {
    if (FRAMES.has(localNameOf(element))) {
      if (!documentOf(element)) this.#note(element, frame ?? element, FRAME);
    } else if (this.#complains(element)) {
      this.#note(element);
    } else if (suggests(element)) {
      this.#note(element, frame ?? element);
    } else if (HOSTS.test(localNameOf(element))) {
      this.focused.set(element, performance.now());
    }
  }

  /** @param {Element} field @returns {boolean} the browser may show a bubble for it */
  #complains(field) {
    // An event in a shadow tree or in a frame does not arrive here.
    return matches(field, ":invalid") && (this.reported.has(field) || rootOf(field) !== document);
  }

  /** @param {DOMRect} rect @returns {boolean} a field's list of suggestions could be over it: the page can open one without the focus */
  #suggestsNear(rect) {
    const fields = [document, ...this.trees()].flatMap((tree) => [...all(tree, SUGGESTS)]);
    return fields.some((field) => {
      const box = rectOf(field);
      return box.width > 0 && suggests(field) && isNear(box, rect, LIST.x, LIST.y);
    });
  }

  /** @param {DOMRect} rect @returns {boolean} the pointer rests near it on an element of the page with a tooltip */
  #tooltipNear(rect) {
    if (!this.pointer || performance.now() - this.pointer.at > TOOLTIP) return false;
    const { x, y } = this.pointer;
    if (!isNear(new DOMRect(x, y), rect, NEAR.x, NEAR.y)) return false;
    const element = elementAt(x, y);
    return (
      !!element &&
      !this.hosts.isOwn(element) &&
      flatPath(element).some((at) => attributeOf(at, "title") || one(at, ":scope > title"))
    );
  }
}
