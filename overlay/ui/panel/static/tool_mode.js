/** Whether a tool runs automatically, asks or never runs. A choice that allows more must be confirmed. */
import { mark, t } from "./platform/language.js";
import { button, make, write } from "./dom.js";
import { Dwell } from "./dwell.js";

const DWELL = 500;
/** @type {Record<import("./types.js").ToolMode, string>} */
const WORDS = { auto: mark("Runs automatically"), ask: mark("Asks"), never: mark("Never runs") };
/** @type {Record<import("./types.js").ToolMode, string>} */
const LOOSER = {
  auto: mark("It then runs without your click where your rules allow it."),
  ask: mark("It can then run after your click."),
  never: "",
};
const ORDER = /** @type {import("./types.js").ToolMode[]} */ (["auto", "ask", "never"]);

export class ModeChoice {
  /** @param {string} name of the tool @param {import("./dom.js").Say} say */
  constructor(name, say) {
    this.name = name;
    this.say = say;
    /** @type {import("./types.js").ToolMode} */
    this.now = "ask";
    this.element = make("div", "mode");
    this.select = make("select");
    this.select.setAttribute("aria-label", t("How {name} runs", { name }));
    this.select.addEventListener("change", (event) => {
      if (event.isTrusted) this.#chosen(/** @type {import("./types.js").ToolMode} */ (this.select.value));
    });
    this.why = make("span", "none");
    this.sure = make("div", "sure");
    this.sure.tabIndex = -1;
    this.element.append(this.select, this.why, this.sure);
  }

  /** @param {import("./types.js").ToolRow} tool */
  show({ mode, why, modes }) {
    const shown = modes.length ? modes : [mode];
    if (this.element.dataset.modes !== shown.join()) {
      this.element.dataset.modes = shown.join();
      this.select.replaceChildren(
        ...shown.map((one) => {
          const option = make("option", "", t(WORDS[one]));
          option.value = one;
          return option;
        }),
      );
      this.select.disabled = shown.length < 2;
    }
    if (this.now !== mode) this.sure.replaceChildren();
    this.now = mode;
    this.select.value = mode;
    write(this.why, why);
  }

  /** @param {import("./types.js").ToolMode} wanted */
  #chosen(wanted) {
    this.sure.replaceChildren();
    if (ORDER.indexOf(wanted) >= ORDER.indexOf(this.now)) {
      this.say({ t: "mode", name: this.name, mode: wanted, sure: false });
      return;
    }
    // Until the choice is confirmed, the present mode is shown.
    this.select.value = this.now;
    const yes = button("sure-yes", t(WORDS[wanted]), () => {
      if (this.dwell?.inert) return;
      this.say({ t: "mode", name: this.name, mode: wanted, sure: true });
      this.#close();
    });
    yes.setAttribute("aria-label", `${t(WORDS[wanted])}: ${this.name}`);
    const no = button("sure-no", t("Don't change it"), () => this.#close());
    no.setAttribute("aria-label", `${t("Don't change it")}: ${this.name}`);
    const buttons = make("div", "buttons");
    buttons.append(no, yes);
    this.sure.append(make("p", "", t(LOOSER[wanted])), buttons);
    this.dwell = new Dwell(this.sure, [yes], DWELL);
    this.dwell.begin();
  }

  #close() {
    this.sure.replaceChildren();
    this.select.focus();
  }
}
