/** Draws a block's buttons, and reports the presses on them that count. */
import { t } from "../platform/language.js";
import { label, wordsOf } from "./button_words.js";
import { make } from "./block_dom.js";
import { onPress } from "./trusted_press.js";
import { visible } from "./visible_text.js";

/** @typedef {import("../protocol.js").Action} Action */
/** @typedef {import("./face_protocol.js").Pointed} Pointed */

/** Actions that neither run nor send anything, so the user need not have seen the whole call. @type {Set<string>} */
export const HARMLESS = new Set(["cancel", "edit", "discard", "unquote", "panel"]);

export class BlockButtons {
  /**
   * @param {object} parts
   * @param {{ buttons: HTMLElement, raw: HTMLElement }} parts.tree
   * @param {import("./click_guard.js").ClickGuard | null} parts.guard  null: only Cancel can be pressed
   * @param {() => string} parts.inert  returns why the others can't be pressed
   * @param {(why: string) => void} parts.note  shows why a press does not count
   * @param {(action: Action) => Element[]} parts.toRead  returns the parts that must be in view to press
   * @param {(pointed: Pointed) => void} parts.down
   * @param {(action: Action, nonce: string, pointed: Pointed) => void} parts.press  called with a press that counts
   * @param {(action: Action, pointed: Pointed) => void} parts.unseen
   * @param {(action: Action, why: string) => void} parts.refuse
   * @param {(button: HTMLElement) => void} parts.toggleRaw
   */
  constructor(parts) {
    this.parts = parts;
    this.drawn = "";
    this.presses = new AbortController();
  }

  /** Makes the next `draw` draw the buttons again. */
  invalidate() {
    this.drawn = "";
  }

  dispose() {
    this.presses.abort();
  }

  /** @param {import("../protocol.js").BlockView} view @returns {boolean} they were drawn again */
  draw(view) {
    const { tree, toggleRaw } = this.parts;
    const wanted = view.buttons ?? [];
    const key = `${wanted.join()} ${view.nonce ?? ""} ${view.sent ?? ""} ${view.sends ?? ""}`;
    if (key === this.drawn) return false;
    this.drawn = key;
    const of = visible(view.name ?? "");
    const raw = make("button", "raw-toggle");
    label(raw, tree.raw.hidden ? t("Show raw") : t("Hide raw"), of);
    const buttons = wanted.map((action) => {
      const button = make("button", `${action}-button`);
      label(button, wordsOf(action, view), of);
      return button;
    });
    tree.buttons.replaceChildren(...(view.span && view.status !== "streaming" ? [raw] : []), ...buttons);
    this.presses.abort();
    this.presses = new AbortController();
    onPress(raw, () => toggleRaw(raw), this.presses.signal);
    for (const [index, action] of wanted.entries()) {
      this.#listen(/** @type {HTMLElement} */ (buttons[index]), /** @type {Action} */ (action), view.nonce ?? "");
    }
    return true;
  }

  /** @param {HTMLElement} element @param {Action} action @param {string} nonce */
  #listen(element, action, nonce) {
    const { guard, inert, note, toRead, down, press, unseen, refuse } = this.parts;
    const { signal } = this.presses;
    if (action === "cancel" || (guard && HARMLESS.has(action))) {
      onPress(element, () => press(action, nonce, { at: 0, boxes: [] }), signal);
    } else if (!guard) {
      onPress(element, () => note(t(inert())), signal);
    } else {
      guard.guard(
        {
          element,
          read: () => toRead(action),
          down,
          accept: (pointed) => press(action, nonce, pointed),
          unseen: (pointed) => unseen(action, pointed),
          refuse: (why) => refuse(action, why),
        },
        signal,
      );
    }
  }
}
