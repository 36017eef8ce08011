/** The chat's message box: finds, reads, fills and sends it, through events and edits on the box itself. */
import { isField, isVirtualized, kindOf, read, readAll, select } from "./editor_content.js";
import { focused, saveCaret, isEditable } from "./selection.js";
import { all, contains, createText, execute, textOf } from "../platform/captured_dom.js";
import {
  placeCaret,
  placeCaretNow,
  placeCaretSlowly,
  CaretLost,
  breakLine,
  enter,
  erase,
  goToEdge,
  hasCaret,
  paste,
  type,
} from "./text_insertion.js";
import { appendLines, setField } from "./direct_write.js";
import { BoxFinder } from "./box_finder.js";
import { InputLock } from "./input_lock.js";
import { KeptSpaces } from "./kept_spaces.js";
import { SendButton } from "./send_button.js";
import { Roots } from "../platform/shadow_roots.js";
import { nextTask } from "../platform/scheduling.js";
import { Typing } from "./typing_activity.js";

/** @typedef {"" | "person" | "box" | "focus"} Came the reason why nothing was inserted: the user typed, the box changed, or the focus is elsewhere */

export class Composer {
  /**
   * @param {import("../config_types.js").Profile} profile @param {Roots} roots @param {AbortSignal} signal
   * @param {() => boolean} streaming  the site shows that an answer is being written
   */
  constructor(profile, roots = new Roots(), signal = new AbortController().signal, streaming = () => false) {
    this.streaming = streaming;
    this.profile = profile;
    this.roots = roots;
    this.typing = new Typing(signal);
    this.finder = new BoxFinder(profile, roots);
    this.sendButton = new SendButton(profile, roots, () => this.box());
    this.inputLock = new InputLock(profile.send, signal, (element) => this.sendButton.isIn(element));
    this.spaces = new KeptSpaces(profile);
    signal.addEventListener("abort", () => this.spaces.end());
    this.restoreCaret = () => {};
    /** @type {HTMLElement | null} */
    this.target = null;
  }

  /** @returns {HTMLElement | null} the last box that the user can write in, else the last that is shown */
  box() {
    return this.finder.box();
  }

  /** @returns {{ kind: import("./editor_content.js").BoxKind, text: string }} the box's kind and the drawn part of its text */
  state() {
    const box = this.box();
    return box ? { kind: kindOf(box), text: read(box) } : { kind: "none", text: "" };
  }

  /**
   * @param {boolean} whole  also read text that the box does not draw, which moves the caret for a moment
   * @returns {Promise<import("./editor_content.js").BoxState>}
   */
  async look(whole) {
    const box = this.box();
    return {
      kind: box ? kindOf(box) : "none",
      number: this.finder.number(),
      text: box ? await (whole ? readAll(box) : read(box)) : "",
      turns: this.userMessageCount(),
      limit: box && isField(box) ? box.maxLength : -1,
    };
  }

  /** @returns {string} the last code block of a rich box */
  code() {
    const box = this.box();
    const block = box ? [...all(box, "pre")].at(-1) : null;
    return block ? textOf(block) : "";
  }

  /**
   * @param {number} still milliseconds
   * @returns {{ busy: boolean, there: boolean, guessed: boolean }} the user is writing; there is a box; the site is unknown
   */
  rest(still) {
    this.finder.doubting = false;
    return { busy: this.typing.busy(still), there: this.box() !== null, guessed: this.profile.guessed };
  }

  /** Lets a doubtful box count until there is a likely one, or until the next `rest`. @returns {boolean} there is a box */
  doubt() {
    this.finder.doubting = true;
    return this.box() !== null;
  }

  /**
   * Returns the conditions for sending a message.
   * @param {number} still milliseconds since the user's last letter
   * @returns {import("./editor_content.js").SendState}
   */
  readiness(still) {
    const box = this.box();
    const empty = !(box && read(box).trim());
    const streaming = this.streaming();
    return {
      streaming,
      busy: this.typing.busy(still),
      empty,
      turns: this.userMessageCount(),
      button: this.sendButton.state(box),
      going: !!box && !empty && this.sendButton.echo.heard(box, streaming),
    };
  }

  /**
   * Prepares an insertion: remembers the user's caret, holds back their keys, and focuses the box. Some sites
   * remove a placeholder from the box on focus.
   * @param {number} still milliseconds since the user's last letter
   * @returns {Promise<import("./editor_content.js").BoxState | null>} the content of the box; null: the user is writing
   */
  async hold(still) {
    if (this.typing.busy(still)) return null;
    this.sendButton.echo.forget();
    const box = this.box();
    this.restoreCaret = box ? saveCaret(box) : () => {};
    this.inputLock.begin();
    box?.focus();
    await nextTask();
    return this.look(true);
  }

  /** @returns {"" | "person" | "box"} who or what interrupted since the box was last focused */
  interruption() {
    this.inputLock.renew();
    if (this.inputLock.disturbed) return "person";
    const box = this.box();
    if (!box || box !== this.target) return "box";
    const place = focused();
    const elsewhere = place && place !== box && isEditable(place) && !contains(box, place);
    return elsewhere ? "person" : "";
  }

  /** @returns {boolean} the user is composing a word with an input method (IME) */
  composing() {
    this.inputLock.renew();
    return this.typing.composing;
  }

