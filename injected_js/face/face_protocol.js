/**
 * The messages between the page's side and a block's frame. The port is passed to the frame once; scripts of
 * the page can reach neither end of it.
 *
 * @typedef {import("../protocol.js").BlockView} BlockView
 * @typedef {import("../protocol.js").Action} Action
 *
 * @typedef {object} Snapshot  all that a block shows, for a frame that has not drawn it yet
 * @property {string} id
 * @property {BlockView} look
 * @property {{ key: string, text: string, done: boolean }[]} params
 * @property {boolean | null} open  as it was left; null: not drawn yet
 * @property {boolean} touched  the user opened, closed or scrolled it
 * @property {number} [held]  height of its result's place in pixels; 0: as tall as the result
 * @property {Record<string, string>} [draft]  what was typed into its form
 *
 * @typedef {object} Around  what the page is like around a block
 * @property {boolean} dark  its background
 * @property {boolean} rtl  its text runs from right to left
 *
 * @typedef {object} Box  in pixels of the frame
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Covered  the parts of a block that an element, painted or not, may lie over
 * @property {Box[]} boxes  of the parts that must be fully visible
 * @property {Box} whole  the block from its top to the last of these
 *
 * @typedef {object} Pointed
 * @property {number} at  when, in ms since the epoch by the browser's own clock
 * @property {Box[]} boxes  of the pressed part and the parts that must be visible with it
 *
 * @typedef {object} Wires  what a drawn block can ask for
 * @property {(action: Action, nonce: string, pointed: Pointed, values?: Record<string, string>) => void} press  a press that counts, according to the checks in the frame
 * @property {(pointed: Pointed) => void} down  a press on a button began
 * @property {(action: Action, pointed: Pointed) => void} unseen  a press where not all could be seen that has to be
 * @property {(values: Record<string, string>) => void} [typed]  something was typed into the form
 * @property {(pointed: Pointed, ids: string[]) => void} [together]  a press that runs these blocks' calls
 * @property {(readable: boolean) => void} [readable]  all that has to be read before it runs is in full view, or not
 * @property {() => void} touch  the user touched the block
 * @property {(covered: Covered | null) => void} [sight]  what something lies over, as the browser says; null: over nothing
 * @property {() => void} raw  the raw text is wanted
 * @property {(open: boolean, touched: boolean) => void} ui
 * @property {(height: number) => void} [held]  its result has a place of this height; 0: not any more
 *
 * @typedef {{ k: "begin", around: Around, room: number, elsewhere: boolean }
 *   | { k: "show", index: number, snapshot: Snapshot }
 *   | { k: "look", id: string, look: BlockView }
 *   | { k: "append", id: string, key: string, text: string, done: boolean }
 *   | { k: "drop", id: string }
 *   | { k: "together", id: string, ids: string[] }
 *   | { k: "judge", number: number, id: string, at: number }
 *   | { k: "last", id: string, last: boolean }
 *   | { k: "clear" }
 *   | { k: "around", around: Around }
 *   | { k: "room", height: number }
 *   | { k: "refuse", id: string, action: Action, why: string }
 *   | { k: "raw", id: string, text: string }
 *   | { k: "seen", at: number }
 *   | { k: "drawn", number: number }
 *   | { k: "where", number: number, id: string, part: string }} ToFace
 *
 * @typedef {{ k: "drawn", number: number, height: number }
 *   | { k: "size", height: number }
 *   | { k: "down", id: string, pointed: Pointed }
 *   | { k: "press", id: string, action: Action, nonce: string, pointed: Pointed, values?: Record<string, string> }
 *   | { k: "together", id: string, pointed: Pointed, ids: string[] }
 *   | { k: "readable", id: string, readable: boolean }
 *   | { k: "judged", number: number, why: string, boxes: Box[] }
 *   | { k: "typed", id: string, values: Record<string, string> }
 *   | { k: "unseen", id: string, action: Action, pointed: Pointed }
 *   | { k: "touch", id: string }
 *   | { k: "raw", id: string }
 *   | { k: "ui", id: string, open: boolean, touched: boolean }
 *   | { k: "held", id: string, height: number }
 *   | { k: "hover", over: boolean }
 *   | { k: "sight", id: string, covered: Covered | null }
 *   | { k: "wheel", x: number, y: number }
 *   | { k: "where", number: number, box: Box | null }} FromFace
 */
export {};
