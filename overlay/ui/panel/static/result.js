/** Shows all arguments and the full result of a call below its row, each with a button that copies it. */
import { mark, t } from "./platform/language.js";
import { button, byId, make, write } from "./dom.js";
import { textBox } from "./lines.js";
import { drawSound } from "./sound.js";
import { label } from "./face/button_words.js";
import { drawPicture } from "./face/image_canvas.js";
import { drawMarkdown } from "./face/markdown.js";
import { drawStructure } from "./face/structured_result.js";

/** Results with more characters get a search field. */
const LONG = 2000;

export const HIDE = mark("Hide {name}");
const SHOW = mark("Show {name}");

/** @param {HTMLElement} row @returns {boolean} */
export const isShown = (row) => Boolean(row.querySelector(".result"));

/** @param {HTMLElement} row @param {boolean} shown */
const setShown = (row, shown) => {
  const button = row.querySelector("button.show");
  button?.setAttribute("aria-expanded", String(shown));
  const word = shown ? t("Hide") : t("Show");
  if (button) button.textContent = word;
  button?.setAttribute("aria-label", t(shown ? HIDE : SHOW, { name: row.querySelector(".name")?.textContent ?? "" }));
};

/** @param {HTMLElement} row */
export const hideResult = (row) => {
  row.querySelector(".result")?.remove();
  setShown(row, false);
};

/**
 * Copies with a text area: the panel's page has no secure origin, which the clipboard API needs.
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

/**
 * @param {string} title @param {string} text @param {string} name of the call or resource
 * @param {string} copies  the accessible name of its button
 * @returns {HTMLElement}
 */
export const textSection = (title, text, name, copies) => {
  const all = make("div", "one-part");
  const head = make("div", "part-head");
  const status = make("span", "none");
  status.setAttribute("role", "status");
  const copy = button("copy", t("Copy"), () => {
    write(status, copyText(text, head) ? t("Copied.") : t("Select it and press Ctrl+C."));
    copy.focus();
  });
  copy.setAttribute("aria-label", copies);
  head.append(make("h3", "", title), status, copy);
  all.append(head, textBox(text || t("(it is empty)"), t("{title} of {name}", { title, name })));
  return all;
};

/**
 * The full result: JSON and Markdown are formatted, a long one has a search field, and it can fill the window.
 * @param {import("./types.js").ResultShown} result @param {string} text @param {string} name of the call
 * @returns {HTMLElement}
 */
const resultSection = ({ error, markdown }, text, name) => {
  const section = textSection(t("Result"), text, name, t("Copy the result of {name}", { name }));
  const head = /** @type {HTMLElement} */ (section.firstElementChild);
  let plain = /** @type {HTMLElement} */ (section.lastElementChild);
  const structure = error
    ? null
    : markdown
      ? drawMarkdown(markdown)
      : drawStructure(text, new AbortController().signal);
  const lines = text.split("\n");
  /** @type {HTMLButtonElement | null} */
  let other = null;
  /** @param {boolean} formatted */
  const show = (formatted) => {
    if (structure) structure.hidden = !formatted;
    plain.hidden = formatted && Boolean(structure);
    if (other) label(other, formatted ? t("As text") : t("Formatted"), name);
  };
  if (structure) {
    section.append(structure);
    other = button("plain-toggle", "", () => show(plain.hidden === false));
    head.append(other);
  }
  show(true);
  if (text.length > LONG) {
    const found = make("span", "none");
    found.setAttribute("role", "status");
    const find = make("input");
    find.type = "search";
    find.placeholder = t("Find");
    find.setAttribute("aria-label", t("Find in the result of {name}", { name }));
    find.addEventListener("input", () => {
      const wanted = find.value.toLowerCase();
      const some = wanted ? lines.filter((line) => line.toLowerCase().includes(wanted)) : lines;
      const now = textBox(some.join("\n"), t("{title} of {name}", { title: t("Result"), name }));
      plain.replaceWith(now);
      plain = now;
      show(!wanted);
      write(found, wanted ? t("{found} of {count} lines", { found: some.length, count: lines.length }) : "");
    });
    head.append(find, found);
  }
  const enlarge = button("enlarge", "", () => enlarged(!section.classList.contains("large")));
  /** @param {boolean} large */
  const enlarged = (large) => {
    section.classList.toggle("large", large);
    label(enlarge, large ? t("Make smaller") : t("Enlarge"), name);
  };
  enlarged(false);
  section.addEventListener("keydown", (event) => {
    if (event.key === "Escape") enlarged(false);
  });
  head.append(enlarge);
  return section;
};

