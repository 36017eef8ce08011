/** The texts for the model before they are sent: the user edits them, leaves some out, and sends the rest. */
import { mark, t } from "./platform/language.js";
import { button, byId, make, write } from "./dom.js";

/** The most characters of a text that can be edited. */
const LONGEST = 200_000;
const UNSEEN = mark("It contains invisible characters, or characters that change the direction of the text.");
const TOO_LONG = mark("It is too long to edit here.");

/** @param {HTMLElement} row @returns {boolean} */
export const isReviewed = (row) => Boolean(row.querySelector(".reviewing"));

/** @param {string} id of a call @returns {HTMLElement | undefined} */
const rowOf = (id) => Array.from(byId("calls").querySelectorAll("li")).find((row) => row.dataset.key === id);

/** Ends the review of a call. @param {string} id */
export const endReview = (id) => {
  const row = rowOf(id);
  const focused = row?.querySelector(".reviewing")?.contains(document.activeElement);
  row?.querySelector(".reviewing")?.remove();
  if (focused) /** @type {HTMLElement | null | undefined} */ (row?.querySelector(".controls button"))?.focus();
};

/**
 * @param {import("./types.js").ReviewPart} part
 * @returns {{ element: HTMLElement, chosen: () => import("./types.js").ReviewedText[] }}
 */
const partOf = ({ id, name, head, body, tail, unseen, pictures }) => {
  const element = make("div", "one-part");
  const top = make("label", "part-head");
  const check = make("input");
  check.type = "checkbox";
  check.checked = true;
  top.append(check, make("span", "", t("Send the result of {name}", { name })));
  const area = make("textarea");
  area.value = body;
  area.readOnly = body.length > LONGEST;
  area.rows = Math.min(12, body.split("\n").length + 1);
  area.spellcheck = false;
  area.dir = "auto";
  area.setAttribute("aria-label", t("Result of {name}, as the model will read it", { name }));
  // A text area may change line ends, so the unedited text is read back from it.
  const before = area.value;
  const status = make("p", "none");
  status.setAttribute("role", "status");
  const text = make("div", "one-text");
  text.append(make("pre", "framing", head.trimEnd()), area, make("pre", "framing", tail.trimStart()));
  const draw = () => {
    const edited = area.value !== before;
    const lines = [
      ...(edited ? [t("Edited by you: the text for the model says so.")] : []),
      ...(unseen ? [t(UNSEEN)] : []),
      ...(area.readOnly ? [t(TOO_LONG)] : []),
    ];
    write(status, lines.join(" "));
    status.hidden = !lines.length;
    text.hidden = !check.checked;
  };
  area.addEventListener("input", draw);
  check.addEventListener("change", draw);
  draw();
  if (pictures)
    text.append(
      make(
        "p",
        "none",
        pictures === 1
          ? t("1 picture is sent with it, if the chat accepts files.")
          : t("{count} pictures are sent with it, if the chat accepts files.", { count: pictures }),
      ),
    );
  element.append(top, text, status);
  return { element, chosen: () => (check.checked ? [{ id, text: area.value === before ? null : area.value }] : []) };
};

/** @param {import("./types.js").ReviewShown} review @param {import("./dom.js").Say} say */
export const showReview = ({ id, parts, news }, say) => {
  const row = rowOf(id);
  if (!row) return;
  row.querySelector(".reviewing")?.remove();
  const review = make("div", "reviewing");
  review.setAttribute("role", "group");
  review.setAttribute("aria-label", t("Text for the model"));
  const all = parts.map(partOf);
  review.append(make("h3", "", t("Text for the model")), ...all.map(({ element }) => element));
  if (news)
    review.append(make("p", "none", t("The tools have changed, so this is added:")), make("pre", "framing", news));
  /** @param {boolean} submit */
  const insert = (submit) => say({ t: "reviewed", id, parts: all.flatMap(({ chosen }) => chosen()), submit });
  const buttons = make("div", "buttons");
  buttons.append(
    button("send", t("Send"), () => insert(true)),
    button("", t("Insert only"), () => insert(false)),
    button("", t("Close"), () => endReview(id)),
  );
  review.append(buttons);
  row.append(review);
  review.querySelector("textarea")?.focus();
};
