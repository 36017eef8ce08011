/** Reads the page by the site's profile: messages, their authors, the sign of a streaming answer. */
import {
  attributeOf,
  closest,
  comparePosition,
  contains,
  isElement,
  matches,
  parentOf,
  rootOf,
} from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";
import { quoted } from "../reading/quoted_text.js";
import { markOf } from "./replied_message.js";
import { Roots } from "../platform/shadow_roots.js";
import { isRendered, StreamingSign } from "./streaming_sign.js";
import { isHiddenFromUser } from "../reading/text_visibility.js";
import { textRoot } from "../reading/block_text.js";
import { EDITOR, readProse } from "../reading/prose_text.js";
import { VIEWS } from "../reading/code_editors.js";

/** Like `closest`, but continues from a shadow tree at its host. @param {Element} element @param {string} selector @returns {Element | null} */
export const closestDeep = (element, selector) => {
  if (!selector) return null;
  for (let at = /** @type {Element | null} */ (element); at; ) {
    const found = closest(at, selector);
    if (found) return found;
    const root = rootOf(at);
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
};

export class Page {
  /** @param {import("../config_types.js").Profile} profile @param {Roots} roots @param {import("../view/host_elements.js").Hosts | null} hosts */
  constructor(profile, roots = new Roots(), hosts = null) {
    this.profile = profile;
    this.roots = roots;
    this.hosts = hosts;
    this.sign = new StreamingSign((sign) => !!this.hosts?.hides(sign));
    /** The selector of all messages, until the page changes. @type {string | null} */
    this.selector = null;
    /** @type {Map<Element, number> | null} */
    this.order = null;
    /** The user's messages, in the order of the page. @type {Element[] | null} */
    this.users = null;
  }

  /** @returns {string} the selector of all messages */
  get messages() {
    if (this.selector === null) this.selector = [this.profile.user, this.profile.assistant].filter(Boolean).join(", ");
    return this.selector;
  }

  /**
   * Returns the element's role. All content of a user message is the user's, and reasoning is not part of the
   * answer. On a site that is only guessed, a possible answer has the role "unknown".
   * @param {Element} element
   * @returns {import("../protocol.js").Role}
   */
  role(element) {
    const { user, assistant, reasoning, guessed } = this.profile;
    if (closestDeep(element, user)) return "user";
    if (closestDeep(element, reasoning)) return "reasoning";
    return !guessed && closestDeep(element, assistant) ? "assistant" : "unknown";
  }

  /** @param {Element} element @returns {boolean} the answer only quotes it */
  quoted(element) {
    return quoted(element, this.message(element));
  }

  /**
   * Returns whether a block is visible, quoted or hidden. Costs a layout, so check one block at a time.
   * @param {import("../reading/text_unit.js").Unit} unit
   * @returns {import("../protocol.js").PageVisibility}
   */
  visibility(unit) {
    const { kind, node } = unit;
    if (this.quoted(node)) return "quoted";
    if (this.isBeside(node)) return "beside";
    if (kind === "prose" || !this.hosts) return "plain";
    const box = this.profile.composer ? (this.roots.all(this.profile.composer).at(-1) ?? null) : null;
    const message = this.message(node);
    const isLog = this.#logOf(message);
    return isHiddenFromUser(textRoot(node), { hosts: this.hosts, message, box, isLog, block: unit })
      ? "hidden"
      : "plain";
  }

  /** @param {Element | null} message @returns {(element: Element) => boolean} whether an element contains the message and the one before or after it */
  #logOf(message) {
    return (element) => {
      if (!message || element === message || contains(message, element)) return false;
      const found = this.#allMessages().filter((at) => this.message(at) === at);
      const at = found.indexOf(message);
      return [found[at - 1], found[at + 1]].some((other) => other && flatPath(other).includes(element));
    };
  }

  /**
   * @param {import("../reading/text_unit.js").Unit} unit
   * @returns {string} the text of its message before it, with U+FFFC for each code block; "" outside messages
   */
  textBefore(unit) {
    const message = this.message(unit.node);
    if (!message || message === unit.node) return "";
    return readProse(message, unit.skip, unit.node).text;
  }

  /**
   * Whether the element is in a pane beside the messages, such as a document that the model writes: the profile finds
   * answers on this page, and the element is in no message.
   * @param {Element} element
   */
  isBeside(element) {
    const { assistant, reasoning, guessed } = this.profile;
    if (guessed || !assistant || this.message(element) || closestDeep(element, reasoning)) return false;
    return this.#allMessages().some((message) => matches(message, assistant));
  }

  /** @param {Element} element @returns {boolean} whether the element is the model's reasoning, not part of the message's text */
  isReasoning(element) {
    const { reasoning } = this.profile;
    return !!reasoning && matches(element, reasoning);
  }

  /** @param {Element} element @returns {Element | null} the message an element belongs to: the outermost match */
  message(element) {
    let found = closestDeep(element, this.messages);
    while (found) {
      const up = parentOf(found);
      const outer = up && isElement(up) ? closestDeep(up, this.messages) : null;
      if (!outer) break;
      found = outer;
    }
    return found;
  }

  /** @param {Element} element @returns {{ turn: number, message: string }} */
  place(element) {
    const message = this.message(element);
    if (!message) return { turn: -1, message: "" };
    if (!this.order) this.order = new Map(this.roots.all(this.messages).map((node, index) => [node, index]));
    const { turn } = this.profile;
    const owner = turn ? closestDeep(message, turn) : message;
    return { turn: this.order.get(message) ?? -1, message: owner ? this.messageId(owner) : "" };
  }

  /** @param {Element} message @returns {Element} the element that has the message's id: the turn around it, or itself */
  idElement(message) {
    return closestDeep(message, this.profile.turn) ?? message;
  }

  /** @param {Element} element  a result of `idElement` @returns {string} the site's id of the message, or "" */
  messageId(element) {
    for (const name of this.profile.message_id.split(", ")) {
      const value = (name && attributeOf(element, name)) || "";
      // While an answer grows, a list of ids grows too: its first id is the message's.
      const own = name.endsWith("ids") ? (value.trim().split(/\s+/)[0] ?? "") : value;
      if (own) return own.slice(0, 100);
    }
    return "";
  }

  /** @returns {Element[]} the user's messages, in the order of the page */
  userMessages() {
    const { user } = this.profile;
    this.users ??= user ? this.roots.all(user).filter((node) => this.message(node) === node) : [];
    return this.users;
  }

  /** @returns {Element | null} the last message of all */
  lastMessage() {
    return this.#lastOf(this.#allMessages());
  }

  /** @param {Element} message @returns {Element | null} the one before it */
  messageBefore(message) {
    const found = this.#allMessages();
    return this.#lastOf(found.slice(0, found.indexOf(message)));
  }

  /** @returns {Element[]} all messages; empty if the site's messages are not known */
  #allMessages() {
    return this.messages ? this.roots.all(this.messages) : [];
  }

  /** @param {Element[]} found @returns {Element | null} the last that is not inside another message */
  #lastOf(found) {
    return found.findLast((node) => this.message(node) === node) ?? null;
  }

  /** @param {Element} message @returns {number} the number of user messages before it */
  countUserMessagesBefore(message) {
    const users = this.userMessages();
    let count = users.length;
    while (
      count &&
      !(comparePosition(message, /** @type {Element} */ (users[count - 1])) & Node.DOCUMENT_POSITION_PRECEDING)
    )
      count -= 1;
    return count;
  }

  /** @param {Element} message @returns {Element | null} the user's message that it replies to */
  repliedMessage(message) {
    return this.userMessages()[this.countUserMessagesBefore(message) - 1] ?? null;
  }

  /** @param {Element} element @returns {string} the user message that its message replies to, as `replies_to` in protocol.js */
  repliesTo(element) {
    const { user } = this.profile;
    const message = user ? this.message(element) : null;
    if (!message || matches(message, user)) return "";
    const count = this.countUserMessagesBefore(message);
    const last = this.userMessages()[count - 1];
    return last ? `${count}:${markOf(last)}` : "";
  }

  /**
   * @param {Element} fence
   * @returns {boolean} whether the fence is the message box or a part of it, and so never a block
   */
  isComposer(fence) {
    const { composer } = this.profile;
    if (!composer || this.message(fence)) return false;
    if (closestDeep(fence, composer)) return true;
    const editor = closestDeep(fence, EDITOR);
    if (editor) return !this.#isDocument(editor);
    const box = matches(fence, VIEWS) ? this.roots.all(composer).at(-1) : undefined;
    return !!box && contains(fence, box);
  }

  /** @param {Element} element @returns {Element | null} the text editor around it that is in its message, or beside the messages */
  editor(element) {
    const editor = closest(element, EDITOR);
    const message = editor && this.message(element);
    return message && !contains(message, editor) ? null : editor;
  }

  /**
   * @param {Element} editor  a text editor outside of the messages
   * @returns {boolean} it has a document that the model wrote, since the message box is another one and the user is not in it
   */
  #isDocument(editor) {
    if (!this.isBeside(editor) || matches(editor, ":focus, :focus-within") || closestDeep(editor, "form")) return false;
    const boxes = this.roots.all(this.profile.composer);
    return boxes.some(isRendered) && !boxes.some((box) => contains(box, editor) || contains(editor, box));
  }

  /** Clears the caches of messages and turns: the page changed. */
  invalidate() {
    this.selector = null;
    this.order = null;
    this.users = null;
  }

  /** @returns {boolean} the site shows that an answer is being written; some sites only hide their sign after it */
  streaming() {
    const { streaming } = this.profile;
    return !!streaming && this.sign.isDrawn(this.roots.all(streaming));
  }
}
