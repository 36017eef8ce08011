/**
 * The messages between overlay's script in the page and a block's frame. The port is passed to the frame once; the
 * page's scripts can reach neither end of it.
 *
 * @typedef {import("../protocol.js").BlockView} BlockView
 * @typedef {import("../protocol.js").Action} Action
 *
 * @typedef {object} Snapshot  all that a block shows, for a frame that has not drawn it yet
 * @property {string} id
 * @property {BlockView} view
 * @property {{ key: string, text: string, done: boolean }[]} params
 * @property {boolean | null} open  whether the arguments were open when it was last drawn; null: not drawn yet
 * @property {boolean} touched  the user opened, closed or scrolled it
 * @property {number} [held]  fixed height of its result in pixels; 0: not fixed
 * @property {Record<string, string>} [draft]  the texts that were typed into its form
 *
 * @typedef {object} Around  the page's style around a block
 * @property {boolean} dark  its background is dark
 * @property {boolean} rtl  its text runs from right to left
 *
 * @typedef {object} Box  in pixels of the frame
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Covered  the parts of a block that an element, painted or not, may cover
 * @property {Box[]} boxes  of the parts that must be fully visible
 * @property {Box} whole  the block from its top to the last of these
 *
 * @typedef {object} Pointed
 * @property {number} at  when, in ms since the epoch by the browser's clock
 * @property {Box[]} boxes  of the pressed part and the parts that must be visible with it
 *
 * @typedef {object} Wires  the callbacks of a drawn block
 * @property {(action: Action, nonce: string, pointed: Pointed, values?: Record<string, string>) => void} press  a press that counts, according to the checks in the frame
 * @property {(pointed: Pointed) => void} down  a press on a button began
 * @property {(action: Action, pointed: Pointed) => void} unseen  a press while a part that must be visible was not
 * @property {(values: Record<string, string>) => void} [typed]  the user typed into the form
 * @property {(pointed: Pointed, ids: string[]) => void} [together]  a press that runs these blocks' calls
 * @property {(readable: boolean) => void} [readable]  whether all parts that must be read before a run are fully visible
 * @property {(why: string) => void} [answered]  a press was answered in the frame: why it did not count, or ""
 * @property {() => void} touch  the user touched the block
 * @property {(covered: Covered | null) => void} [sight]  the covered parts, according to the browser; null: none
 * @property {() => void} raw  asks for the raw text
 * @property {(open: boolean, touched: boolean) => void} ui  `open`: the arguments are open; `touched`: the user opened, closed or scrolled it
 * @property {(height: number) => void} [held]  the fixed height of its result; 0: not fixed any more
 *
 * @typedef {{ k: "begin", around: Around, room: number, hasPanel: boolean }
 *   | { k: "show", index: number, snapshot: Snapshot }
 *   | { k: "view", id: string, view: BlockView }
 *   | { k: "append", id: string, key: string, text: string, done: boolean }
 *   | { k: "drop", id: string }
 *   | { k: "together", id: string, ids: string[] }
 *   | { k: "judge", number: number, id: string, at: number }
 *   | { k: "look", number: number, id: string, atOnce?: boolean }
 *   | { k: "alert" }
 *   | { k: "last", id: string, last: boolean }
 *   | { k: "clear" }
 *   | { k: "around", around: Around }
 *   | { k: "room", height: number }
 *   | { k: "refuse", id: string, action: Action, why: string }
 *   | { k: "raw", id: string, text: string }
 *   | { k: "appeared" }
 *   | { k: "drawn", number: number }
 *   | { k: "decided", number: number }
 *   | { k: "where", number: number, id: string, part: string }} ToFace
 *
 * @typedef {{ k: "drawn", number: number, height: number }
 *   | { k: "size", height: number }
 *   | { k: "down", id: string, pointed: Pointed }
 *   | { k: "press", id: string, action: Action, nonce: string, pointed: Pointed, values?: Record<string, string> }
 *   | { k: "together", id: string, pointed: Pointed, ids: string[] }
 *   | { k: "readable", id: string, readable: boolean }
 *   | { k: "judged", number: number, why: string, boxes: Box[] }
 *   | { k: "looked", number: number, shown: boolean, covered: boolean, boxes: Box[], whole: Box | null, gap: number }
 *   | { k: "typed", id: string, values: Record<string, string> }
 *   | { k: "unseen", id: string, action: Action, pointed: Pointed }
 *   | { k: "answered", id: string, why: string }
 *   | { k: "decided", number: number }
 *   | { k: "touch", id: string }
 *   | { k: "raw", id: string }
 *   | { k: "ui", id: string, open: boolean, touched: boolean }
 *   | { k: "held", id: string, height: number }
 *   | { k: "hover", over: boolean }
 *   | { k: "sight", id: string, covered: Covered | null }
 *   | { k: "wheel", x: number, y: number }
 *   | { k: "where", number: number, box: Box | null }} FromFace
 *
 * @typedef {{ k: "strip", strip: import("../protocol.js").Strip, around: Around, most: number }
 *   | { k: "refuse", why: string }} ToStrip  `most`: its maximum width in pixels
 *
 * @typedef {{ k: "size", width: number, height: number }
 *   | { k: "down", pointed: Pointed }
 *   | { k: "press", action: import("../protocol.js").StripPressed["action"], pointed: Pointed | null }
 *   | { k: "unseen" }
 *   | { k: "hover", over: boolean }} FromStrip  a press without `pointed` needs no check
 */
export {};
