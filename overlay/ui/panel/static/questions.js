/** The open questions and forms: shows the first as a card, and the names of the others. */
import { t } from "./platform/language.js";
import { make, write } from "./dom.js";
import { Form } from "./form.js";
import { Question } from "./question.js";

export class Questions {
  /** @param {HTMLElement} place @param {import("./dom.js").Say} say */
  constructor(place, say) {
    this.place = place;
    this.say = say;
    /** @type {Map<string, Question | Form>} */
    this.known = new Map();
    this.first = "";
    this.card = make("div");
    this.count = make("p", "count");
    this.count.setAttribute("role", "status");
    place.append(this.count, this.card);
  }

  /** @param {(import("./types.js").QuestionCard | import("./types.js").FormCard)[]} cards */
  show(cards) {
    const ids = new Set(cards.map((card) => card.id));
    for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
    const [first, ...later] = cards;
    this.place.hidden = !first;
    const names = later.map((card) => card.tool || card.server).join(", ");
    write(
      this.count,
      first
        ? later.length
          ? t("1 of {count} questions; then {names}", { count: cards.length, names })
          : t("1 question")
        : "",
    );
    const shown = first && this.known.get(first.id);
    if (shown instanceof Form && first?.kind === "form") shown.judge(first);
    if ((first?.id ?? "") === this.first) return;
    this.first = first?.id ?? "";
    this.card.replaceChildren();
    if (!first) return;
    const question = shown ?? (first.kind === "form" ? new Form(first, this.say) : new Question(first, this.say));
    this.known.set(first.id, question);
    this.card.append(question.element);
    document.scrollingElement?.scrollTo(0, 0);
    question.dwell.begin();
  }

  /**
   * Called when the window comes to the front: a press for another window must not answer the question.
   * @param {boolean} wanted  the user wants to see the question
   */
  raised(wanted) {
    this.known.get(this.first)?.dwell.hold();
    if (wanted) document.scrollingElement?.scrollTo(0, 0);
  }
}
