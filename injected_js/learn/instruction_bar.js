/**
 * A bar at the top of the page that tells the user which element to pick next. It is in a closed shadow tree and, if
 * the browser has one, in the top layer. Each button has its action in `data-guide`: while the browser's element picker
 * is on, a press on a button arrives as a pick of that button.
 */
import { TOKENS } from "../face/design_tokens.js";

const SHEET = `${TOKENS}
:host { all: initial; }
.bar.low { inset: auto auto 12px 50%; }
.bar { color-scheme: light dark; position: fixed; inset: 12px auto auto 50%; transform: translateX(-50%); margin: 0; z-index: 2147483647;
  box-sizing: border-box; width: max-content; max-width: min(680px, calc(100vw - 24px)); display: flex; flex-wrap: wrap;
  gap: var(--space-4) var(--space-6); align-items: center; padding: var(--space-5) 14px; border: 1px solid var(--accent);
  border-radius: var(--round-card); background: var(--bg); color: var(--ink); font: var(--type-head)/1.4 var(--sans);
  box-shadow: 0 4px 18px var(--shadow); }
.text { flex: 1 1 200px; }
.step { color: var(--accent); font-weight: 600; }
button { font: inherit; font-size: 14px; white-space: nowrap; padding: 5px var(--space-6); border-radius: var(--round-control);
  border: 1px solid var(--dim); background: var(--soft); color: inherit; cursor: pointer; }
button[data-guide=next] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }`;

/** @type {HTMLElement | null} */
let host = null;
/** @type {HTMLElement | null} */
let bar = null;
let low = false;

/** Moves the bar to the other end of the page, since it may cover the element that the user wants to pick. */
export const move = () => {
  low = !low;
  bar?.classList.toggle("low", low);
};

/** Removes the bar from the page. */
export const clear = () => {
  host?.remove();
  host = null;
};

/**
 * Shows an instruction, which replaces the previous one.
 * @param {string} tag  the name of the bar's element, which the page can't guess
 * @param {string} step  such as "2 of 6"
 * @param {string} text
 * @param {boolean} atFoot  show it at the bottom of the page
 * @param {[string, string][]} buttons  action and label of each
 * @returns {Promise<string>} the action of the button that the user pressed
 */
export const show = (tag, step, text, atFoot, buttons) =>
  new Promise((answer) => {
    clear();
    low = atFoot;
    host = document.createElement(tag);
    const root = host.attachShadow({ mode: "closed" });
    const sheet = document.createElement("style");
    sheet.textContent = SHEET;
    bar = document.createElement("div");
    bar.className = low ? "looks bar low" : "looks bar";
    bar.setAttribute("role", "status");
    const words = document.createElement("div");
    words.className = "text";
    const number = document.createElement("span");
    number.className = "step";
    number.textContent = `${step}  `;
    words.append(number, text);
    bar.append(words);
    for (const [action, label] of buttons) {
      const button = document.createElement("button");
      button.textContent = label;
      button.dataset.guide = action;
      button.addEventListener("click", (event) => {
        if (!event.isTrusted) return;
        if (action === "move") move();
        else answer(action);
      });
      bar.append(button);
    }
    root.append(sheet, bar);
    document.documentElement.append(host);
    if (typeof bar.showPopover === "function") {
      bar.popover = "manual";
      bar.showPopover();
    }
  });
