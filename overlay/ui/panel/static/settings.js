/** The settings; one that the user can't change here says what sets it. */
import { mark, t } from "./platform/language.js";
import { byId, make, switchOf, write } from "./dom.js";

/** @typedef {Exclude<import("./types.js").SettingName, "delay" | "theme" | "language">} SwitchName */

/** @type {[SwitchName, string, string][]} */
const SWITCHES = [
  ["auto_insert", mark("Insert results"), mark("into the message box, without a press")],
  ["auto_submit", mark("Send results"), mark("without a press, up to the limit of rounds")],
  ["auto_tell", mark("Tell new chats about the tools"), mark("on sites where you did it once; you send it")],
  ["notifications", mark("Desktop notifications"), mark("when a question waits and the panel is not in front")],
];

export class SettingsView {
  /** @param {import("./dom.js").Say} say */
  constructor(say) {
    this.section = byId("settings");
    this.delay = /** @type {HTMLInputElement} */ (byId("delay"));
    this.theme = /** @type {HTMLSelectElement} */ (byId("theme"));
    this.delay.addEventListener("change", (event) => {
      const value = this.delay.valueAsNumber;
      if (event.isTrusted && this.delay.validity.valid && !Number.isNaN(value))
        say({ t: "setting", name: "delay", value });
    });
    this.language = /** @type {HTMLSelectElement} */ (byId("language"));
    for (const select of [this.theme, this.language]) {
      select.addEventListener("change", (event) => {
        if (event.isTrusted)
          say({ t: "setting", name: select === this.theme ? "theme" : "language", value: select.value });
      });
    }
    /** @type {Map<SwitchName, { control: HTMLElement, line: HTMLElement, about: string }>} */
    this.switches = new Map();
    const list = /** @type {HTMLElement} */ (this.section.querySelector("ul"));
    for (const [name, title, about] of SWITCHES) {
      const row = make("li");
      const text = make("div", "text");
      const line = make("div", "line");
      text.append(make("div", "name", t(title)), line);
      const control = switchOf(t(title), (value) => say({ t: "setting", name, value }));
      row.append(text, control);
      list.append(row);
      this.switches.set(name, { control, line, about: t(about) });
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
      write(line, by ? `${about} · ${t("set by {name} for this run", { name: by })}` : about);
    }
    if (document.activeElement !== this.delay) this.delay.value = String(settings.delay);
    this.delay.disabled = Boolean(settings.fixed.delay);
    write(
      byId("delay-by"),
      settings.fixed.delay ? t("set by {name} for this run", { name: settings.fixed.delay }) : "",
    );
    this.theme.value = settings.theme;
    this.language.value = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    write(
      byId("settings-file"),
      t("Saved in {file}. Options and a --config file override it.", { file: settings.file }),
    );
  }
}
