/**
 * One function block: the element tree that tests and themes rely on (DESIGN, section 5), drawn from Python's
 * commands. It is drawn in a frame, where it can be pressed, or without a guard, where it can't. It makes no
 * decisions.
 */
import { mark, t } from "../platform/language.js";
import { BlockButtons } from "./block_buttons.js";
import { makeTree } from "./block_dom.js";
import { BlockHead } from "./block_head.js";
import { BlockHeight } from "./block_height.js";
import { boxOf, downTo } from "./click_guard.js";
import { copyButton } from "./clipboard.js";
import { CountdownLine } from "./countdown_line.js";
import { drawForm, valuesOf } from "./edit_form.js";
import { Folding, isApart } from "./folding.js";
import { LongText } from "./long_text.js";
import { ParameterList } from "./parameter_list.js";
import { RunLine } from "./run_line.js";
import { drawResult, isSameResult } from "./result_box.js";
import { TogetherButton } from "./together_button.js";
import { onPress } from "./trusted_press.js";
import { label } from "./button_words.js";
import { visible } from "./visible_text.js";

/** Actions that run the call: its arguments must be in view. */
const RUNS = new Set(["execute", "again"]);
/** Statuses in which the call has no arguments to copy. */
const UNREAD = ["streaming", "incomplete", "invalid"];
/** Statuses in which room is reserved for the result, if there are no arguments that it could replace. */
const EXPECTED = ["ready", "scheduled", "running"];

/** @param {Event} event @returns {boolean} a press on Execute: it is a decision, so it does not count as a touch */
const onExecute = (event) => {
  const target = /** @type {EventTarget | null} */ (event.target);
  return (
    target instanceof Element &&
    target.matches(".execute-button, .run-all-button") &&
    (event.type !== "keydown" || isPressKey(event))
  );
};