  /** Removes the focus, which ends an IME composition. */
  blur() {
    /** @type {HTMLElement | null} */ (focused())?.blur();
  }

  /** Releases the user's keys and caret, unless they typed since `hold`. @returns {Promise<boolean>} the user did not type */
  async settle() {
    if (this.inputLock.disturbed) return false;
    await this.#drawDraft();
    if (this.inputLock.disturbed) return false;
    await this.release();
    return true;
  }

  /**
   * Ends an insertion: restores the user's caret and types what they typed meanwhile. The input events until
   * now came from overlay, so they do not count as the user's typing.
   */
  async release() {
    await this.#drawDraft();
    this.restoreCaret();
    this.restoreCaret = () => {};
    const typed = this.inputLock.end();
    if (typed) await this.#retype(typed);
    this.typing.forget();
  }

  /** Makes an editor that draws only the lines in view draw the draft, so that a caret can be set there. */
  async #drawDraft() {
    const box = this.box();
    if (!box || !isVirtualized(box) || !hasCaret(box)) return;
    goToEdge(box, "Home");
    await nextTask();
  }

  /** @param {string} typed */
  async #retype(typed) {
    const place = focused();
    const box = this.box();
    if (place && isEditable(place) && place !== box && !(box && contains(box, place))) {
      execute("insertText", typed);
    } else if (box) {
      if (!hasCaret(box)) await placeCaret(box, false);
      type(box, typed);
    }
  }

  /**
   * Sets a field's value by the native setter and fires `input`, which frameworks listen for.
   * @param {string} text
   */
  set(text) {
    const box = this.box();
    if (!box || !isField(box)) return;
    setField(box, text);
  }

  /**
   * Replaces the content of a bare box by one text node, which keeps spaces and line ends; typing would change them.
   * @param {string} text
   */
  write(text) {
    const box = this.box();
    if (!box || kindOf(box) !== "bare") return;
    if (!getComputedStyle(box).whiteSpace.startsWith("pre")) this.spaces.keepIn(box);
    box.focus();
    box.replaceChildren(createText(text));
    select(box, false);
    box.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: null }));
  }

  /**
   * Inserts text at the end of the box. The check of the caret and the insertion happen in one task.
   * @param {"type" | "paste" | "line"} way @param {string} text
   * @param {boolean} more  this continues the previous insertion, so an interruption since then stops it
   * @returns {Promise<Came>}
   */
  put(way, text, more) {
    return this.#act(more, async (box) => {
      if (!more || !hasCaret(box)) await this.#toEnd(box);
      if (way === "type") await this.#type(box, text);
      else if (way === "paste") paste(box, text);
      else breakLine(box);
    });
  }

  /**
   * Types text. If the editor drew a placeholder, the first line is typed separately. Otherwise the editor
   * would treat the placeholder as a part of the text.
   * @param {HTMLElement} box @param {string} text
   */
  async #type(box, text) {
    const drawn = kindOf(box) !== "eager" && !isField(box) && textOf(box) !== "" && !read(box).trim();
    const end = drawn ? text.indexOf("\n", 1) : 0;
    if (end > 0) {
      type(box, text.slice(0, end));
      await nextTask();
      if (!hasCaret(box)) placeCaretNow(box, false);
    }
    type(box, text.slice(Math.max(end, 0)));
  }

  /** @param {HTMLElement} box */
  async #toEnd(box) {
    if (kindOf(box) === "pasted") await placeCaretSlowly(box, false);
    else await placeCaret(box, false);
    if (!isVirtualized(box)) return;
    goToEdge(box, "End");
    await nextTask();
  }

  /** Empties the box. @returns {Promise<Came>} */
  clear() {
    return this.#act(false, async (box) => {
      if (isField(box)) {
        this.set("");
        return;
      }
      if (!read(box)) return;
      if (kindOf(box) === "pasted") await placeCaretSlowly(box, true);
      else await placeCaret(box, true);
      erase(box);
      await nextTask();
    });
  }

  /**
   * @param {boolean} more @param {(box: HTMLElement) => Promise<void>} act
   * @returns {Promise<Came>}
   */
  async #act(more, act) {
    if (more) {
      const came = this.interruption();
      if (came) return came;
    }
    const box = this.box();
    this.target = box;
    if (!box) return "box";
    try {
      await act(box);
    } catch (error) {
      if (error instanceof CaretLost) return "focus";
      throw error;
    }
    return "";
  }

  /**
   * Appends lines to the elements of an editor's box directly; the editor accepts them like typed text.
   * Used for texts that are too large to type, since each typed line end takes the browser milliseconds.
   * @param {string} added
   */
  async appendLines(added) {
    const box = this.box();
    if (!box || kindOf(box) !== "editor") return;
    box.focus();
    select(box, false);
    if (isVirtualized(box) && hasCaret(box)) {
      goToEdge(box, "End");
      await nextTask();
    }
    appendLines(box, added);
  }

  /** Presses Enter in the box, and nowhere else. @returns {Promise<Came>} */
  enter() {
    return this.#act(false, async (box) => {
      await placeCaret(box, false);
      enter(box);
    });
  }

  /** @returns {number} the number of user messages in the page */
  userMessageCount() {
    return this.profile.user ? this.roots.all(this.profile.user).length : 0;
  }
}
