/** The settings: each says who set it where the user can't change it here. */
import { byId, make, switchOf, write } from "./dom.js";

/** @typedef {Exclude<import("./types.js").SettingName, "delay" | "theme">} SwitchName */

/** @type {[SwitchName, string, string][]} */
const SWITCHES = [
  ["auto_insert", "Insert results", "into the message box, without a press"],
  ["auto_submit", "Send results", "without a press, up to the limit of rounds"],
  ["auto_tell", "Tell new chats about the tools", "on sites where you did it once; you send it"],
  ["notifications", "Desktop notifications", "while something waits and the panel is not in front"],
];

export class SettingsView {
  /** @param {import("./types.js").Say} say */
  constructor(say) {
    this.section = byId("settings");
    this.delay = /** @type {HTMLInputElement} */ (byId("delay"));
    this.theme = /** @type {HTMLSelectElement} */ (byId("theme"));
    this.delay.addEventListener("change", (event) => {
      const value = this.delay.valueAsNumber;
      if (event.isTrusted && this.delay.validity.valid && !Number.isNaN(value)) say({ t: "setting", name: "delay", value });
    });
    this.theme.addEventListener("change", (event) => {
      if (event.isTrusted) say({ t: "setting", name: "theme", value: this.theme.value });
    });
    /** @type {Map<SwitchName, { control: HTMLElement, line: HTMLElement, about: string }>} */
    this.switches = new Map();
    const list = /** @type {HTMLElement} */ (this.section.querySelector("ul"));
    for (const [name, title, about] of SWITCHES) {
      const row = make("li");
      const text = make("div", "text");
      const line = make("div", "line");
      text.append(make("div", "name", title), line);
      const control = switchOf(title, (value) => say({ t: "setting", name, value }));
      row.append(text, control);
      list.append(row);
      this.switches.set(name, { control, line, about });
    }
  }

  /** @param {import("./types.js").SettingsShown} settings */
  show(settings) {
    this.section.hidden = false;
    for (const [name, { control, line, about }] of this.switches) {
      const by = settings.fixed[name];
      control.setAttribute("aria-checked", String(settings[name]));
      if (by) control.setAttribute("aria-disabled", "true");
      else control.removeAttribute("aria-disabled");
      write(line, by ? `${about} · set by ${by} for this run` : about);
    }
    if (document.activeElement !== this.delay) this.delay.value = String(settings.delay);
    this.delay.disabled = Boolean(settings.fixed["delay"]);
    write(byId("delay-by"), settings.fixed["delay"] ? `set by ${settings.fixed["delay"]} for this run` : "");
    this.theme.value = settings.theme;
    document.documentElement.dataset["theme"] = settings.theme;
    write(byId("settings-file"), `Kept in ${settings.file}. Options and a --config file go before it.`);
  }
}
