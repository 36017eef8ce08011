/**
 * The types of the replay in the page. `overlay/capture/model.py` has the same lines as pydantic models.
 * Times are milliseconds since the document was opened.
 *
 * @typedef {import("../recording/recording_types.js").NodeData & { kids?: Tree[], shadow?: Root }} Tree
 *
 * @typedef {object} Root  an open shadow root
 * @property {number} id
 * @property {Tree[]} [kids]
 * @property {string[]} [sheets]
 *
 * @typedef {{ o: "add", parent: number, before?: number, node: Tree }} Add
 * @typedef {{ o: "shadow", id: number, shadow: Root }} Attach
 * @typedef {Exclude<import("../recording/recording_types.js").Op, { o: "add" | "root" | "again" | "anew" }>} Change
 * @typedef {Add | Attach | Change} Op
 * @typedef {Op | import("../recording/recording_types.js").CopySubtree | import("../recording/recording_types.js").RebuildChildren} PackedOp
 *
 * @typedef {object} Opened  the content of a document once it was parsed
 * @property {number} doc
 * @property {Tree[]} tree
 * @property {string[]} sheets
 *
 * @typedef {object} Plan  the next actions, and the time at which the replay must stop
 * @property {number} now
 * @property {string} commands  JSON of Python's commands, or ""
 * @property {string[]} draw  ids of the blocks whose drawing is in the result, after the commands and before the steps
 * @property {number} before  only timers and steps earlier than this time are handled
 * @property {Step[]} steps  appended to the steps that were sent before
 * @property {boolean} stepping  false: no step is applied now
 * @property {number} quiet  after how many sendings the replay goes on
 *
 * @typedef {{ at: number, ops: PackedOp[] }} Step
 *
 * @typedef {{ at: number, applied: number, messages: string[] }} Sending  what the page script sent to Python in one turn,
 *   after that number of applied steps
 *
 * @typedef {object} Done
 * @property {number} now  time of the last timer or step that was handled, at least the plan's `now`
 * @property {number | null} due  time of the next timer
 * @property {number} applied  how many steps were applied
 * @property {Sending[]} sent
 * @property {DrawnBlock[] | null} drawn  null: the replay stopped before the blocks were to be read
 * @property {string[]} problems
 *
 * @typedef {object} DrawnBlock
 * @property {string[]} lines  the element that the block's host hides, then the block's tree, one node a line; none without a block
 * @property {string} look  all that its accessibility tree depends on besides (drawn_look.js)
 */
export {};
