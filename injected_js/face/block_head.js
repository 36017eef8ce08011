/** The part of a block above its arguments, with the lines that say what the call is, what it may do and how it stands. */
import { t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { UNDECIDED, isApart } from "./folding.js";
import { visible } from "./visible_text.js";

/** @typedef {import("../protocol.js").BlockView} BlockView */

export class BlockHead {
  /** @param {ReturnType<typeof import("./block_dom.js").makeTree>} tree */
  constructor(tree) {
    this.tree = tree;
  }

  /** @param {BlockView} now @param {BlockView} before */
  draw(now, before) {
    const { block, target, callId, status, note } = this.tree;
    if (now.name !== undefined && now.name !== before.name) this.#drawName(visible(now.name));
    if (now.target !== before.target) target.textContent = visible(now.target ?? "");
    if (isApart(now) !== isApart(before)) block.classList.toggle("quoted", isApart(now));
    if (now.danger !== before.danger) block.classList.toggle("danger", !!now.danger);
    if (now.effects !== before.effects || now.status !== before.status) this.#drawEffects(now);
    if (now.call_id !== before.call_id) callId.textContent = visible(now.call_id ?? "");
    if (now.language !== before.language) this.#drawLanguage(now.language ?? "");
    if (now.status !== before.status) this.#drawStatus(now.status ?? "");
    if (now.label !== before.label) status.textContent = now.label ?? "";
    if (now.note !== before.note) note.textContent = visible(now.note ?? "");
  }

  /** @param {string} shown */
  #drawName(shown) {
    const { block, name, expand } = this.tree;
    name.textContent = shown;
    block.setAttribute("aria-label", t("Tool call {name}", { name: shown }));
    expand.setAttribute("aria-label", t("Show or hide the arguments of {name}", { name: shown }));
  }

  /** @param {string} language */
  #drawLanguage(language) {
    this.tree.language.textContent = visible(language);
    this.tree.language.hidden = !language;
  }

  /**
   * Shows the effects of the tool until the call has run; after that they are removed while the block is out of view.
   * @param {BlockView} view
   */
  #drawEffects(view) {
    const { effects } = this.tree;
    const { status = "", effects: words } = view;
    effects.hidden = !words?.length || (effects.hidden && !UNDECIDED.includes(status));
    if (effects.hidden) effects.replaceChildren();
    else if (effects.children.length !== words?.length)
      effects.replaceChildren(...(words ?? []).map((word) => make("li", "effect", visible(word))));
  }

  /** @param {string} status */
  #drawStatus(status) {
    const { block, row } = this.tree;
    block.dataset.status = status;
    const spinner = row.querySelector(".spinner");
    const busy = status === "streaming" || status === "running";
    if (busy && !spinner) row.append(make("div", "spinner"));
    else if (!busy && spinner) spinner.remove();
  }
}
