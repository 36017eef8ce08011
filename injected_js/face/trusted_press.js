/**
 * Detects the user's press of a button. If the site rebuilds its nodes between down and up (many do at each
 * token), the host leaves the page for a moment and the browser fires no `click`, so the two pointer events
 * are used instead.
 */

const NONE = -1;

/**
 * @param {HTMLElement} button
 * @param {(event: MouseEvent) => void} pressed  called once per press, with the trusted event that ended it
 * @param {AbortSignal} [signal]
 */
export const onPress = (button, pressed, signal) => {
  /** @type {AddEventListenerOptions} */
  const options = signal ? { signal } : {};
  let down = NONE;
  let counted = false;
  button.addEventListener(
    "pointerdown",
    (event) => {
      counted = false;
      down = event.isTrusted && event.button === 0 ? event.pointerId : NONE;
    },
    options,
  );
  button.addEventListener(
    "pointercancel",
    () => {
      down = NONE;
    },
    options,
  );
  button.addEventListener(
    "pointerup",
    (event) => {
      if (!event.isTrusted || event.button !== 0 || event.pointerId !== down) return;
      down = NONE;
      counted = true;
      pressed(event);
    },
    options,
  );
  button.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (!event.isTrusted) return;
      if (counted) counted = false;
      else pressed(event);
    },
    options,
  );
};
