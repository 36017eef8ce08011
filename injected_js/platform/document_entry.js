/** The one name under which Python, other companions, the recorder and a replay reach overlay's script in a document. */

/**
 * @typedef {object} Entry
 * @property {Document} document
 * @property {(text: string) => void} binding
 * @property {boolean} left  the script has ended here, or starts again
 * @property {() => void} end
 */

const world = /** @type {Record<string, any>} */ (/** @type {unknown} */ (globalThis));

/**
 * Takes the function that sends messages to Python out of the world, and ends the script of an earlier document.
 * @param {{ entry: string, binding: string }} names
 * @returns {((text: string) => void) | null} null if the script runs in this document already, or there is no binding
 */
export const takeBinding = (names) => {
  const before = /** @type {Entry | undefined} */ (world[names.entry]);
  if (before?.document === document && !before.left) return null;
  // A frame's first empty document passes its world on to the next document of the same origin.
  const binding = before?.binding ?? world[names.binding];
  if (typeof binding !== "function") return null;
  before?.end();
  delete world[names.binding];
  return binding;
};

/** @param {string} name @param {Entry} entry */
export const register = (name, entry) => {
  world[name] = entry;
};

/** Another companion on the same page asks whether this one's Python is alive. */
export class PingsByOthers {
  /** @param {() => void} ping @param {AbortSignal} signal */
  constructor(ping, signal) {
    this.ping = ping;
    this.signal = signal;
    /** @type {((answered: boolean) => void)[]} */
    this.waiting = [];
  }

  /** @param {number} within  ms @returns {boolean | Promise<boolean>} Python answers */
  ask(within) {
    if (this.signal.aborted) return false;
    return new Promise((answer) => {
      this.waiting.push(answer);
      setTimeout(() => answer(false), within);
      this.ping();
    });
  }

  /** Python sent something. */
  answer() {
    for (const answer of this.waiting.splice(0)) answer(true);
  }
}
