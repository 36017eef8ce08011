/** Shows all arguments and the whole result of a call below its row, each with a button that copies it. */
import { button, byId, make, write } from "./dom.js";
import { box } from "./lines.js";
import { drawSound } from "./sound.js";
import { drawPicture } from "./face/image_canvas.js";

/** @param {HTMLElement} row @returns {boolean} */
export const isShown = (row) => Boolean(row.querySelector(".result"));

/** @param {HTMLElement} row @param {boolean} shown */
const mark = (row, shown) => {
  const button = row.querySelector("button.show");
  button?.setAttribute("aria-expanded", String(shown));
  const word = shown ? "Hide" : "Show";
  if (button) button.textContent = word;
  button?.setAttribute("aria-label", `${word} ${row.querySelector(".name")?.textContent ?? ""}`);
};

/** @param {HTMLElement} row */
export const hideResult = (row) => {
  row.querySelector(".result")?.remove();
  mark(row, false);
};

/**
 * Copies by a text area: the page of the panel has no secure origin, which the clipboard's own interface needs.
 * @param {string} text @param {HTMLElement} beside @returns {boolean} whether it was copied
 */
const copyText = (text, beside) => {
  const area = make("textarea", "unseen");
  area.value = text;
  beside.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
};

/** @param {string} title @param {string} text @param {string} name of the call or resource @returns {HTMLElement} */
export const textSection = (title, text, name) => {
  const all = make("div", "one-part");
  const head = make("div", "part-head");
  const said = make("span", "none");
  said.setAttribute("role", "status");
  const copy = button("copy", "Copy", () => {
    write(said, copyText(text, head) ? "Copied." : "Select it and press Ctrl+C.");
    copy.focus();
  });
  copy.setAttribute("aria-label", `Copy the ${title.toLowerCase()} of ${name}`);
  head.append(make("h3", "", title), said, copy);
  all.append(head, box(text || "(it is empty)", `${title} of ${name}`));
  return all;
};

/**
 * The addresses in a result, in full. Each opens in a new tab, which knows nothing of this page.
 * @param {string[]} addresses @param {string} name of the call @returns {HTMLElement}
 */
const linkList = (addresses, name) => {
  const part = make("details", "links");
  const list = make("ul");
  list.setAttribute("aria-label", `Links in the result of ${name}`);
  list.append(...addresses.filter((address) => /^https?:\/\//i.test(address)).map((address) => {
    const link = make("a", "", address);
    link.href = address;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    // A press that no user made opens nothing.
    link.addEventListener("click", (event) => {
      if (!event.isTrusted) event.preventDefault();
    });
    const row = make("li");
    row.append(link);
    return row;
  }));
  part.append(make("summary", "", addresses.length === 1 ? "1 link" : `${addresses.length} links`), list);
  return part;
};

/** The content of each result that is shown. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** @param {import("./types.js").ResultShown} result */
export const showResult = (result) => {
  const rows = Array.from(byId("calls").querySelectorAll("li"));
  const row = rows.find((one) => one.dataset["key"] === result.id);
  if (!row) return;
  const before = row.querySelector(".result");
  const content = JSON.stringify(result);
  // Drawn anew, it would lose what the user selected or copied there.
  if (before && drawn.get(before) === content) return;
  before?.remove();
  const name = row.querySelector(".name")?.textContent ?? "";
  const shown = make("div", "result");
  shown.append(textSection("Arguments", result.arguments, name));
  if (result.text !== null) shown.append(textSection("Result", result.text, name));
  if (result.links.length) shown.append(linkList(result.links, name));
  shown.append(...result.pictures.map((picture) => drawPicture(picture, make)), ...result.sounds.map(drawSound));
  drawn.set(shown, content);
  row.append(shown);
  mark(row, true);
};
