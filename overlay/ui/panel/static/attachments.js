/** The servers' prompts and resources: each is shown before it is inserted into the message box. */
import { t } from "./platform/language.js";
import { button, byId, make, write } from "./dom.js";
import { FormField } from "./fields.js";
import { frame, part } from "./row_frame.js";
import { textSection } from "./result.js";
import { updateRows } from "./rows.js";
import { drawPicture } from "./face/image_canvas.js";

/** One prompt or resource: its fields and its content. */
class Opened {
  /** @param {string} server @param {import("./types.js").AttachmentRow} row @param {import("./dom.js").Say} say */
  constructor(server, row, say) {
    this.element = make("div", "result");
    this.content = make("div");
    this.line = make("p", "none");
    this.line.setAttribute("role", "status");
    this.fields = row.fields.map((field, at) => new FormField(field, `a-${row.id}-${at}`, () => {}));
    this.row = row;
    this.read = () =>
      say({ t: "attachment", server, id: row.id, values: this.fields.map((field) => field.control.read()) });
    this.say = say;
    this.element.append(...this.fields.map((field) => field.element));
    if (row.fields.length) {
      const buttons = make("div", "buttons");
      const ask = button("read", t("Preview"), this.read);
      ask.setAttribute("aria-label", t("Preview {name}", { name: row.title }));
      buttons.append(ask);
      this.element.append(buttons);
    }
    this.element.append(this.line, this.content);
  }

  /** @param {import("./types.js").AttachmentShown} shown */
  show({ token, line, errors, text, pictures }) {
    this.fields.forEach((field, at) => {
      field.touched = true;
      field.judge(errors[at] ?? "");
    });
    this.fields.find((_, at) => errors[at])?.control.first.focus();
    write(this.line, line);
    this.content.replaceChildren();
    if (text === null) return;
    const { title } = this.row;
    if (text) this.content.append(textSection(t("Text"), text, title, t("Copy the text of {name}", { name: title })));
    this.content.append(...pictures.map((picture) => drawPicture(picture, make)));
    const buttons = make("div", "buttons");
    if (token) {
      const insert = button("once", t("Insert into the chat"), () => this.say({ t: "attach", token }));
      insert.setAttribute("aria-label", `${t("Insert into the chat")}: ${title}`);
      buttons.append(insert, make("span", "none", t("It goes into the message box; you send it.")));
    } else if (text) buttons.append(make("span", "none", t("It has no text for the message box.")));
    this.content.append(buttons);
  }
}

export class Attachments {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.say = say;
    /** @type {Map<string, Opened>} */
    this.opened = new Map();
  }

  /** @param {import("./types.js").AttachmentGroup[]} groups */
  show(groups) {
    byId("attachments").hidden = !groups.length;
    updateRows(byId("attachment-servers"), groups, {
      key: (group) => group.server,
      create: ({ server }) => {
        const details = make("details");
        const line = make("p", "none");
        line.setAttribute("role", "status");
        const list = make("ul");
        list.setAttribute("aria-label", t("Prompts and resources of {name}", { name: server }));
        details.append(make("summary", "", server), line, list);
        details.addEventListener("toggle", () => {
          if (details.open) this.say({ t: "attachments", server });
        });
        return details;
      },
      update: (details, { server, line, rows }) => {
        write(part(details, "none"), line);
        this.#rows(/** @type {HTMLElement} */ (details.querySelector("ul")), server, rows);
      },
    });
  }

  /** @param {import("./types.js").AttachmentShown} shown */
  showContent(shown) {
    this.opened.get(`${shown.server} ${shown.id}`)?.show(shown);
  }

  /** @param {HTMLElement} list @param {string} server @param {import("./types.js").AttachmentRow[]} rows */
  #rows(list, server, rows) {
    updateRows(list, rows, {
      // A row whose fields changed is created again.
      key: (row) => JSON.stringify([row.id, row.fields]),
      create: (row) => {
        const element = frame();
        const text = row.fields.length ? t("Fill in") : t("Show");
        const open = button("open", text, () => this.#toggle(element, open, server, row));
        open.setAttribute(
          "aria-label",
          row.fields.length ? t("Fill in {name}", { name: row.title }) : t("Show {name}", { name: row.title }),
        );
        open.setAttribute("aria-expanded", "false");
        part(element, "controls").append(open);
        return element;
      },
      update: (element, row) => {
        write(part(element, "name"), row.title);
        write(part(element, "badge"), row.about);
        write(part(element, "line"), row.text);
      },
    });
  }

  /** @param {HTMLElement} element @param {HTMLElement} button @param {string} server @param {import("./types.js").AttachmentRow} row */
  #toggle(element, button, server, row) {
    const key = `${server} ${row.id}`;
    const shown = element.querySelector(".result");
    button.setAttribute("aria-expanded", String(!shown));
    if (shown) {
      shown.remove();
      this.opened.delete(key);
      return;
    }
    const opened = new Opened(server, row, this.say);
    this.opened.set(key, opened);
    element.append(opened.element);
    if (row.fields.length) opened.fields[0]?.control.first.focus();
    else opened.read();
  }
}
