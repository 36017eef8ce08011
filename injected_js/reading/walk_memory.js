/**
 * Keeps answers about elements during one walk through the page, in which the page does not change: a walk asks for each
 * code block whether the elements around it are code, and most blocks of a page have the same elements around them.
 */

/** The answers of the walk that lasts, by question; null: no walk. @type {Map<unknown, Map<Element, boolean>> | null} */
let answers = null;

/**
 * @template T
 * @param {() => T} walk  it must not change the page's own nodes, and must not wait
 * @returns {T}
 */
export const walking = (walk) => {
  if (answers) return walk();
  answers = new Map();
  try {
    return walk();
  } finally {
    answers = null;
  }
};

/** @param {(element: Element) => boolean} ask @returns {(element: Element) => boolean} asks once for each element of a walk */
export const onceInWalk = (ask) => (element) => {
  if (!answers) return ask(element);
  const known = answers.get(ask) ?? new Map();
  answers.set(ask, known);
  const answer = known.get(element) ?? ask(element);
  known.set(element, answer);
  return answer;
};
