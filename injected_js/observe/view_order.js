/** Which of many blocks are near the view. Asking all of them where they are takes longer than drawing those. */

/** Pixels out of view that count as in view. */
const NEAR = 400;
const SAMPLES = 64;

/** @typedef {{ top: number, bottom: number }} Place */

/** @param {Place} place @returns {number} -1 above the view, 1 below it, 0 near it; NaN where nothing is drawn */
const sideOf = ({ top, bottom }) => {
  if (bottom <= top) return NaN;
  return bottom <= -NEAR ? -1 : Number(top >= innerHeight + NEAR);
};

/**
 * A chat is drawn in the order of the document, or in the reverse: between two blocks on the same side of the view there
 * is none in it. Where a page draws otherwise, some are missed; they have their turn like those out of view.
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
    // What draws nothing tells nothing: the stretch goes on.
    if (Number.isNaN(next)) return;
    [from, side] = [to, next];
  };
  for (let at = 0; at < all.length; at += step) look(at);
  if (all.length) look(all.length - 1);
  // Those after the last sample that draws something.
  for (const one of all.slice(from)) if (sideOf(placeOf(one)) === 0) near.add(one);
  return [...near];
};