/** @param {Event} event */
const isPressKey = (event) => ["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key);

export class FunctionBlock {
  /**
   * @param {string} id
   * @param {import("./face_protocol.js").Wires} wires
   * @param {object} [about]
   * @param {typeof import("./click_guard.js").ClickGuard | null} [about.Guard]  null: it can't be pressed
   * @param {boolean} [about.hasPanel]  a call can be run from overlay's own window too
   * @param {() => string} [about.inert]  why it can't be pressed
   */
  constructor(id, wires, { Guard = null, hasPanel = false, inert = () => "" } = {}) {
    this.id = id;
    this.wires = wires;
    this.hasPanel = hasPanel;
    /** @type {import("../protocol.js").BlockView} */
    this.view = {};
    this.controller = new AbortController();
    this.tree = makeTree(id);
    this.block = this.tree.block;
    this.head = new BlockHead(this.tree);
    this.params = new ParameterList(id, this.tree);
    this.countdown = new CountdownLine(this.tree);
    this.run = new RunLine(this.tree);
    this.height = new BlockHeight(this.tree, this.controller.signal, (height) => this.wires.held?.(height));
    this.folding = new Folding({
      tree: this.tree,
      height: this.height,
      params: this.params,
      view: () => this.view,
      report: (open, touched) => this.wires.ui(open, touched),
      changed: () => this.#watch(),
    });
    this.guard =
      Guard &&
      new Guard(
        this.block,
        this.controller.signal,
        (covered) => this.wires.sight?.(covered),
        () => this.together.look(),
      );
    this.buttons = new BlockButtons({
      tree: this.tree,
      guard: this.guard,
      inert,
      note: (why) => {
        this.#showGuardNote(why);
        this.wires.answered?.(why);
      },
      toRead: (action) => this.#toRead(action),
      down: (pointed) => this.wires.down(pointed),
      press: (action, nonce, pointed) => this.#press(action, nonce, pointed),
      unseen: (action, pointed) => this.wires.unseen(action, pointed),
      refuse: (action, why) => this.#refuseHere(action, why),
      toggleRaw: (button) => this.#toggleRaw(button),
    });
    this.together = new TogetherButton({
      buttons: this.tree.buttons,
      guard: this.guard,
      wires,
      toRead: () => this.#toRead("execute"),
      unfolded: () => this.folding.open || !this.params.size,
      refuse: (why) => this.#refuseHere("together", why),
    });
    if (Guard) {
      // In a frame the block is the main content of the document.
      this.tree.name.setAttribute("role", "heading");
      this.tree.name.setAttribute("aria-level", "1");
      this.height.watchView(() => this.folding.compact());
    }
    this.folding.unfold(false);
    this.#listen();
  }

  #listen() {
    const { signal } = this.controller;
    const toggle = () => {
      this.folding.toggle();
      this.wires.answered?.("");
    };
    onPress(this.tree.expand, toggle, signal);
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      this.block.addEventListener(
        kind,
        (event) => {
          if (event.isTrusted && !onExecute(event)) this.#touch();
        },
        { passive: true, signal },
      );
    }
    this.tree.content.addEventListener("wheel", () => this.folding.use(), { passive: true, signal });
  }

  /** Reports a touch, which stops the countdown. */
  #touch() {
    if (this.view.countdown) this.wires.touch();
  }

  /** @param {import("./face_protocol.js").Snapshot} snapshot  the whole content */
  restore({ view, params, open, touched, draft = {}, held = 0 }) {
    const { folding } = this;
    folding.touched = touched;
    for (const { key, text, done } of params) {
      this.append(key, text.slice(this.params.lengthOf(key)), done);
    }
    if (held && view.result) this.height.keep(held);
    this.draw(view);
    if (view.form) this.#restoreDraft(draft);
    if (open !== null && open !== folding.open) folding.unfold(open);
    folding.openIfUndecided();
  }

  /** @param {Record<string, string>} draft */
  #restoreDraft(draft) {
    for (const each of this.tree.form.querySelectorAll("[data-field]")) {
      const control = /** @type {HTMLInputElement} */ (each);
      const text = draft[control.dataset.field ?? ""];
      if (text !== undefined) control.value = text;
    }
  }

  /** @param {import("../protocol.js").BlockView} view */
  draw(view) {
    const before = this.view;
    const now = { ...before, ...view };
    this.view = now;
    this.head.draw(now, before);
    if (now.name !== before.name) this.buttons.invalidate();
    if (now.effects !== before.effects || now.status !== before.status) this.#watch();
    if (now.status !== before.status && now.status !== "streaming") this.params.endAll();
    if (now.status !== before.status && now.status === "running") this.#showGuardNote("");
    if ("changes" in view && JSON.stringify(now.changes) !== JSON.stringify(before.changes))
      this.params.drawChanges(now.changes ?? []);
    if ("form" in view) this.#drawForm();
    if ("countdown" in view) this.countdown.draw(now.countdown ?? null);
    if ("elapsed" in view) this.run.draw(now.elapsed ?? null);
    if (now.progress !== before.progress) this.run.drawShare(now.progress ?? null, visible(now.name ?? ""));
    if ("result" in view && !isSameResult(before.result, now.result)) this.#drawResult(now.result ?? null);
    if (view.nonce !== undefined || view.buttons || now.sends !== before.sends || now.sent !== before.sent)
      this.#drawButtons();
    if (now.sent !== before.sent) this.folding.collapseIfSent();
    if (now.status !== before.status || isApart(now) !== isApart(before)) this.folding.openIfUndecided();
    this.#offerCopy();
    this.height.reserve(!isApart(now) && EXPECTED.includes(now.status ?? "") && !this.params.size);
  }

  /** @returns {string} the state for screen readers; "" while the call is being written */
  state() {
    const { name = "", status = "", label, note } = this.view;
    if (!name || status === "streaming") return "";
    return `${visible(name)}: ${label || (this.view.countdown ? t("runs automatically") : "") || visible(note ?? "") || t("ready")}`;
  }

  /** Shows the form in place of the arguments. */
  #drawForm() {
    const { form } = this.tree;
    const wanted = this.view.form ?? null;
    const had = !!form.firstElementChild;
    if (!wanted && !had) return;
    drawForm(form, wanted, { id: this.id, typed: (values) => this.wires.typed?.(values) });
    this.params.hide(!!wanted);
    if (wanted && !had) {
      if (!this.folding.open) this.folding.set(true);
      if (this.block.contains(document.activeElement))
        /** @type {HTMLElement | null} */ (form.querySelector("[data-field]"))?.focus();
    }
    this.#watch();
  }

  /** Draws the button that copies the arguments, or removes it. */
  #offerCopy() {
    const { content } = this.tree;
    const { status = "", form, name = "" } = this.view;
    const wanted = !!this.guard && this.params.size > 0 && !form && !UNREAD.includes(status);
    const shown = content.querySelector(".copy-arguments");
    const label = t("Copy the arguments: {name}", { name: visible(name) });
    if (!wanted) shown?.remove();
    else if (shown) shown.setAttribute("aria-label", label);
    else
      content.prepend(
        copyButton("copy-arguments", label, () => this.params.json(this.view.values ?? {}), this.controller.signal),
      );
  }

  /** @param {string} key @param {string} text @param {boolean} done */
  append(key, text, done) {
    if (this.params.append(key, text)) {
      this.height.reserve(false);
      if (this.folding.open) this.params.show(key);
      else this.folding.openIfUndecided();
      this.#offerCopy();
    }
    if (done) this.params.end(key);
  }

  #drawButtons() {
    const focused = /** @type {Document | ShadowRoot} */ (this.block.getRootNode()).activeElement?.className;
    if (!this.buttons.draw(this.view)) return;
    if (this.together.ids.length) this.together.draw();
    if (focused) /** @type {HTMLElement | null} */ (this.tree.buttons.querySelector(`.${focused}`))?.focus();
    this.#watch();
  }

  /**
   * @param {import("../protocol.js").Action} action
   * @param {string} nonce
   * @param {import("./face_protocol.js").Pointed} pointed
   */
  #press(action, nonce, pointed) {
    if (RUNS.has(action) && this.params.size && !this.folding.open) {
      this.folding.set(true);
      this.#refuseHere(action, mark("its arguments were folded away"));
      return;
    }
    this.#showGuardNote("");
    this.wires.press(action, nonce, pointed, ...(action === "save" ? [valuesOf(this.tree.form)] : []));
  }

  /** @param {string[]} ids  of the blocks whose calls one press in this block runs; empty: no such button */
  offerTogether(ids) {
    this.together.ids = ids;
    this.together.draw();
    this.#watch();
  }

  /** @param {string} action @returns {Element[]} the parts that the user must have seen to decide on it */
  #toRead(action) {
    const { row, content, effects } = this.tree;
    const head = effects.hidden ? [row] : [row, effects];
    const decides = (RUNS.has(action) && this.params.size) || action === "save";
    return decides && this.folding.open ? [...head, content] : head;
  }

  /** @returns {{ shown: boolean, covered: boolean, boxes: import("./face_protocol.js").Box[], whole: import("./face_protocol.js").Box }} whether all that the user must be able to read is fully visible */
  look() {
    if (this.params.size && !this.folding.open) this.folding.set(true);
    const parts = this.#toRead("execute");
    const boxes = parts.map(boxOf);
    const { guard } = this;
    const whole = downTo(boxOf(this.block), boxes);
    return { shown: !!guard?.shows(parts), covered: !!guard?.findsCovered(parts), boxes, whole };
  }

  #watch() {
    const { buttons, row, content, effects } = this.tree;
    const quiet = this.block.classList.contains("quiet");
    const pressable = quiet ? [] : [...buttons.children].filter((button) => !button.classList.contains("raw-toggle"));
    this.guard?.watch(pressable.length ? [row, content, ...(effects.hidden ? [] : [effects]), ...pressable] : []);
  }

  /** Refuses a press and reports that. @param {string} action @param {string} why */
  #refuseHere(action, why) {
    this.refuse(action, why);
    this.wires.answered?.(why);
  }

  /** @param {string} action @param {string} why  a press does not count */
  refuse(action, why) {
    const run = RUNS.has(action) || action === "together";
    // The verdict on an earlier press may come after a press that counted.
    if (run && this.view.status === "running") return;
    const words = !run
      ? t("Not done: {why}. Look at it, then click again.", { why: visible(t(why)) })
      : this.hasPanel
        ? t("Not run: {why}. Look at it, then click again, or run it from overlay's own window.", {
            why: visible(t(why)),
          })
        : t("Not run: {why}. Look at it, then click again.", { why: visible(t(why)) });
    this.#touch();
    this.#showGuardNote(words);
  }

  /** @param {string} text */
  #showGuardNote(text) {
    this.tree.guardNote.textContent = text;
  }

  /** @param {HTMLElement} button */
  #toggleRaw(button) {
    const box = this.tree.raw;
    this.folding.use();
    box.hidden = !box.hidden;
    this.block.classList.toggle("raw-shown", !box.hidden);
    label(button, box.hidden ? t("Show raw") : t("Hide raw"), visible(this.view.name ?? ""));
    if (!box.hidden) this.wires.raw();
  }

  /** @param {string} text */
  showRaw(text) {
    const value = new LongText();
    value.append(text);
    this.tree.raw.replaceChildren(value.element("raw-value", false));
  }

  /** @param {import("../protocol.js").Result | null} result */
  #drawResult(result) {
    if (result && this.tree.result.hidden) this.folding.replaceArguments();
    const panel =
      this.guard && this.hasPanel
        ? () => this.wires.press("panel", this.view.nonce ?? "", { at: 0, boxes: [] })
        : undefined;
    drawResult(this.tree.result, result, {
      status: this.view.status ?? "",
      name: visible(this.view.name ?? ""),
      opened: () => this.folding.use(),
      signal: this.controller.signal,
      panel,
    });
    this.height.offerRest(visible(this.view.name ?? ""), () => this.folding.use());
  }

  dispose() {
    this.countdown.stop();
    this.run.stop();
    this.buttons.dispose();
    this.together.end();
    this.controller.abort();
    this.block.remove();
  }
}
