/** What the chat's model knows of the tools, the button that tells it, and the text that it is told. */
import { t } from "./platform/language.js";
import { byId, onPress, write } from "./dom.js";

/** @param {number} count */
const toolsOf = (count) => (count === 1 ? t("your 1 tool") : t("your {count} tools", { count: count.toLocaleString("en") }));

/** @param {import("./types.js").Telling} telling @returns {string} */
const lineOf = ({ tools, told, before, again }) => {
  if (!tools) return t("No tool is on in this chat, so there is nothing to tell.");
  if (again) return again;
  if (told) return t("The model knows {tools}. It is told of changes with the next result.", { tools: toolsOf(tools) });
  return before
    ? t("This is a new chat: its model does not know {tools} yet. The text goes into the message box; you send it.", { tools: toolsOf(tools) })
    : t("The model of this chat does not know {tools} yet. The text goes into the message box; you send it.", { tools: toolsOf(tools) });
};

export class Telling {
  /** @param {import("./types.js").Say} say */
  constructor(say) {
    this.tell = byId("tell");
    this.details = /** @type {HTMLDetailsElement} */ (byId("told-text"));
    this.box = /** @type {HTMLTextAreaElement} */ (byId("instructions-text"));
    onPress(this.tell, () => say({ t: "instructions", action: "insert" }));
    onPress(byId("copy"), () => this.#copy());
    this.details.addEventListener("toggle", () => {
      if (this.details.open) say({ t: "instructions", action: "show" });
    });
    this.say = say;
    this.shown = "";
  }

  /** @param {import("./types.js").Telling} telling */
  show(telling) {
    const section = byId("telling");
    section.hidden = false;
    section.classList.toggle("first", Boolean(telling.tools) && (!telling.told || Boolean(telling.again)));
    write(byId("telling-line"), lineOf(telling));
    const again = telling.told ? t("Tell the model again") : t("Tell the model about {tools}", { tools: toolsOf(telling.tools) });
    write(this.tell, again);
    this.tell.hidden = !telling.tools;
    write(byId("told-title"), t("What it is told: about {count} tokens", { count: telling.tokens.toLocaleString("en") }));
    // The open text follows a change of the tools.
    const shown = `${telling.tools} ${telling.tokens}`;
    if (this.details.open && this.shown !== shown) this.say({ t: "instructions", action: "show" });
    this.shown = shown;
  }

  /** @param {string} instructions */
  text(instructions) {
    this.box.value = instructions;
  }

  #copy() {
    this.box.focus();
    this.box.select();
    write(byId("copied"), document.execCommand("copy") ? t("Copied.") : t("Press Ctrl+C to copy."));
  }
}
