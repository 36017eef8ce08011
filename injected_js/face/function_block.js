/**
 * One function block: the tree that tests, themes and people know (see DESIGN, "the block in the page"), drawn from
 * what Python says. Nothing here decides anything.
 */
import { Guard } from "./click_guard.js";
import { drawPicture } from "./image_canvas.js";
import { onPress } from "./trusted_press.js";
import { make, makeTree } from "./block_dom.js";
import { Value } from "./long_text.js";

const CLOSE_AFTER = 1500;
const TICK = 100;
/** @type {Record<string, string>} */
const WORDS = { execute: "Execute", cancel: "Cancel", insert: "Insert", submit: "Submit", resend: "Ask to resend" };

/** @param {Event} event @returns {boolean} a press on Execute is a decision of its own, not a touch that stops one */
const onExecute = (event) => {
  const target = /** @type {EventTarget | null} */ (event.target);
  return target instanceof Element && target.classList.contains("execute-button") && (event.type !== "keydown" || isPressKey(event));
};

/** @param {Event} event */
const isPressKey = (event) => ["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key);

/** @param {import("../types.js").Result | null | undefined} a @param {import("../types.js").Result | null | undefined} b */
const isSame = (a, b) => {
  if (!a || !b) return a === b;
  const data = (/** @type {import("../types.js").Result} */ { pictures = [] }) => pictures.map((picture) => picture.data);
  const [one, other] = [data(a), data(b)];
  return a.text === b.text && a.error === b.error && one.length === other.length && one.every((each, at) => each === other[at]);
};

/** @param {string} action @param {string} why @param {boolean} elsewhere @returns {string} why a press did not count */
const refusal = (action, why, elsewhere) => {
  const run = action === "execute";
  return `Not ${run ? "run" : "done"}: ${why}. Look at it, then click again${run && elsewhere ? ", or run it from overlay's own window" : ""}.`;
};

export class Card {
  /**
   * @param {object} parts
   * @param {string} parts.id
   * @param {(action: import("../types.js").Action, nonce: string) => void} parts.press
   * @param {(span: [number, number]) => string} parts.raw  the raw text of a range
   * @param {boolean} [parts.elsewhere]  it can also be run from overlay's own window
   */
  constructor({ id, press, raw, elsewhere = false }) {
    this.id = id;
    this.press = press;
    this.elsewhere = elsewhere;
    this.raw = raw;
    /** @type {import("../types.js").Look} */
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
    /** It answers to the person; one far out of view waits with that. */
    this.awake = false;
    this.tree = makeTree(id);
    this.block = this.tree.block;
    this.#setOpen(false);
  }

  /** From now on it can be pressed. */
  wake() {
    if (this.awake) return;
    this.awake = true;
    onPress(this.tree.expand, () => {
      this.touched = true;
      this.#setOpen(!this.open);
    });
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      this.block.addEventListener(kind, (event) => {
        if (event.isTrusted && !onExecute(event)) this.#touch();
      }, { passive: true });
    }
    this.buttonsDrawn = "";
    this.#drawButtons();
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

  /** @param {import("../types.js").Look} look */
  draw(look) {
    const { block, name, callId, status, note } = this.tree;
    const before = this.look;
    const now = { ...before, ...look };
    this.look = now;
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
    if ("result" in look && !isSame(before.result, now.result)) this.#drawResult(now.result ?? null);
    if (look.nonce !== undefined || look.buttons) this.#drawButtons();
  }

  /** @param {string} language */
  #drawLanguage(language) {
    this.tree.language.textContent = language;
    this.tree.language.hidden = !language;
  }

  /** @param {string | undefined} before */
  #drawStatus(before) {
    const { row } = this.tree;
    const { status } = this.look;
    this.block.dataset["status"] = status ?? "";
    const spinner = row.querySelector(".spinner");
    const busy = status === "streaming" || status === "running";
    if (busy && !spinner) row.append(make("div", "spinner"));
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
    const { content, expand } = this.tree;
    this.open = open;
    this.block.classList.toggle("expanded", open);
    content.style.display = open ? "block" : "none";
    expand.setAttribute("aria-expanded", String(open));
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
    if (!param || param.value.box) return;
    const id = `${this.id}-${key}`;
    const name = make("div", "param-name", key);
    name.dataset["paramId"] = id;
    const box = param.value.element("param-value", param.streaming);
    box.dataset["paramId"] = id;
    box.setAttribute("aria-label", `Value of ${key}`);
    box.dataset["streaming"] = String(param.streaming);
    box.addEventListener("wheel", () => { this.touched = true; }, { passive: true });
    this.tree.list.append(name, box);
    param.value.settle();
  }

  /** @param {string} key */
  #endParam(key) {
    const param = this.params.get(key);
    if (!param) return;
    param.streaming = false;
    if (param.value.box) param.value.box.dataset["streaming"] = "false";
  }

  #drawButtons() {
    const { root, host, block, look } = this;
    if (!root || !host) return;
    const wanted = look.buttons ?? [];
    const key = `${wanted.join()} ${this.awake ? look.nonce ?? "" : ""}`;
    if (key === this.buttonsDrawn) return;
    this.buttonsDrawn = key;
    const raw = make("button", "raw-toggle", this.tree.raw.hidden ? "Show raw" : "Hide raw");
    const buttons = wanted.map((action) => make("button", `${action}-button`, WORDS[action] ?? action));
    this.tree.buttons.replaceChildren(...(look.span && look.status !== "streaming" ? [raw] : []), ...buttons);
    this.guards?.abort();
    if (!this.awake) return;
    this.guards = new AbortController();
    const { signal } = this.guards;
    onPress(raw, () => this.#toggleRaw(raw), signal);
    for (const [index, action] of wanted.entries()) {
      const button = /** @type {HTMLElement} */ (buttons[index]);
      const press = () => this.press(/** @type {import("../types.js").Action} */ (action), look.nonce ?? "");
      if (action === "cancel") {
        onPress(button, press, signal);
      } else {
        new Guard({
          host, root, block, button, signal,
          accept: () => {
            this.#say("");
            press();
          },
          refuse: (why) => {
            this.#touch();
            this.#say(refusal(action, why, this.elsewhere));
          },
        });
      }
    }
  }

  /** @param {string} text */
  #say(text) {
    this.tree.guardNote.textContent = text;
  }

  /** @param {HTMLElement} button */
  #toggleRaw(button) {
    const box = this.tree.raw;
    this.touched = true;
    box.hidden = !box.hidden;
    button.textContent = box.hidden ? "Show raw" : "Hide raw";
    if (box.hidden) return;
    const value = new Value();
    value.append(this.raw(this.look.span ?? [0, 0]));
    box.replaceChildren(value.element("raw-value", false));
  }

  /** @param {import("../types.js").Countdown | null} countdown */
  #drawCountdown(countdown) {
    const { countdown: line, countdownText, countdownBar } = this.tree;
    clearInterval(this.ticking);
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

  /** @param {import("../types.js").Result | null} result */
  #drawResult(result) {
    const box = this.tree.result;
    box.hidden = !result;
    box.classList.toggle("error", !!result?.error);
    if (!result) {
      box.replaceChildren();
      return;
    }
    const value = new Value();
    value.append(result.text);
    box.replaceChildren(
      make("div", "result-label", result.error ? "Error" : "Result"),
      value.element("result-value", false),
      ...(result.pictures ?? []).map((picture) => drawPicture(picture, make)),
    );
  }

  dispose() {
    clearInterval(this.ticking);
    clearTimeout(this.closing);
    this.guards?.abort();
    this.block.remove();
  }
}
