/**
 * Finds whether scrolling can bring a part of the page into view, or out from under a bar. A box with `overflow: hidden`
 * around several messages counts as scrolled by the page's script: some sites draw their own scroll bars, and move the
 * content by `scrollTop` or by a transform.
 */
import {
  clientHeightOf,
  contains,
  getter,
  rectOf,
  rootElement,
  scrollHeightOf,
  scrollTopOf,
} from "../platform/captured_dom.js";
import { flatPath } from "../platform/flat_tree.js";

/** Minimum visible pixels: less counts as invisible. */
const LEAST = 4;
/** A bar takes at most this share of the view's height, with the gap at the edge, so that two of them leave a third free. */
const BAR = 1 / 3;
/** Minimum height in pixels of a box that a script scrolls: a lower one is a closed part of the page. */
const LEAST_LOG = 80;
const lengthsOf = {
  scrollWidth: getter(Element.prototype, "scrollWidth"),
  scrollHeight: scrollHeightOf,
  scrollLeft: getter(Element.prototype, "scrollLeft"),
  scrollTop: scrollTopOf,
};
/** @typedef {[number, number]} Span  from, to */
/** @typedef {(element: Element) => boolean} IsLog  whether the element has several messages in it */

/** @param {Span} a @param {Span} b @returns {Span} */
const shared = (a, b) => [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
/** @param {Span} span */
const empty = ([from, to]) => to - from < LEAST;

/**
 * @param {Span} part  its current position along one axis
 * @param {Span} frame  the position of its container
 * @param {{ scrolls: boolean, clips: boolean, length: number, scrolled: number, back: boolean }} how  `back`: the
 *   container's scroll position 0 is at its end, as in text that runs from right to left
 * @param {Span} [moved]  the position of its content, if a script may move it by other means than the scroll position
 * @returns {Span} the part that can be seen within the container, after scrolling it
 */
const within = (part, frame, { scrolls, clips, length, scrolled, back }, moved) => {
  if (!scrolls) return clips ? shared(part, frame) : part;
  const start = back ? frame[1] - scrolled - length : frame[0] - scrolled;
  const all = /** @type {Span} */ ([start, start + length + LEAST]);
  const found = shared(part, moved ? [Math.min(all[0], moved[0]), Math.max(all[1], moved[1])] : all);
  if (empty(found)) return [0, 0];
  const size = Math.min(found[1] - found[0], frame[1] - frame[0]);
  return [frame[0], frame[0] + size];
};

/** @param {Element} element @param {CSSStyleDeclaration} style @param {IsLog} isLog @returns {boolean} whether a script scrolls the box up and down */
const isScriptScrolled = (element, style, isLog) =>
  style.overflowY === "hidden" && clientHeightOf(element) >= LEAST_LOG && isLog(element);

/** @param {Element} element @param {CSSStyleDeclaration} style @param {boolean} across */
const scrolling = (element, style, across) => {
  const overflow = across ? style.overflowX : style.overflowY;
  const scrolled = across ? lengthsOf.scrollLeft(element) : lengthsOf.scrollTop(element);
  const reversed = across ? style.direction === "rtl" : style.flexDirection === "column-reverse";
  return {
    scrolls: overflow === "auto" || overflow === "scroll",
    clips: overflow !== "visible" || /paint|strict|content/.test(style.contain) || style.contentVisibility === "auto",
    length: across ? lengthsOf.scrollWidth(element) : lengthsOf.scrollHeight(element),
    scrolled,
    back: reversed || scrolled < 0,
  };
};

/** @param {CSSStyleDeclaration} style @returns {boolean} whether the box is the containing block of fixed descendants */
const holdsFixed = ({ transform, perspective, filter, contain, willChange }) =>
  transform !== "none" ||
  perspective !== "none" ||
  filter !== "none" ||
  /paint|layout|strict|content/.test(contain) ||
  /transform|filter/.test(willChange);

/**
 * @param {Element} element
 * @param {(element: Element) => CSSStyleDeclaration} styleOf
 * @returns {{ containers: Element[], fixed: boolean }} those that its position depends on, without the root; `fixed`:
 *   it does not move with the page
 */
const containersOf = (element, styleOf) => {
  const containers = [];
  const root = rootElement();
  let leaves = "";
  for (const at of flatPath(element)) {
    if (at === root) break;
    const style = styleOf(at);
    const holds = leaves !== "fixed" ? style.position !== "static" || holdsFixed(style) : holdsFixed(style);
    if (leaves && !holds) continue;
    leaves = ["absolute", "fixed"].includes(style.position) ? style.position : "";
    if ((style.display !== "inline" || at instanceof SVGElement) && style.display !== "contents") containers.push(at);
  }
  return { containers, fixed: leaves === "fixed" };
};

/**
 * @param {DOMRect} rect  the current position of the part
 * @param {Element} element  the element that contains it
 * @param {(element: Element) => CSSStyleDeclaration} styleOf
 * @param {IsLog} isLog
 * @returns {boolean} no scrolling brings it into view
 */
export const outOfReach = (rect, element, styleOf, isLog) => {
  /** @type {Span} */
  let x = [rect.left, rect.right];
  /** @type {Span} */
  let y = [rect.top, rect.bottom];
  const root = rootElement();
  const { containers, fixed } = containersOf(element, styleOf);
  let inner = rect;
  for (const at of containers) {
    const style = styleOf(at);
    const frame = rectOf(at);
    x = within(x, [frame.left, frame.right], scrolling(at, style, true));
    const how = scrolling(at, style, false);
    const script = empty(shared(y, [frame.top, frame.bottom])) && isScriptScrolled(at, style, isLog);
    y = script
      ? within(y, [frame.top, frame.bottom], { ...how, scrolls: true }, [inner.top, inner.bottom])
      : within(y, [frame.top, frame.bottom], how);
    if (empty(x) || empty(y)) return true;
    inner = frame;
  }
  const style = styleOf(root);
  /** @param {boolean} across */
  const page = (across) => {
    const how = scrolling(root, style, across);
    // The window scrolls overflowing content, unless the root's overflow is hidden and no script scrolls it.
    const stays = fixed || ((across ? style.overflowX : style.overflowY) === "hidden" && (across || !isLog(root)));
    return { ...how, scrolled: across ? scrollX : scrollY, scrolls: !stays, clips: true };
  };
  x = within(x, [0, innerWidth], page(true));
  y = within(y, [0, innerHeight], page(false));
  return empty(x) || empty(y);
};

/**
 * @param {Element} element
 * @param {IsLog} isLog
 * @returns {{ x: Span, y: Span }} the part of the window in which it can be visible: within the edges of its scrolling ancestors
 */
export const viewOf = (element, isLog) => {
  /** @type {{ x: Span, y: Span }} */
  const view = { x: [0, innerWidth], y: [0, innerHeight] };
  const { containers } = containersOf(element, getComputedStyle);
  for (const at of containers) {
    if (at === element) continue;
    const style = getComputedStyle(at);
    const frame = rectOf(at);
    if (scrolling(at, style, true).scrolls) view.x = shared(view.x, [frame.left, frame.right]);
    if (scrolling(at, style, false).scrolls || isScriptScrolled(at, style, isLog))
      view.y = shared(view.y, [frame.top, frame.bottom]);
  }
  return view;
};

/** @param {Element} element @param {IsLog} isLog @returns {{ scroller: Element | null, up: number, down: number }} pixels by which its nearest scrolling ancestor, or the page (null), can be scrolled */
const roomOf = (element, isLog) => {
  const { containers, fixed } = containersOf(element, getComputedStyle);
  for (const at of containers) {
    if (at === element) continue;
    const { scrolls, length, scrolled, back } = scrolling(at, getComputedStyle(at), false);
    const rest = length - clientHeightOf(at);
    if (rest > 0 && (scrolls || isScriptScrolled(at, getComputedStyle(at), isLog)))
      return { scroller: at, up: back ? rest + scrolled : scrolled, down: back ? -scrolled : rest - scrolled };
  }
  const root = rootElement();
  const stays = fixed || (getComputedStyle(root).overflowY === "hidden" && !isLog(root));
  return { scroller: null, up: stays ? 0 : scrollY, down: stays ? 0 : scrollHeightOf(root) - innerHeight - scrollY };
};

/**
 * @param {Element} cover  the element that a hit test finds over the other one
 * @param {Element} element
 * @param {Element | null} message  the message around it, whose own layers move with it
 * @param {IsLog} isLog
 * @returns {boolean} whether the cover is in a bar at an edge of the view, from under which most of the element can be scrolled
 */
export const isUnderBar = (cover, element, message, isLog) => {
  const { scroller, up, down } = roomOf(element, isLog);
  const stays = (/** @type {Element} */ at) => {
    const { position } = getComputedStyle(at);
    return (
      position === "fixed" ||
      position === "sticky" ||
      (position === "absolute" && !!scroller && !contains(scroller, at))
    );
  };
  const bar = flatPath(cover).findLast((at) => !contains(at, element) && stays(at));
  if (!bar || (message && contains(message, bar))) return false;
  // Where the element sticks to an edge, scrolling may not move it.
  if (flatPath(element).some((at) => getComputedStyle(at).position === "sticky")) return false;
  const [from, to] = viewOf(element, isLog).y;
  const { top, bottom } = rectOf(bar);
  const most = BAR * (to - from);
  const { top: start, bottom: end } = rectOf(element);
  const middle = (start + end) / 2;
  return (to - top <= most && middle - top <= down) || (bottom - from <= most && bottom - middle <= up);
};
