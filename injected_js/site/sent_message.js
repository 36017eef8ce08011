/**
 * Distinguishes an answer to the message that the user just sent from one that the page shows again. The text of the
 * message box is noted when it may be sent. An answer is new if it follows the page's last user message, if that message
 * has the noted words, and if it is new since then.
 */
import { isConnected, textOf } from "../platform/captured_dom.js";
import { countOf } from "./whole_message.js";

/** How many noted texts are kept: not every press in the page sends a message. */
const NOTED = 4;
/** The first letters and digits identify a message; READ is the number of its characters that are searched for them. */
const LETTERS = 100;
const READ = 4000;
/** Some sites number their messages. */
const NUMBER = /^\p{N}+/u;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** @param {string} text @returns {string} */
const lettersOf = (text) => text.slice(0, READ).replace(/[^\p{L}\p{N}]+/gu, "");

/** @param {string} text @returns {string} */
const withoutSpaces = (text) => text.replace(/\s+/g, "");

/**
 * @typedef {object} Noted
 * @property {string} text
 * @property {string} words
 * @property {string} untagged  the words without tags: a site that draws the user's messages as Markdown loses them
 * @property {number} asked  the number of user messages in the page
 * @property {number} same  how many of them have the whole text
 * @property {Element | null} last  the last message
 * @property {string} said  its words
 */

export class SentMessages {
  /**
   * @param {import("./page_model.js").Page} page
   * @param {() => { text: string }} look  at the message box
   * @param {AbortSignal} signal
   */
  constructor(page, look, signal) {
    this.page = page;
    this.look = look;
    /** @type {Noted[]} */
    this.noted = [];
    /** Called when a message may be sent. */
    this.onNoted = () => {};
    /** Called just before the message box is noted, so that a recording has it as it was then. */
    this.onNoting = () => {};
    /** @param {Event} event */
    const onEvent = (event) => {
      if (event.isTrusted) this.note();
    };
    addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Enter") onEvent(event);
      },
      { capture: true, signal },
    );
    addEventListener("pointerdown", onEvent, { capture: true, signal });
  }

  /** The message in the box may be sent now. */
  note() {
    const { text } = this.look();
    const words = lettersOf(text).slice(0, LETTERS);
    if (!words) return;
    this.onNoting();
    const untagged = lettersOf(text.slice(0, READ).replace(TAG, "")).slice(0, LETTERS);
    const last = this.page.lastMessage();
    const said = last ? lettersOf(textOf(last)) : "";
    const messages = this.page.userMessages();
    const same = countOf(messages, text, false);
    // What was noted before, while the user wrote the same message, was not sent.
    const before = this.noted.filter((noted) => noted.asked !== messages.length || !text.includes(noted.text));
    this.noted = [...before, { text, words, untagged, asked: messages.length, same, last, said }].slice(-NOTED);
    this.onNoted();
  }

  /**
   * @param {string} text
   * @returns {boolean} a message that was sent lately has the text, whatever its spaces, and since then the page shows
   *   no further message of the user with all its words: it may be what the page shows as an answer
   */
  misplaced(text) {
    const wanted = withoutSpaces(text);
    const sent = this.noted.filter((noted) => withoutSpaces(noted.text).includes(wanted));
    if (!wanted || !sent.length) return false;
    const messages = this.page.userMessages();
    return !sent.every(({ text: own, same }) => countOf(messages, own, true) > same);
  }

  /** The page shows another conversation. */
  forget() {
    this.noted = [];
  }

  /** @param {Element} element @returns {boolean} whether the element's message answers a message that was sent from this document */
  answered(element) {
    if (!this.noted.length) return false;
    const message = this.page.message(element);
    const asked = this.page.userMessages();
    const question = asked.at(-1);
    if (!message || !question || this.page.countUserMessagesBefore(message) !== asked.length) return false;
    const said = lettersOf(textOf(question));
    const before = this.page.messageBefore(question);
    return this.noted.some((noted) => noted.asked < asked.length && has(said, noted) && follows(noted, before));
  }
}

/** @param {string} said @param {Noted} noted */
const has = (said, { words, untagged }) =>
  said.includes(words) || (untagged !== "" && [said, said.replace(NUMBER, "")].some((all) => all.startsWith(untagged)));

/** @param {Noted} noted @param {Element | null} before  the message before the question */
const follows = ({ last, said }, before) => {
  if (!last || !before) return !last && !before;
  return before === last || (!isConnected(last) && lettersOf(textOf(before)) === said);
};
