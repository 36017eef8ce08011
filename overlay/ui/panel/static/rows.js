/** Updates a list in place: a row keeps its element, so that focus, scroll position and an open result stay. */

/**
 * @template R
 * @param {Element} list
 * @param {R[]} rows
 * @param {object} how
 * @param {(row: R) => string} how.key
 * @param {(row: R) => HTMLElement} how.create
 * @param {(element: HTMLElement, row: R) => void} how.update
 */
export const updateRows = (list, rows, { key, create, update }) => {
  const known = new Map(
    Array.from(list.children, (child) => [
      /** @type {HTMLElement} */ (child).dataset.key,
      /** @type {HTMLElement} */ (child),
    ]),
  );
  let at = list.firstElementChild;
  for (const row of rows) {
    const name = key(row);
    let element = known.get(name);
    known.delete(name);
    if (!element) {
      element = create(row);
      element.dataset.key = name;
    }
    update(element, row);
    if (element === at) at = at.nextElementSibling;
    else list.insertBefore(element, at);
  }
  for (const element of known.values()) element.remove();
};
