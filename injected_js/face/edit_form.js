/** The form to change a call's arguments. Python parses the texts of its fields. */
import { t } from "../platform/language.js";
import { make } from "./block_dom.js";
import { visible } from "./visible_text.js";

/** @typedef {import("../protocol.js").EditForm} EditForm */
/** @typedef {import("../protocol.js").FormField} FormField */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

const MOST_ROWS = 8;
const COLUMNS = 60;

/**
 * Shows the form in `box`, or empties the box. A form that is already shown keeps the typed texts.
 * @param {HTMLElement} box
 * @param {EditForm | null} form
 * @param {object} about
 * @param {string} about.id  unique in the document
 * @param {(values: Record<string, string>) => void} about.typed  called after each change, with all texts by field
 */
export const drawForm = (box, form, { id, typed }) => {
  if (!form) {
    box.replaceChildren();
    return;
  }
  if (!box.firstElementChild) {
    box.append(problemLine(), ...form.fields.map((field, at) => fieldOf(field, `${id}-${at}`)));
    box.oninput = () => typed(valuesOf(box));
  }
  const [line] = box.children;
  if (!line) return;
  line.textContent = form.problem ? t("Not changed: {why}", { why: visible(form.problem) }) : "";
  if (form.problem && box.parentElement) box.parentElement.scrollTop = 0;
};

/** @param {HTMLElement} box @returns {Record<string, string>} the texts of its fields, by name */
export const valuesOf = (box) => {
  /** @type {Record<string, string>} */
  const values = Object.create(null);
  for (const each of box.querySelectorAll("[data-field]")) {
    const control = /** @type {Control} */ (each);
    values[control.dataset.field ?? ""] = control.value;
  }
  return values;
};

const problemLine = () => {
  const line = make("div", "edit-problem");
  line.setAttribute("role", "alert");
  return line;
};

/** @param {FormField} field @param {string} id */
const fieldOf = (field, id) => {
  const row = make("div", "edit-field");
  const label = make("label", "param-name", visible(field.key) + (field.required ? "" : ` ${t("(may be empty)")}`));
  /** @type {HTMLLabelElement} */ (label).htmlFor = id;
  row.append(label);
  if (field.kind === "kept") {
    row.append(make("div", "edit-kept", t("Too long to change here. It stays as the model wrote it.")));
    return row;
  }
  const control = controlOf(field);
  control.id = id;
  control.dataset.field = field.key;
  control.value = field.value;
  row.append(control);
  if (field.hint) {
    const hint = make("div", "edit-hint", visible(field.hint));
    hint.id = `${id}-hint`;
    control.setAttribute("aria-describedby", hint.id);
    row.append(hint);
  }
  return row;
};

/** @param {FormField} field @returns {Control} */
const controlOf = ({ kind, value, choices, required }) => {
  if (kind === "boolean" || kind === "choice") {
    const offered = kind === "boolean" ? ["true", "false"] : choices;
    const select = /** @type {HTMLSelectElement} */ (make("select", "edit-value"));
    for (const choice of required && offered.includes(value) ? offered : ["", ...offered]) {
      const option = /** @type {HTMLOptionElement} */ (make("option", "", visible(choice) || t("(none)")));
      option.value = choice;
      select.append(option);
    }
    return select;
  }
  if (kind === "number") {
    const input = /** @type {HTMLInputElement} */ (make("input", "edit-value"));
    input.inputMode = "decimal";
    return input;
  }
  const area = /** @type {HTMLTextAreaElement} */ (
    make("textarea", kind === "json" ? "edit-value json" : "edit-value")
  );
  const rows = value.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / COLUMNS), 0);
  area.rows = Math.min(MOST_ROWS, rows);
  area.spellcheck = false;
  return area;
};
