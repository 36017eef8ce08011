/** The list of tools, with one switch for all chats and one for the chosen chat. */
import { t } from "./platform/language.js";
import { byId, make, switchOf, write } from "./dom.js";
import { frame, listOf, none, part } from "./row_frame.js";
import { updateRows } from "./rows.js";
import { ModeChoice } from "./tool_mode.js";

export class Tools {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.say = say;
    /** @type {import("./types.js").ToolRow[]} */
    this.tools = [];
    /** @type {WeakMap<HTMLElement, ModeChoice>} */
    this.modes = new WeakMap();
    this.chosen = /** @type {HTMLSelectElement} */ (byId("chat"));
    this.chosen.addEventListener("change", () => this.#draw());
  }

  /** @param {import("./types.js").ChatRow[]} chats */
  setChats(chats) {
    const before = this.chosen.value;
    const options = chats.map(({ id, title }) => {
      const option = make("option", "", title || t("Untitled"));
      option.value = id;
      return option;
    });
    this.chosen.replaceChildren(...options);
    if (chats.some(({ id }) => id === before)) this.chosen.value = before;
    byId("in-chat").hidden = !chats.length;
    this.#draw();
  }

  /** @param {import("./types.js").ToolRow[]} tools */
  show(tools) {
    this.tools = tools;
    this.#draw();
  }

  #draw() {
    const chat = this.chosen.value;
    const { say } = this;
    none("tools", this.tools.length);
    updateRows(listOf("tools"), this.tools, {
      key: (tool) => tool.name,
      create: (tool) => {
        const row = frame();
        const here = switchOf(t("{name} in this chat", { name: tool.name }), (on) => {
          if (this.chosen.value) say({ t: "tool", name: tool.name, on, chat: this.chosen.value });
        });
        here.classList.add("here");
        const all = switchOf(tool.name, (on) => say({ t: "tool", name: tool.name, on }));
        all.classList.add("all");
        part(row, "controls").append(here, all);
        const about = make("ul", "about");
        about.setAttribute("aria-label", t("What {name} may do", { name: tool.name }));
        const words = make("details", "whole");
        const text = make("blockquote", "says");
        words.append(make("summary", "", tool.server ? t("The server's own words") : t("The tool's own words")), text);
        const mode = new ModeChoice(tool.name, say);
        this.modes.set(row, mode);
        part(row, "text").append(words, about, mode.element);
        return row;
      },
      update: (row, tool) => {
        write(part(row, "name"), tool.name);
        write(part(row, "badge"), tool.server);
        write(part(row, "line"), tool.text);
        part(row, "whole").hidden = !tool.says;
        write(part(row, "says"), tool.says);
        const about = part(row, "about");
        if (about.dataset.shown !== tool.about.join()) {
          about.dataset.shown = tool.about.join();
          about.replaceChildren(...tool.about.map((text) => make("li", "", text)));
        }
        about.hidden = !tool.about.length;
        this.modes.get(row)?.show(tool);
        const here = part(row, "here");
        here.hidden = !chat;
        here.setAttribute("aria-checked", String(tool.on && !tool.off_in.includes(chat)));
        if (tool.on) here.removeAttribute("aria-disabled");
        else here.setAttribute("aria-disabled", "true");
        part(row, "all").setAttribute("aria-checked", String(tool.on));
      },
    });
  }
}
