/** Whether the chat's model knows the tools, the button that inserts the instructions, and their text. */
import { t, toolsOf } from "./platform/language.js";
import { byId, onPress, write } from "./dom.js";

/** @param {import("./types.js").KnowledgeShown} knowledge @returns {string} */
const lineOf = ({ tools, known, site_known, outdated }) => {
  if (!tools) return t("All tools are off in this chat, so there are no instructions for the model.");
  if (outdated) return outdated;
  if (known)
    return t("The model knows {tools}. The next result also reports changes of them.", { tools: toolsOf(tools) });
  return site_known
    ? t(
        "This is a new chat: its model does not know {tools} yet. overlay inserts the instructions into the message box; you send them.",
        { tools: toolsOf(tools) },
      )
    : t(
        "The model of this chat does not know {tools} yet. overlay inserts the instructions into the message box; you send them.",
        { tools: toolsOf(tools) },
      );
};

export class Knowledge {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.tell = byId("tell");
    this.details = /** @type {HTMLDetailsElement} */ (byId("instructions"));
    this.box = /** @type {HTMLTextAreaElement} */ (byId("instructions-text"));
    onPress(this.tell, () => say({ t: "instructions", action: "insert" }));
    onPress(byId("copy"), () => this.#copy());
    this.details.addEventListener("toggle", () => {
      if (this.details.open) say({ t: "instructions", action: "show" });
    });
    this.say = say;
    this.shown = "";
  }

  /** @param {import("./types.js").KnowledgeShown} knowledge */
  show(knowledge) {
    const section = byId("knowledge");
    section.hidden = false;
    section.classList.toggle("first", Boolean(knowledge.tools) && (!knowledge.known || Boolean(knowledge.outdated)));
    write(byId("knowledge-line"), lineOf(knowledge));
    write(
      this.tell,
      knowledge.known
        ? t("Tell the model again")
        : t("Tell the model about {tools}", { tools: toolsOf(knowledge.tools) }),
    );
    this.tell.hidden = !knowledge.tools;
    write(
      byId("instructions-title"),
      t("The instructions: about {count} tokens", { count: knowledge.tokens.toLocaleString("en") }),
    );
    // If the text is open, it is updated after a change of the tools.
    const shown = `${knowledge.tools} ${knowledge.tokens}`;
    if (this.details.open && this.shown !== shown) this.say({ t: "instructions", action: "show" });
    this.shown = shown;
  }

  /** @param {string} instructions */
  showText(instructions) {
    this.box.value = instructions;
  }

  #copy() {
    this.box.focus();
    this.box.select();
    write(byId("copied"), document.execCommand("copy") ? t("Copied.") : t("Press Ctrl+C to copy."));
  }
}