/**
 * The addresses in a result, in full. Each opens in a new tab without an opener or a referrer.
 * @param {string[]} addresses @param {string} name of the call @returns {HTMLElement}
 */
const linkList = (addresses, name) => {
  const part = make("details", "links");
  const list = make("ul");
  list.setAttribute("aria-label", t("Links in the result of {name}", { name }));
  list.append(
    ...addresses
      .filter((address) => /^https?:\/\//i.test(address))
      .map((address) => {
        const link = make("a", "", address);
        link.href = address;
        link.target = "_blank";
        link.rel = "noopener noreferrer";
        // A press by a script opens nothing.
        link.addEventListener("click", (event) => {
          if (!event.isTrusted) event.preventDefault();
        });
        const row = make("li");
        row.append(link);
        return row;
      }),
  );
  part.append(
    make("summary", "", addresses.length === 1 ? t("1 link") : t("{count} links", { count: addresses.length })),
    list,
  );
  return part;
};

/** The content of each drawn part of a result, as JSON. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * @param {import("./types.js").ResultShown} result @param {string} name of the call
 * @returns {[unknown, () => HTMLElement][]} the content of each part, and a function that draws it
 */
const partsOf = (result, name) => {
  const { text, links, pictures, sounds } = result;
  /** @type {[unknown, () => HTMLElement][]} */
  const parts = [
    [
      ["Arguments", result.arguments],
      () => textSection(t("Arguments"), result.arguments, name, t("Copy the arguments of {name}", { name })),
    ],
  ];
  if (text !== null) parts.push([["Result", text], () => resultSection(result, text, name)]);
  if (links.length) parts.push([["Links", links], () => linkList(links, name)]);
  for (const picture of pictures) parts.push([picture, () => drawPicture(picture, make)]);
  for (const sound of sounds) parts.push([sound, () => drawSound(sound)]);
  return parts;
};

/** @param {import("./types.js").ResultShown} result */
export const showResult = (result) => {
  const rows = Array.from(byId("calls").querySelectorAll("li"));
  const row = rows.find((one) => one.dataset.key === result.id);
  if (!row) return;
  const shown = row.querySelector(".result") ?? row.appendChild(make("div", "result"));
  const before = Array.from(shown.children);
  const after = partsOf(result, row.querySelector(".name")?.textContent ?? "").map(([of, draw]) => {
    const content = JSON.stringify(of);
    // An unchanged part is not drawn again, so that the user's selection in it stays.
    const known = before.findIndex((part) => drawn.get(part) === content);
    const part = known < 0 ? draw() : /** @type {Element} */ (before.splice(known, 1)[0]);
    drawn.set(part, content);
    return part;
  });
  for (const part of before) part.remove();
  for (const [at, part] of after.entries()) {
    if (shown.children[at] !== part) shown.insertBefore(part, shown.children[at] ?? null);
  }
  setShown(row, true);
};

/**
 * Shows a result as large as the window until the user closes it: it was opened from its block in the chat.
 * @param {import("./types.js").ResultShown} result
 */
export const openResult = (result) => {
  const all = byId("opened");
  /** @param {boolean} open  makes all other sections inert, except the questions */
  const show = (open) => {
    all.hidden = !open;
    for (const part of /** @type {Iterable<HTMLElement>} */ (byId("main").children)) {
      part.inert = open && part !== all && part.id !== "questions";
    }
  };
  const close = () => {
    show(false);
    all.replaceChildren();
  };
  const head = make("div", "part-head");
  const end = button("close", t("Close"), close);
  head.append(make("h2", "", result.name), end);
  all.replaceChildren(
    head,
    ...partsOf(result, result.name)
      .slice(1)
      .map(([, draw]) => draw()),
  );
  all.setAttribute("aria-label", t("Result of {name}", { name: result.name }));
  show(true);
  all.onkeydown = ({ key }) => {
    if (key === "Escape") close();
  };
  // If a question is open, the result is below all other sections.
  all.scrollIntoView();
  end.focus();
};
