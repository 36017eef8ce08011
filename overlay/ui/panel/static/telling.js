/** What the chat's model knows of the tools, the button that tells it, and the text that it is told. */
import { byId, onPress, write } from "./dom.js";

/** @param {number} count */
const toolsOf = (count) => (count === 1 ? "1 tool" : `${count.toLocaleString("en")} tools`);

/** @param {import("./types.js").Telling} telling @returns {string} */
const lineOf = ({ tools, told, before, again }) => {
  if (!tools) return "No tool is on in this chat, so there is nothing to tell.";
  if (again) return again;
  if (told) return `The model knows your ${toolsOf(tools)}. It is told of changes with the next result.`;
  const start = before ? "This is a new chat: its model" : "The model of this chat";
  return `${start} does not know your ${toolsOf(tools)} yet. The text goes into the message box; you send it.`;
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
    const again = telling.told ? "Tell the model again" : `Tell the model about your ${toolsOf(telling.tools)}`;
    write(this.tell, again);
    this.tell.hidden = !telling.tools;
    write(byId("told-title"), `What it is told: about ${telling.tokens.toLocaleString("en")} tokens`);
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
    write(byId("copied"), document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy.");
  }
}
