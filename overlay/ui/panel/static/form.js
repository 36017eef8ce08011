/** A server's question during a call: a form, or a page that the user may open. */
import { t } from "./platform/language.js";
import { button, make, write, withParts } from "./dom.js";
import { Dwell } from "./dwell.js";
import { FormField } from "./fields.js";

export class Form {
  /**
   * @param {import("./types.js").FormCard} card
   * @param {import("./dom.js").Say} say
   */
  constructor(card, say) {
    this.card = card;
    this.say = say;
    this.tries = 0;
    this.element = make("article", "question form");
    this.element.tabIndex = -1;
    this.element.setAttribute("aria-label", t("{name} asks you", { name: card.server }));
    this.fields = card.fields.map((field, at) => new FormField(field, `f-${card.id}-${at}`, () => this.#say("check")));
    this.buttons = [
      button("answer once", card.url ? t("Accept: I will open it myself") : t("Accept and send"), () =>
        this.#say("accept"),
      ),
      button("answer", t("Decline"), () => this.#say("decline")),
      button("answer", t("Cancel"), () => this.#say("cancel")),
    ];
    this.dwell = new Dwell(this.element, this.buttons, card.dwell);
    this.#draw();
  }

  /**
   * Shows the errors of the fields that the user changed; after a try to send the form, of all fields.
   * @param {import("./types.js").FormCard} card
   */
  judge({ errors, tries }) {
    const tried = tries > this.tries;
    this.tries = tries;
    this.fields.forEach((field, at) => {
      field.touched ||= tried;
      field.judge(errors[at] ?? "");
    });
    if (tried) this.fields.find((_, at) => errors[at])?.control.first.focus();
  }

  #draw() {
    const { card, element } = this;
    element.append(make("h2", "asked", card.server));
    const where = make("p", "where");
    const asks = card.tool ? t("This server asks you, for its tool {name}") : t("This server asks you");
    where.append(...withParts(asks, { name: make("strong", "", card.tool) }));
    const message = make("blockquote", "message", card.message);
    message.setAttribute("aria-label", t("In the server's words"));
    element.append(where, message, ...card.warnings.map((line) => make("p", "warning", line)));
    if (card.url) element.append(...this.#page());
    else element.append(...this.fields.map((field) => field.element));
    const buttons = make("div", "buttons");
    buttons.append(...this.buttons);
    element.append(buttons, make("p", "none", this.#consequence()));
  }

  #consequence() {
    const then = t("Decline answers no; Cancel answers that you made no choice.");
    return this.card.url
      ? then
      : `${t("Your values are sent to the server {name}.", { name: this.card.server })} ${then}`;
  }

  #page() {
    const { url, place } = this.card;
    const where = make("p");
    where.append(
      ...withParts(t("It wants you to open this page of {place}. overlay does not open it."), {
        place: make("strong", "", place),
      }),
    );
    const address = make("textarea", "address");
    address.readOnly = true;
    address.value = url;
    address.setAttribute("aria-label", t("Address"));
    const copied = make("span", "none");
    copied.setAttribute("role", "status");
    const copy = button("copy", t("Copy the address"), () => {
      address.select();
      write(copied, document.execCommand("copy") ? t("Copied.") : t("Press Ctrl+C to copy."));
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
