/** Scrolls for a wheel event what the browser would scroll if the event came from another place in the page. */
import { isElement, parentOf, parentOrHost, rootElement } from "../platform/captured_dom.js";

/** @param {number} y  of a wheel event @returns {boolean} the document can scroll that way */
const scrollsDocument = (y) => {
  const root = rootElement();
  // The body's value holds for the document if the root has none.
  const [own = "", ofBody = ""] = [root, document.body].map((element) =>
    element ? getComputedStyle(element).overflowY : "",
  );
  const held = /hidden|clip/.test(own === "visible" ? ofBody : own);
  return !held && (y < 0 ? scrollY > 0 : y > 0 && scrollY + root.clientHeight < root.scrollHeight - 1);
};

/**
 * Scrolls the nearest element around `inner` that scrolls that way, unless the browser scrolls the document.
 * @param {Element} inner @param {number} x @param {number} y  of the wheel event, in pixels
 */
export const scrollAround = (inner, x, y) => {
  if (scrollsDocument(y)) return;
  for (let node = parentOf(inner); node; node = parentOrHost(node)) {
    if (!isElement(node) || node === rootElement() || node === document.body) continue;
    const { overflowY, overflowX } = getComputedStyle(node);
    const scrolls =
      (y && /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight) ||
      (x && /auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth);
    if (!scrolls) continue;
    node.scrollBy({ left: x, top: y, behavior: "instant" });
    return;
  }
};
