/**
 * One function block: the tree that tests, themes and people know (see DESIGN, "the block in the page"), drawn from
 * what Python says. Nothing here decides anything.
 */
import { create } from "./dom.js";
import { Guard } from "./guard.js";
import { onPress } from "./press.js";
import { Value } from "./value.js";

const CLOSE_AFTER = 1500;
const TICK = 100;
/** @type {Record<string, string>} */
const WORDS = { execute: "Execute", cancel: "Cancel", insert: "Insert", submit: "Submit" };

/** @param {string} name @param {string} className @param {string} [text] @returns {HTMLElement} */
const make = (name, className, text = "") => {
  const element = create(name);
  element.className = className;
  if (text) element.textContent = text;
  if (name === "button") /** @type {HTMLButtonElement} */ (element).type = "button";
  return element;
};

/** @param {Event} event @returns {boolean} a press on Execute is a decision of its own, not a touch that stops one */
const onExecute = (event) => {
  const target = /** @type {EventTarget | null} */ (event.target);
  return target instanceof Element && target.classList.contains("execute-button") && (event.type !== "keydown" || isPressKey(event));
};

/** @param {Event} event */
const isPressKey = (event) => ["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key);

export class Card {
  /**
   * @param {object} parts
   * @param {string} parts.id
   * @param {(action: import("./types.js").Action, nonce: string) => void} parts.press
   * @param {(span: [number, number]) => string} parts.raw  the raw text of a range
   */
  constructor({ id, press, raw }) {
    this.id = id;
    this.press = press;
    this.raw = raw;
    /** @type {import("./types.js").Look} */
    this.look = {};
    /** @type {Map<string, { value: Value, streaming: boolean }>} */
    this.params = new Map();
    this.open = false;
    /** The person opened, closed or scrolled it: it no longer opens and closes by itself. */
    this.touched = false;
    this.closing = 0;
    this.ticking = 0;
    this.buttonsDrawn = "";
    /** @type {AbortController | null} */
    this.guards = null;
    /** @type {ShadowRoot | null} */
    this.root = null;
    /** @type {HTMLElement | null} */
    this.host = null;
    /** @type {Value | null} */
    this.result = null;
    this.#build();
  }

  #build() {
    this.block = make("div", "function-block");
    this.block.dataset["blockId"] = this.id;
    this.block.setAttribute("role", "group");
    this.language = make("div", "language-tag");
    this.language.hidden = true;
    const head = make("div", "function-name");
    const left = make("div", "function-name-left");
    this.row = make("div", "function-name-row");
    this.name = make("span", "function-name-text");
    this.row.append(this.name);
    left.append(this.row);
    const right = make("div", "function-name-right");
    this.status = make("span", "status");
    this.status.setAttribute("role", "status");
    this.callId = make("span", "call-id");
    this.expand = make("button", "expand-button", "▼");
    this.expand.setAttribute("aria-label", "Show or hide the parameters");
    onPress(this.expand, () => {
      this.touched = true;
      this.#setOpen(!this.open);
    });
    right.append(this.status, this.callId, this.expand);
    head.append(left, right);
    this.content = make("div", "expandable-content");
    this.list = make("div", "function-params");
    this.content.append(this.list);
    this.note = make("div", "note");
    this.guardNote = make("div", "guard-note");
    this.guardNote.setAttribute("role", "alert");
    this.countdown = make("div", "countdown");
    this.countdownText = make("span", "countdown-text");
    this.countdownBar = make("div", "countdown-bar");
    this.buttons = make("div", "function-buttons");
    this.rawBox = make("div", "raw");
    this.rawBox.hidden = true;
    this.resultBox = make("div", "function-result");
    this.resultBox.hidden = true;
    this.block.append(this.language, head, this.content, this.note, this.countdown, this.guardNote, this.buttons, this.rawBox, this.resultBox);
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      this.block.addEventListener(kind, (event) => {
        if (event.isTrusted && !onExecute(event)) this.#touch();
      }, { passive: true });
    }
    this.#setOpen(false);
  }

  /** A touch stops the countdown. */
  #touch() {
    if (this.look.countdown) this.press("touch", "");
  }

  /** @param {HTMLElement} host @param {ShadowRoot} root */
  stand(host, root) {
    if (this.root === root) return;
    this.host = host;
    this.root = root;
    this.buttonsDrawn = "";
    this.#drawButtons();
  }

  /** @param {import("./types.js").Look} look */
  draw(look) {
    const before = this.look;
    const now = { ...before, ...look };
    this.look = now;
    const { block, name, callId, status, note } = /** @type {Required<Card>} */ (/** @type {unknown} */ (this));
    if (now.name !== undefined && now.name !== before.name) {
      name.textContent = now.name;
      block.setAttribute("aria-label", `Tool call ${now.name}`);
    }
    if (now.call_id !== before.call_id) callId.textContent = now.call_id ?? "";
    if (now.language !== before.language) this.#drawLanguage(now.language ?? "");
    if (now.status !== before.status) this.#drawStatus(before.status);
    if (now.label !== before.label) status.textContent = now.label ?? "";
    if (now.note !== before.note) note.textContent = now.note ?? "";
    if ("countdown" in look) this.#drawCountdown(now.countdown ?? null);
    if ("result" in look) this.#drawResult(now.result ?? null);
    if (look.nonce !== undefined || look.buttons) this.#drawButtons();
  }

  /** @param {string} language */
  #drawLanguage(language) {
    if (!this.language) return;
    this.language.textContent = language;
    this.language.hidden = !language;
  }

  /** @param {string | undefined} before */
  #drawStatus(before) {
    const { status } = this.look;
    if (!this.block || !this.row) return;
    this.block.dataset["status"] = status ?? "";
    const spinner = this.row.querySelector(".spinner");
    const busy = status === "streaming" || status === "running";
    if (busy && !spinner) this.row.append(make("div", "spinner"));
    else if (!busy && spinner) spinner.remove();
    if (status === "streaming") return;
    for (const [key] of this.params) this.#endParam(key);
    if (before === "streaming" && this.open && !this.touched) {
      clearTimeout(this.closing);
      this.closing = setTimeout(() => {
        if (!this.touched) this.#setOpen(false);
      }, CLOSE_AFTER);
    }
  }

  /** All that was known has been drawn: a call that is still being written opens; one that came whole stays closed. */
  settle() {
    if (this.look.status === "streaming" && !this.open && !this.touched) this.#setOpen(true);
  }

  /** @param {boolean} open */
  #setOpen(open) {
    this.open = open;
    if (!this.block || !this.content || !this.expand) return;
    this.block.classList.toggle("expanded", open);
    this.content.style.display = open ? "block" : "none";
    this.expand.setAttribute("aria-expanded", String(open));
    if (open) for (const key of this.params.keys()) this.#showParam(key);
  }

  /** @param {string} key @param {string} text @param {boolean} done */
  append(key, text, done) {
    let param = this.params.get(key);
    if (!param) {
      param = { value: new Value(), streaming: true };
      this.params.set(key, param);
      if (this.open) this.#showParam(key);
    }
    if (text) param.value.append(text);
    if (done) this.#endParam(key);
  }

  /** @param {string} key */
  #showParam(key) {
    const param = this.params.get(key);
    if (!param || param.value.box || !this.list) return;
    const id = `${this.id}-${key}`;
    const name = make("div", "param-name", key);
    name.dataset["paramId"] = id;
    const box = param.value.element("param-value");
    box.dataset["paramId"] = id;
    box.setAttribute("aria-label", `Value of ${key}`);
    box.dataset["streaming"] = String(param.streaming);
    box.addEventListener("wheel", () => { this.touched = true; }, { passive: true });
    this.list.append(name, box);
  }

  /** @param {string} key */
  #endParam(key) {
    const param = this.params.get(key);
    if (!param) return;
    param.streaming = false;
    if (param.value.box) param.value.box.dataset["streaming"] = "false";
  }

  #drawButtons() {
    const { buttons, root, host, block, look } = this;
    if (!buttons || !root || !host || !block) return;
    const wanted = look.buttons ?? [];
    const key = `${wanted.join()} ${look.nonce ?? ""}`;
    if (key === this.buttonsDrawn) return;
    this.buttonsDrawn = key;
    this.guards?.abort();
    this.guards = new AbortController();
    const { signal } = this.guards;
    const raw = make("button", "raw-toggle", this.rawBox?.hidden === false ? "Hide raw" : "Show raw");
    onPress(raw, () => this.#toggleRaw(raw), signal);
    /** @type {HTMLElement[]} */
    const made = look.span && look.status !== "streaming" ? [raw] : [];
    for (const action of wanted) {
      const button = make("button", `${action}-button`, WORDS[action] ?? action);
      const nonce = look.nonce ?? "";
      if (action === "cancel") {
        onPress(button, () => this.press("cancel", nonce), signal);
      } else {
        new Guard({
          host, root, block, button, signal,
          accept: () => {
            this.#say("");
            this.press(/** @type {import("./types.js").Action} */ (action), nonce);
          },
          refuse: (why) => {
            this.#touch();
            this.#say(`Not run: ${why}. Look at it, then click again.`);
          },
        });
      }
      made.push(button);
    }
    buttons.replaceChildren(...made);
  }

  /** @param {string} text */
  #say(text) {
    if (this.guardNote) this.guardNote.textContent = text;
  }

  /** @param {HTMLElement} button */
  #toggleRaw(button) {
    const { rawBox, look } = this;
    if (!rawBox) return;
    this.touched = true;
    rawBox.hidden = !rawBox.hidden;
    button.textContent = rawBox.hidden ? "Show raw" : "Hide raw";
    if (rawBox.hidden) return;
    const value = new Value();
    value.append(this.raw(look.span ?? [0, 0]));
    value.sticky = false;
    rawBox.replaceChildren(value.element("raw-value"));
  }

  /** @param {import("./types.js").Countdown | null} countdown */
  #drawCountdown(countdown) {
    const { countdown: line, countdownText, countdownBar } = this;
    clearInterval(this.ticking);
    if (!line || !countdownText || !countdownBar) return;
    if (!countdown) {
      line.replaceChildren();
      return;
    }
    const end = performance.now() + countdown.left;
    const tick = () => {
      const left = Math.max(0, end - performance.now());
      countdownText.textContent = `Runs by itself in ${(left / 1000).toFixed(1)} s. Click or touch here to stop it.`;
      countdownBar.style.transform = `scaleX(${countdown.total ? left / countdown.total : 0})`;
      if (!left) clearInterval(this.ticking);
    };
    line.replaceChildren(countdownText, countdownBar);
    this.ticking = setInterval(tick, TICK);
    tick();
  }

  /** @param {import("./types.js").Result | null} result */
  #drawResult(result) {
    const box = this.resultBox;
    if (!box) return;
    box.hidden = !result;
    box.classList.toggle("error", !!result?.error);
    if (!result) {
      this.result = null;
      box.replaceChildren();
      return;
    }
    this.result = new Value();
    this.result.sticky = false;
    this.result.append(result.text);
    box.replaceChildren(make("div", "result-label", result.error ? "Error" : "Result"), this.result.element("result-value"));
  }

  dispose() {
    clearInterval(this.ticking);
    clearTimeout(this.closing);
    this.guards?.abort();
    this.block?.remove();
  }
}
