/**
 * Collects the changes of units for Python, limited in number and size; the rest goes with the next
 * flush.
 */
import { languageOf } from "../reading/block_text.js";

const SLICE_TIME = 8;
/** A text that has only code blocks, which are separate units. */
const BLANK = /^[\s\uFFFC]*$/;
/** Ms between two checks of a unit that is not visible: each costs a layout. */
const LOOK = 200;
const SLICE_TEXT = 200_000;
const SLICE_GONE = 5000;
/** UTF-16 units of one text: a longer one is not scanned for calls. */
export const MOST = 8_000_000;

/**
 * @typedef {import("../reading/text_unit.js").Unit} Unit
 * @typedef {import("../protocol.js").BlockOpened | import("../protocol.js").TextDelta | import("../protocol.js").BlockRemoved} Item
 * @typedef {{ items: Item[], more: boolean }} Slice
 *
 * @typedef {object} Source  what changed since the last slice
 * @property {Set<Unit>} dirty  changed units; those in the slice are deleted from it
 * @property {number[]} gone  ids of removed units; those in the slice are deleted from it
 * @property {number} [units]  most units in the slice
 * @property {number} [time]  ms that may be spent on the slice
 * @property {import("../site/page_model.js").Page} page
 * @property {(node: Element) => boolean} [sent]  whether its message answers what the user sent just now
 * @property {(node: Element) => boolean} [inGrowing]  whether its message was seen growing
 * @property {(unit: Unit) => void} hideIfNeeded  hides a text that was just read, if necessary
 * @property {(unit: Unit) => boolean} [mayWait]  whether the unit can wait for a later slice
 * @property {boolean} [onlyLive]  units that are not live wait for a later slice
 * @property {(unit: Unit, why: string) => void} [giveUp]  permanently shows a text that can't be sent
 */

/** @param {Source} source @returns {Slice} */
export const collect = ({
  dirty,
  gone,
  units = 60,
  time = SLICE_TIME,
  page,
  hideIfNeeded,
  sent = () => false,
  inGrowing = () => false,
  giveUp = () => {},
  mayWait,
  onlyLive = false,
}) => {
  /** @type {Item[]} */
  const items = [];
  let size = 0;
  let taken = 0;
  let later = false;
  // Removals come first: the same slice may contain the call of a turn that was removed and added again.
  for (const id of gone.splice(0, SLICE_GONE)) items.push({ k: "gone", id });
  const until = performance.now() + time;
  for (const unit of dirty) {
    if (onlyLive && !unit.live) {
      later = true;
      continue;
    }
    const full = taken >= units || size >= SLICE_TEXT || (items.length > 0 && performance.now() > until);
    if (full) return { items, more: true };
    if (mayWait && !unit.lostAt && mayWait(unit)) {
      later = true;
      continue;
    }
    dirty.delete(unit);
    if (unit.lostAt) continue;
    try {
      const found = itemsOf(unit, { page, hideIfNeeded, sent, inGrowing });
      taken += found.length ? 1 : 0;
      for (const item of found) if (item.k === "text") size += item.text.length;
      items.push(...found);
    } catch (error) {
      items.push({ k: "gone", id: unit.id });
      giveUp(unit, error instanceof Error ? error.message : String(error));
    }
  }
  return { items, more: later || gone.length > 0 };
};

/** @param {Unit} unit @param {import("../site/page_model.js").Page} page @returns {boolean} Python must get its description again */
const changed = (unit, page) =>
  languageOf(unit.node) !== unit.language ||
  page.role(unit.node) !== unit.role ||
  page.quoted(unit.node) !== unit.quoted ||
  page.isBeside(unit.node) !== unit.beside ||
  becameVisible(unit, page);

/** Whether a hidden unit is visible now: new elements may fade in. @param {Unit} unit @param {import("../site/page_model.js").Page} page */
const becameVisible = (unit, page) => {
  if (!unit.hiddenAt || performance.now() - unit.hiddenAt < LOOK) return false;
  unit.hiddenAt = performance.now();
  return page.visibility(unit) !== "hidden";
};

/**
 * Visibility is checked only for units whose call may run automatically.
 * @param {Unit} unit @param {import("../site/page_model.js").Page} page
 * @returns {import("../protocol.js").PageVisibility}
 */
const visibilityOf = (unit, page) => {
  unit.hiddenAt = 0;
  if (unit.quoted) return "quoted";
  if (unit.beside) return "beside";
  const visibility =
    unit.live && unit.verdict !== "plain" && unit.tracker.text.trim() ? page.visibility(unit) : "plain";
  if (visibility === "hidden") unit.hiddenAt = performance.now();
  return visibility;
};

/**
 * @param {Item[]} items
 * @returns {Item[][]} the items in messages of a bounded size, at least one
 */
export const messagesOf = (items) => {
  /** @type {Item[][]} */
  const messages = [[]];
  let size = 0;
  for (const item of items) {
    const more = item.k === "text" ? item.text.length : 0;
    if (size && size + more > SLICE_TEXT) {
      messages.push([]);
      size = 0;
    }
    size += more;
    messages.at(-1)?.push(item);
  }
  return messages;
};

/**
 * @param {Unit} unit
 * @param {Required<Pick<Source, "page" | "hideIfNeeded" | "sent" | "inGrowing">>} job
 * @returns {Item[]}
 */
const itemsOf = (unit, { page, hideIfNeeded, ...looks }) => {
  const looked = unit.kind === "prose" && Array.isArray(unit.records) && unit.growth.checked === unit.records.length;
  const change = unit.change();
  if (unit.tracker.text.length > MOST)
    throw new Error(`a text of ${unit.tracker.text.length} characters is too long to be read for calls`);
  if (unit.verdict !== "plain" && !looked) hideIfNeeded(unit);
  if (!unit.announced && !unit.live && unit.kind === "prose" && (!change || BLANK.test(change.text))) {
    unit.tracker.forget();
    return [];
  }
  /** @type {Item[]} */
  const items = [];
  if (unit.announced && unit.kind === "fence" && changed(unit, page)) {
    unit.announced = false;
  }
  if (!unit.announced) items.push(describe(unit, page, looks));
  const { at, text } = change ?? { at: 0, text: null };
  for (let from = 0; text !== null && (from === 0 || from < text.length); from += SLICE_TEXT) {
    const piece = text.slice(from, from + SLICE_TEXT);
    items.push({
      k: "text",
      id: unit.id,
      at: at + from,
      text: piece,
      length: at + from + piece.length,
      gapped: unit.gapped,
    });
  }
  return items;
};

/**
 * @param {Unit} unit @param {import("../site/page_model.js").Page} page
 * @param {Required<Pick<Source, "sent" | "inGrowing">>} looks
 * @returns {import("../protocol.js").BlockOpened}
 */
const describe = (unit, page, { sent, inGrowing }) => {
  unit.announced = true;
  unit.language = unit.kind === "fence" ? languageOf(unit.node) : "";
  unit.role = page.role(unit.node);
  unit.quoted = page.quoted(unit.node);
  unit.beside = page.isBeside(unit.node);
  const place = page.place(unit.node);
  unit.message = place.message;
  return {
    k: "open",
    id: unit.id,
    kind: unit.kind,
    role: unit.role,
    language: unit.language,
    ...place,
    live: unit.live,
    held: unit.verdict === "held",
    visibility: visibilityOf(unit, page),
    replies_to: unit.live ? page.repliesTo(unit.node) : "",
    sent: unit.live && unit.role === "assistant" && sent(unit.node),
    in_growing: unit.live && inGrowing(unit.node),
  };
};
