/**
 * Finds the blocks near the view by samples: measuring all blocks takes longer than drawing those near the
 * view.
 */

/** Pixels outside the view that still count as near it. */
const NEAR = 400;
const SAMPLES = 64;

/** @typedef {{ top: number, bottom: number }} Place */

/** @param {Place} place @returns {number} -1 above the view, 1 below it, 0 near it; NaN if nothing is drawn */
const sideOf = ({ top, bottom }) => {
  if (bottom <= top) return NaN;
  return bottom <= -NEAR ? -1 : Number(top >= innerHeight + NEAR);
};

/**
 * Returns the items near the view. A chat is drawn in document order or in reverse, so between two blocks on
 * the same side of the view there is none in it. If a page draws otherwise, the missed blocks are handled
 * later.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => Place} placeOf  in pixels of the view
 * @returns {T[]} those near the view
 */
export const nearView = (all, placeOf) => {
  const step = Math.max(1, Math.floor(all.length / SAMPLES));
  /** @type {Set<T>} */
  const near = new Set();
  let from = 0;
  let side = NaN;
  const look = (/** @type {number} */ to) => {
    const next = sideOf(placeOf(/** @type {T} */ (all[to])));
    if (next === 0 || (side !== next && !Number.isNaN(next))) {
      for (const one of all.slice(from, to + 1)) if (sideOf(placeOf(one)) === 0) near.add(one);
    }
    // An item that draws nothing has no position: the current stretch continues.
    if (Number.isNaN(next)) return;
    [from, side] = [to, next];
  };
  for (let at = 0; at < all.length; at += step) look(at);
  if (all.length) look(all.length - 1);
  // The items after the last sample that draws something.
  for (const one of all.slice(from)) if (sideOf(placeOf(one)) === 0) near.add(one);
  return [...near];
};
