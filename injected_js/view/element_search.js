/**
 * Finds elements that a model names: the element that shows a text, and the newest picture of the chat.
 */
import {
  all,
  attributeOf,
  closest,
  createWalker,
  dataOf,
  isConnected,
  isElement,
  localNameOf,
  matches,
  parentOf,
  rectOf,
  rootElement,
  textOf,
  checkVisibility,
} from "../platform/captured_dom.js";

const NODES = 60_000;
const LEVELS = 3;
const LONG = 2000;
const LEAST = 32;
const AROUND = 5;
const PRESSED = "a, button, input, label, select, summary, textarea, [role]";
const SILENT = "script, style, noscript, template, title";
const SAID = ["aria-label", "alt", "title", "placeholder", "value"];
const SPEAKING = "[aria-label], [alt], [title], [placeholder], input[value]";

/** @param {string} text @returns {string} */
const plain = (text) => text.replace(/\s+/g, " ").trim().toLowerCase();

/** @param {Element} element @returns {boolean} whether the element takes up room and is not hidden */
export const visible = (element) => {
  if (!isConnected(element) || !checkVisibility(element, { opacityProperty: true, visibilityProperty: true }))
    return false;
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
};

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

/** @param {Element} element @returns {Area} the area in which the window and its scrolling ancestors can show it, with a small margin */
export const inSight = (element) => {
  const area = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let up = parentOf(element); up && isElement(up) && up !== rootElement(); up = parentOf(up)) {
    const { overflowX, overflowY } = getComputedStyle(up);
    if (localNameOf(up) === "body" || (overflowX === "visible" && overflowY === "visible")) continue;
    const { left, top, right, bottom } = rectOf(up);
    area.left = Math.max(area.left, left - AROUND);
    area.top = Math.max(area.top, top - AROUND);
    area.right = Math.min(area.right, right + AROUND);
    area.bottom = Math.min(area.bottom, bottom + AROUND);
  }
  return area;
};

/**
 * Finds the element that matches `text` best. An exact match beats a partial one, a control beats prose, an
 * element outside the chat's messages beats one in them; of equally good elements, the last in the page is returned.
 * @param {string} text
 * @param {import("../site/page_model.js").Page} page
 * @returns {Element | null}
 */
export const elementSaying = (text, page) => {
  const wanted = plain(text);
  if (!wanted) return null;
  /** @type {Map<Element, string>} */
  const words = new Map();
  /** @type {Element | null} */
  let best = null;
  let most = -1;
  /** @param {Element} element @param {string} said */
  const consider = (element, said) => {
    const score = (said === wanted ? 4 : 0) + (closest(element, PRESSED) ? 2 : 0) + (page.message(element) ? 0 : 1);
    if (score >= most && element !== best && visible(element)) {
      best = element;
      most = score;
    }
  };
  /** @param {Element} element @returns {string} */
  const wordsOf = (element) => {
    let said = words.get(element);
    if (said === undefined) {
      said = plain(textOf(element));
      words.set(element, said);
    }
    return said;
  };
  const walker = createWalker(rootElement(), NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = walker.nextNode(); node && seen < NODES; node = walker.nextNode()) {
    seen += 1;
    if (!dataOf(node).trim()) continue;
    let element = parentOf(node);
    for (let level = 0; level < LEVELS && element && isElement(element); level += 1) {
      if (matches(element, SILENT)) break;
      const said = wordsOf(element);
      if (said.includes(wanted)) {
        consider(element, said);
        break;
      }
      if (said.length > LONG) break;
      element = parentOf(element);
    }
  }
  for (const element of all(document, SPEAKING)) {
    for (const name of SAID) {
      const said = plain(attributeOf(element, name) ?? "");
      if (said.includes(wanted)) consider(element, said);
    }
  }
  return best;
};

/**
 * Finds the newest picture: the last large enough one in the chat's messages, else in the page.
 * @param {import("../site/page_model.js").Page} page
 * @returns {Element | null}
 */
export const newestPicture = (page) => {
  /** @type {Element | null} */
  let last = null;
  /** @type {Element | null} */
  let inChat = null;
  for (const element of all(document, "img, canvas")) {
    const { width, height } = rectOf(element);
    if (width < LEAST || height < LEAST || !visible(element)) continue;
    last = element;
    if (page.message(element)) inChat = element;
  }
  return inChat ?? last;
};

/**
 * Returns the rectangle of the picture itself in its element: `object-fit` may leave margins or crop it.
 * @param {Element} element
 * @returns {{ left: number, top: number, width: number, height: number }}
 */
export const pictureRect = (element) => {
  const { left, top, width, height } = rectOf(element);
  const image = /** @type {HTMLImageElement | HTMLCanvasElement} */ (element);
  const ownWidth = localNameOf(element) === "img" ? /** @type {HTMLImageElement} */ (image).naturalWidth : image.width;
  const ownHeight =
    localNameOf(element) === "img" ? /** @type {HTMLImageElement} */ (image).naturalHeight : image.height;
  const fit = getComputedStyle(element).objectFit;
  if (fit === "fill" || !ownWidth || !ownHeight) return { left, top, width, height };
  const inside = Math.min(width / ownWidth, height / ownHeight);
  const scale =
    { contain: inside, cover: Math.max(width / ownWidth, height / ownHeight), none: 1 }[fit] ?? Math.min(1, inside);
  const drawn = { width: ownWidth * scale, height: ownHeight * scale };
  return { left: left + (width - drawn.width) / 2, top: top + (height - drawn.height) / 2, ...drawn };
};
