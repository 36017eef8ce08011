/** Shows the whole result of a call below its row. */
import { byId, make } from "./dom.js";
import { box } from "./lines.js";
import { drawPicture } from "./face/image_canvas.js";

/** @param {HTMLElement} row @returns {boolean} */
export const isShown = (row) => Boolean(row.querySelector(".result"));

/** @param {HTMLElement} row @param {boolean} shown */
const mark = (row, shown) => {
  const button = row.querySelector("button.show");
  button?.setAttribute("aria-expanded", String(shown));
  if (button) button.textContent = shown ? "Hide" : "Show";
};

/** @param {HTMLElement} row */
export const hideResult = (row) => {
  row.querySelector(".result")?.remove();
  mark(row, false);
};

/** @param {import("./types.js").ResultShown} result */
export const showResult = (result) => {
  const rows = Array.from(byId("calls").querySelectorAll("li"));
  const row = rows.find((one) => one.dataset["key"] === result.id);
  if (!row) return;
  row.querySelector(".result")?.remove();
  const shown = make("div", "result");
  shown.append(box(result.text || "(it is empty)", "Result"));
  shown.append(...result.pictures.map((picture) => drawPicture(picture, make)));
  row.append(shown);
  mark(row, true);
};
