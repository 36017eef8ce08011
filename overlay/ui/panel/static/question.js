/** The card of a question to the user: shows the whole call, and is protected against an accidental answer. */
import { mark, t } from "./platform/language.js";
import { button, make, withParts } from "./dom.js";
import { Dwell } from "./dwell.js";
import { textBox } from "./lines.js";

/** @type {Record<import("./types.js").Scope, string>} */
const WORDS = {
  once: mark("Allow once"),
  chat: mark("Allow in this chat"),
  command_today: mark("Allow until midnight: {command}"),
  command_always: mark("Always allow {command}"),
  tool: mark("Always allow this tool here"),
  arguments: mark("Always allow with these arguments"),
  deny: mark("Deny"),
};
const DIFFERENCE = /^(?:[+-]|@@)/;

/** @param {string[]} lines @returns {HTMLElement[]} sentences as paragraphs, the lines between them as a diff */
const warnings = (lines) => {
  /** @type {HTMLElement[]} */
  const parts = [];
  /** @type {string[]} */
  let changed = [];
  const flush = () => {
    if (changed.length) parts.push(textBox(changed.join("\n"), t("What changed"), true));
    changed = [];
  };
  for (const line of lines.flatMap((text) => text.split("\n"))) {
    if (DIFFERENCE.test(line) || (changed.length && line.startsWith(" "))) {
      changed.push(line);
    } else {
      flush();
      parts.push(make("p", "warning", line));
    }
  }
  flush();
  return parts;
};

export class Question {
  /**
   * @param {import("./types.js").QuestionCard} card
   * @param {import("./dom.js").Say} say
   */
  constructor(card, say) {
    this.card = card;
    this.say = say;
    this.answered = false;
    this.element = make("article", card.danger ? "question danger" : "question");
    this.element.tabIndex = -1;
    this.element.setAttribute("aria-label", t("The model wants to run {name}", { name: card.tool }));
    this.reason = make("input", "reason");
    this.reason.maxLength = 2000;
    this.reason.placeholder = t("Why not? The model gets your reason.");
    this.reason.setAttribute("aria-label", t("Reason for the model"));
    this.reason.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.isTrusted && !event.isComposing) this.#answer("deny");
    });
    /** @type {HTMLButtonElement[]} */
    this.buttons = [...card.offers, /** @type {const} */ ("deny")].map((scope) => {
      const words = t(WORDS[scope], { command: card.command });
      const one = button(`answer ${scope}`, words, () => this.#answer(scope));
      // A screen reader lists the buttons of all questions.
      one.setAttribute("aria-description", card.tool);
      return one;
    });
    this.dwell = new Dwell(this.element, this.buttons, card.dwell);
    this.#draw();
  }

  #draw() {
    const { card, element } = this;
    const title = make("h2", "asked", card.tool);
    const about = make("ul", "about");
    about.setAttribute("aria-label", t("What the tool may do"));
    about.append(...card.about.map((text) => make("li", "", text)));
    element.append(title);
    const where = make("p", "where");
    const from =
      card.server && card.site
        ? t("of server {server} · called on {site}")
        : card.server
          ? t("of server {server}")
          : t("called on {site}");
    where.append(...withParts(from, { server: make("strong", "", card.server), site: make("strong", "", card.site) }));
    if (card.server || card.site) element.append(where);
    if (card.says) {
      const words = make("blockquote", "says", card.says);
      element.append(
        make("p", "where", `${card.server ? t("The server's own words") : t("The tool's own words")}:`),
        words,
      );
    }
    if (card.reason) element.append(make("p", "why", card.reason));
    if (card.about.length) element.append(about);
    element.append(...warnings(card.warnings));
    element.append(make("h3", "", t("With these arguments, and no others")), textBox(card.arguments, t("Arguments")));
    if (card.preview)
      element.append(make("h3", "", t("What it would do")), textBox(card.preview, t("What it would do"), true));
    const allow = make("div", "buttons");
    allow.append(...this.buttons.slice(0, -1));
    const deny = make("div", "buttons denial");
    deny.append(this.reason, ...this.buttons.slice(-1));
    // For a dangerous call, the button that denies it comes first.
    element.append(...(card.danger ? [deny, allow] : [allow, deny]));
  }

  /** @param {import("./types.js").Scope} scope */
  #answer(scope) {
    if (this.dwell.inert || this.answered) return;
    this.answered = true;
    const { id, nonce } = this.card;
    this.say({ t: "answer", question: id, nonce, scope, reason: scope === "deny" ? this.reason.value : "" });
  }
}
