/** What a server asks during a call: a form, or a page that the user may open. */
import { button, make, write } from "./dom.js";
import { Dwell } from "./dwell.js";
import { FormField } from "./fields.js";

export class Form {
  /**
   * @param {import("./types.js").FormCard} card
   * @param {import("./types.js").Say} say
   */
  constructor(card, say) {
    this.card = card;
    this.say = say;
    this.tries = 0;
    this.element = make("article", "question form");
    this.element.tabIndex = -1;
    this.element.setAttribute("aria-label", `${card.server} asks you`);
    this.fields = card.fields.map((field, at) => new FormField(field, `f-${card.id}-${at}`, () => this.#say("check")));
    this.buttons = [
      button("answer once", card.url ? "Accept: I open it myself" : "Accept and send", () => this.#say("accept")),
      button("answer", "Decline", () => this.#say("decline")),
      button("answer", "Cancel", () => this.#say("cancel")),
    ];
    this.dwell = new Dwell(this.element, this.buttons, card.dwell);
    this.#draw();
  }

  /**
   * Shows errors beside the fields that the user touched; after a try to send the form, beside all fields.
   * @param {import("./types.js").FormCard} card
   */
  judge({ faults, tries }) {
    const tried = tries > this.tries;
    this.tries = tries;
    this.fields.forEach((field, at) => {
      field.touched ||= tried;
      field.judge(faults[at] ?? "");
    });
    if (tried) this.fields.find((_, at) => faults[at])?.control.first.focus();
  }

  #draw() {
    const { card, element } = this;
    element.append(make("h2", "asked", card.server));
    const where = make("p", "where", "This server asks you");
    if (card.tool) where.append(", for its tool ", make("strong", "", card.tool));
    const message = make("blockquote", "message", card.message);
    message.setAttribute("aria-label", "In the server's words");
    element.append(where, message, ...card.warnings.map((line) => make("p", "warning", line)));
    if (card.url) element.append(...this.#page());
    else element.append(...this.fields.map((field) => field.element));
    const buttons = make("div", "buttons");
    buttons.append(...this.buttons);
    element.append(buttons, make("p", "none", this.#consequence()));
  }

  #consequence() {
    const then = "Decline tells the server no; Cancel, that you made no choice.";
    return this.card.url ? then : `What you fill in goes to the server ${this.card.server}. ${then}`;
  }

  #page() {
    const { url, place } = this.card;
    const where = make("p", "", "It wants you to open this page of ");
    where.append(make("strong", "", place), ". overlay does not open it.");
    const address = make("textarea", "address");
    address.readOnly = true;
    address.value = url;
    address.setAttribute("aria-label", "Address");
    const copied = make("span", "none");
    copied.setAttribute("role", "status");
    const copy = button("copy", "Copy the address", () => {
      address.select();
      write(copied, document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy.");
    });
    const row = make("div", "buttons");
    row.append(copy, copied);
    return [where, address, row];
  }

  /** @param {import("./types.js").FormAction} action */
  #say(action) {
    if (this.dwell.inert) return;
    const { id, nonce } = this.card;
    this.say({ t: "form", form: id, nonce, action, values: this.fields.map((field) => field.control.read()) });
  }
}
