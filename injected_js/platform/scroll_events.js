/**
 * Scroll events of the document and of the page's open shadow trees. A scroll event does not leave the shadow tree
 * in which it occurs (https://drafts.csswg.org/cssom-view/#scrolling-events), so each tree has a listener.
 */

/** @type {Set<() => void>} */
const listeners = new Set();
const notify = () => {
  for (const listener of listeners) listener();
};
let life = new AbortController();

/** @param {Document | ShadowRoot} tree  a second call for the same tree changes nothing */
export const watchScrollsOf = (tree) =>
  tree.addEventListener("scroll", notify, { capture: true, passive: true, signal: life.signal });

/** @param {() => void} listener @param {AbortSignal} signal  ends it */
export const onScroll = (listener, signal) => {
  watchScrollsOf(document);
  listeners.add(listener);
  signal.addEventListener("abort", () => {
    listeners.delete(listener);
    if (listeners.size) return;
    life.abort();
    life = new AbortController();
  });
};
