/**
 * Tells Python that a turn has ended, and whether the profile finds in it what it should. Python asks for the description
 * of the page only when the profile misses something. Nothing of the texts is sent but lengths and a hash.
 */
import { isConnected, localNameOf, rootElement } from "../platform/captured_dom.js";
import { usable } from "../composer/editor_content.js";
import { shown } from "../site/selectors.js";
import { countLetters, holds, wholeText } from "./shown_text.js";
import { describe, treeOf } from "./turn_tree.js";
import { isButton, TurnWatch } from "./turn_watch.js";

const BOXES = `textarea, input:not([type]), input[type=text], input[type=search], [contenteditable=""], [contenteditable=true],
  [contenteditable=plaintext-only], [role=textbox]`;
/** The part of a message that an element of the profile must have, to count as that message. */
const MOST_OF_IT = 0.5;
const ADDRESS = 8000;

/** @typedef {import("./turn_watch.js").Ended} Ended */

export class TurnReport {
  /**
   * @param {object} parts
   * @param {import("../site/page_model.js").Page} parts.page
   * @param {import("../composer/composer.js").Composer} parts.composer
   * @param {import("../platform/shadow_roots.js").Roots} parts.roots
   * @param {import("../view/host_elements.js").Hosts} parts.hosts
   * @param {(message: import("../protocol.js").Message) => void} parts.send
   * @param {AbortSignal} parts.signal
   */
  constructor({ page, composer, roots, hosts, send, signal }) {
    this.page = page;
    this.composer = composer;
    this.roots = roots;
    this.isOwn = (/** @type {Element} */ element) => hosts.isOwn(element);
    this.send = send;
    this.count = 0;
    /** @type {Ended | null} */
    this.last = null;
    this.watch = new TurnWatch({
      roots,
      isOwn: this.isOwn,
      streaming: () => page.streaming(),
      button: () => composer.sendButton.element(),
      ended: (turn) => this.#ended(turn),
      signal,
    });
  }

  /** Overlay is about to send what is in the message box. @param {boolean} byKey */
  note(byKey) {
    const box = this.composer.box();
    const button = byKey ? null : this.composer.sendButton.element();
    this.watch.note(box, button ? [button] : []);
  }

  /** @param {Ended} turn */
  #ended(turn) {
    this.count += 1;
    this.last = turn;
    const { user, assistant, reasoning } = this.page.profile;
    this.send({
      t: "turn",
      number: this.count,
      user: this.#finds(user, turn.mine, turn.mine) && !this.#finds(assistant, turn.mine, turn.mine),
      assistant:
        [assistant, reasoning].some((side) => this.#finds(side, turn.block, turn.answer)) &&
        !this.#finds(user, turn.block, turn.answer),
      streaming: turn.streaming,
      box: this.composer.box() === this.#box(turn),
      by_key: !turn.pressed.length,
      button: turn.button,
      sent: turn.sent,
      hash: turn.hash,
      answer: wholeText(turn.block).length,
      looks: turn.looks,
    });
  }

  /**
   * @param {string} selector
   * @param {Element} block  the whole message
   * @param {Element} main  most of its text
   * @returns {boolean} the profile's selector finds an element around the message, or most of it in elements in it
   */
  #finds(selector, block, main) {
    if (!selector) return false;
    let letters = 0;
    for (const element of this.roots.all(selector)) {
      if (holds(element, main)) return true;
      if (holds(block, element)) letters += countLetters(wholeText(element));
    }
    return letters > 0 && letters >= MOST_OF_IT * countLetters(wholeText(main));
  }

  /** @param {Ended} turn @returns {Element | null} the message box: the one that was sent from, or its successor */
  #box({ box }) {
    if (isConnected(box) && shown(box)) return box;
    const found = this.roots.all(BOXES).filter((element) => shown(element) && usable(element));
    return found.length === 1
      ? (found[0] ?? null)
      : (found.findLast((element) => element.className === box.className) ?? null);
  }

  /** @param {Ended} turn @returns {Element[]} what was pressed, the innermost first; the successor of a button that is gone */
  #pressed({ pressed }) {
    const button = pressed.find((element) => isButton(element));
    if (!button || isConnected(button)) return pressed;
    const found = this.roots.all(localNameOf(button)).filter((element) => shown(element));
    const alike = found.filter((element) => element.className === button.className);
    return alike.length === 1 ? alike : [];
  }

  /** @param {number} number @returns {import("../protocol.js").TurnTree | null} the page's elements; null: the turn is not the last one, or was drawn again */
  tree(number) {
    const turn = this.last;
    if (!turn || number !== this.count) return null;
    const tree = treeOf(rootElement(), turn.letters, this.isOwn, [turn.mine, turn.answer]);
    const [mine, answer] = [turn.mine, turn.answer].map((element) => tree?.at.get(element));
    if (!tree || mine === undefined || answer === undefined) return null;
    const box = this.#box(turn);
    const pressed =
      this.#pressed(turn)
        .map((element) => tree.at.get(element) ?? -1)
        .find((at) => at >= 0) ?? -1;
    const replaced = box !== turn.box && box?.className === turn.box.className;
    const sentFrom = { tag: localNameOf(turn.box), attributes: describe(turn.box, turn.letters) };
    return {
      nodes: tree.nodes,
      mine,
      answer,
      box: (box && tree.at.get(box)) ?? -1,
      sent_from: replaced ? sentFrom : null,
      pressed,
      pressed_any: turn.pressed.length > 0,
      signs: turn.signs,
      address: turn.address.slice(0, ADDRESS),
    };
  }
}
