/**
 * The page's side of a replay. `overlay/capture/model.py` holds the same shapes of nodes and changes as pydantic
 * models; times are milliseconds since the document began.
 *
 * @typedef {object} Tree  a node of the recorded page; see `Node` in model.py
 * @property {number} id
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {Tree[]} [kids]
 * @property {Root} [shadow]
 * @property {string} [value]
 * @property {string} [text]
 * @property {string} [comment]
 * @property {string} [doctype]
 *
 * @typedef {object} Root  an open shadow root
 * @property {number} id
 * @property {Tree[]} [kids]
 * @property {string[]} [sheets]
 *
 * @typedef {{ o: "add", parent: number, before?: number, node: Tree }} Add
 * @typedef {{ o: "del", id: number }} Remove
 * @typedef {{ o: "text", id: number, at: number, cut: number, text: string }} Splice
 * @typedef {{ o: "attr", id: number, name: string, value?: string | null }} Attribute
 * @typedef {{ o: "value", id: number, value: string }} Value
 * @typedef {{ o: "shadow", id: number, shadow: Root }} Attach
 * @typedef {{ o: "sheets", id?: number, sheets: string[] }} Sheets
 * @typedef {{ o: "url", url: string }} Address
 * @typedef {Add | Remove | Splice | Attribute | Value | Attach | Sheets | Address} Op
 *
 * @typedef {object} Opened  what a document held once it was parsed
 * @property {number} doc  its node's id is 0
 * @property {Tree[]} tree
 * @property {string[]} sheets
 *
 * @typedef {object} Plan  what is to happen now, and which time may pass after it
 * @property {number} now
 * @property {string} commands  JSON of Python's commands, or ""
 * @property {number} before  nothing that falls due at this time or later
 * @property {Step[]} steps  come after those that were sent before
 * @property {boolean} stepping  steps may be taken now
 *
 * @typedef {{ at: number, ops: Op[] }} Step
 *
 * @typedef {object} Done
 * @property {number} now  when the last thing happened, or the plan's own `now`
 * @property {number | null} due  when the next timer falls due
 * @property {number} applied  how many of the steps
 * @property {string[]} problems
 */
export {};
