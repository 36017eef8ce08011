/** One field of a form: a label, an input, a hint and an error. */
import { t } from "./platform/language.js";
import { make, write } from "./dom.js";

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {HTMLElement} first  gets the focus
 * @property {() => import("./types.js").FieldValue} read
 */

const TYPES = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" };

/** @param {string} text a time in any zone @returns {string} the value for a datetime-local input, in the local zone */
const localTime = (text) => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
};

/** @param {import("./types.js").FormField} field @returns {Control} */
const line = (field) => {
  const long = field.kind === "text" && !field.format;
  const input = make(long ? "textarea" : "input");
  const kind = /** @type {Record<string, string>} */ (TYPES)[field.format];
  const time = field.format === "date-time";
  if (input instanceof HTMLTextAreaElement) input.rows = 1;
  else if (kind && field.kind === "text") input.type = kind;
  else input.inputMode = field.kind === "integer" ? "numeric" : "decimal";
  if (time) /** @type {HTMLInputElement} */ (input).step = "1";
  const value = typeof field.value === "string" ? field.value : "";
  input.value = time ? localTime(value) : value;
  const read = () => (time && input.value ? new Date(input.value).toISOString() : input.value);
  return { element: input, first: input, read };
};

/** @param {import("./types.js").FormField} field @returns {Control} */
const list = (field) => {
  const select = make("select");
  const none = make("option", "", field.required ? t("Choose…") : t("None"));
  none.value = "";
  select.append(none);
  field.options.forEach((words, at) => {
    const option = make("option", "", words || " ");
    option.value = String(at);
    select.append(option);
  });
  select.value = typeof field.value === "number" ? String(field.value) : "";
  return { element: select, first: select, read: () => (select.value === "" ? null : Number(select.value)) };
};

/**
 * Radio buttons or checkboxes.
 * @param {string[]} words @param {string} name @param {number[]} ticked @returns {{ box: HTMLElement, inputs: HTMLInputElement[] }}
 */
const ticks = (words, name, ticked) => {
  const box = make("div", "ticks");
  const inputs = words.map((text, at) => {
    const label = make("label");
    const input = make("input");
    input.type = name ? "radio" : "checkbox";
    if (name) input.name = name;
    input.checked = ticked.includes(at);
    label.append(input, make("span", "", text));
    box.append(label);
    return input;
  });
  return { box, inputs };
};

/** @param {import("./types.js").FormField} field @param {string} name @returns {Control} */
const yesOrNo = (field, name) => {
  const { box, inputs } = ticks(
    [t("Yes"), t("No")],
    name,
    typeof field.value === "boolean" ? [field.value ? 0 : 1] : [],
  );
  const [yes, no] = /** @type {[HTMLInputElement, HTMLInputElement]} */ (inputs);
  box.setAttribute("role", "radiogroup");
  return { element: box, first: yes, read: () => (yes.checked ? true : no.checked ? false : null) };
};

/** @param {import("./types.js").FormField} field @returns {Control} */
const several = (field) => {
  const { box, inputs } = ticks(field.options, "", Array.isArray(field.value) ? field.value : []);
  box.setAttribute("role", "group");
  const read = () => inputs.flatMap((input, at) => (input.checked ? [at] : []));
  return { element: box, first: inputs[0] ?? box, read };
};

export class FormField {
  /**
   * @param {import("./types.js").FormField} field @param {string} id unique in the page
   * @param {() => void} changed  called when the user has changed the field
   */
  constructor(field, id, changed) {
    this.touched = false;
    this.element = make("div", "field");
    const label = make("label", "title", field.title);
    label.id = `${id}-title`;
    label.append(make("span", "must", ` ${field.required ? t("(required)") : t("(optional)")}`));
    const described = make("p", "about-field", field.description);
    described.id = `${id}-about`;
    const hint = make("p", "hint", field.hint);
    hint.id = `${id}-hint`;
    this.error = make("p", "error");
    this.error.id = `${id}-error`;
    this.error.setAttribute("role", "alert");
    this.control = this.#control(field, id);
    const { element, first } = this.control;
    if (element === first) {
      first.id = id;
      label.htmlFor = id;
    } else element.setAttribute("aria-labelledby", label.id);
    element.setAttribute("aria-describedby", `${described.id} ${hint.id} ${this.error.id}`);
    element.addEventListener("change", () => {
      this.touched = true;
      changed();
    });
    this.element.append(label);
    if (field.description) this.element.append(described);
    this.element.append(element);
    if (field.hint) this.element.append(hint);
    this.element.append(this.error);
  }

  /** @param {import("./types.js").FormField} field @param {string} id @returns {Control} */
  #control(field, id) {
    if (field.kind === "boolean") return yesOrNo(field, id);
    if (field.kind === "choice") return list(field);
    return field.kind === "choices" ? several(field) : line(field);
  }

  /** @param {string} error the error, "" if the value is valid */
  judge(error) {
    const line = this.touched && error ? `${error[0]?.toUpperCase()}${error.slice(1)}.` : "";
    write(this.error, line);
    this.control.element.toggleAttribute("aria-invalid", Boolean(line));
  }
}
