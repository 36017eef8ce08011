/**
 * The messages of the recorder. Trees are flat: each node is added to its parent, parents first.
 * Made by tools/make_types.py from observers/recording_protocol.py.
 *
 * @typedef {object} NodeData  A node; a known node that moved has only its number
 * @property {number} id
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {string} [value]
 * @property {string} [text]
 * @property {string} [comment]
 * @property {string} [doctype]
 *
 * @typedef {object} AddNode  Insert `node` into `parent` before node `before` (0: at the end)
 * @property {"add"} o
 * @property {number} parent
 * @property {number} before
 * @property {NodeData} node
 *
 * @typedef {object} Plain  A node and its descendants, without numbers
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {string} [text]
 * @property {string} [comment]
 * @property {Plain[]} [kids]
 *
 * @typedef {object} Match  A node that equals the one at its position, except for `like`
 * @property {SubtreeDiff} like
 *
 * @typedef {object} NewSubtree  A node that does not resemble the one at its position
 * @property {Plain} new
 *
 * @typedef {(number | Match | NewSubtree)[]} Kids  The children, in order; an integer n means n children that are equal
 *   to those at their positions
 *
 * @typedef {object} SubtreeDiff  The differences of a node; `text` is a splice: UTF-16 offset, units to cut, the new
 *   text
 * @property {[string, string][]} [attrs]
 * @property {[number, number, string]} [text]
 * @property {(number | Match | NewSubtree)[]} [kids]
 *
 * @typedef {object} CopySubtree  Insert a copy of the subtree `like` at the time of its removal in this step, changed
 *   as `what` says. It is inserted before node `before` (0: at the end). The new nodes are numbered from `id` on, in
 *   document order.
 * @property {"again"} o
 * @property {number} parent
 * @property {number} [before]
 * @property {number} id
 * @property {number} like
 * @property {SubtreeDiff} what
 *
 * @typedef {object} RebuildChildren  Replace all children of node `id` by `kids`, which are described relative to the
 *   old children. The new nodes are numbered from `first` on.
 * @property {"anew"} o
 * @property {number} id
 * @property {number} first
 * @property {(number | Match | NewSubtree)[]} kids
 *
 * @typedef {object} RemoveNode  Remove the node from its parent
 * @property {"del"} o
 * @property {number} id
 *
 * @typedef {object} SpliceText  Replace `cut` units from UTF-16 offset `at` of a text node by `text`
 * @property {"text"} o
 * @property {number} id
 * @property {number} at
 * @property {number} cut
 * @property {string} text
 *
 * @typedef {object} SetAttribute  Set an attribute to `value`, or remove it (None)
 * @property {"attr"} o
 * @property {number} id
 * @property {string} name
 * @property {string | null} value
 *
 * @typedef {object} SetValue  Set the value of a form control: its text, or "true" or "false" for a checkbox or radio
 *   button
 * @property {"value"} o
 * @property {number} id
 * @property {string} value
 *
 * @typedef {object} AttachShadow  Attach the open shadow root `root` to element `id`; the root's nodes follow
 * @property {"root"} o
 * @property {number} id
 * @property {number} root
 * @property {string[]} sheets
 *
 * @typedef {object} SetSheets  Set the style sheets of `id`. For the document (0) or a shadow root: its constructed
 *   sheets; for a `style` element: the rules that a script inserted.
 * @property {"sheets"} o
 * @property {number} [id]
 * @property {string[]} sheets
 *
 * @typedef {object} SetUrl  Set the document's address, which changed without a new document
 * @property {"url"} o
 * @property {string} url
 *
 * @typedef {object} MaySend  The user may send what the message box holds now: they pressed Enter, or something in the
 *   page
 * @property {"sent"} o
 *
 * @typedef {AddNode | CopySubtree | RebuildChildren | RemoveNode | SpliceText | SetAttribute | SetValue | AttachShadow
 *   | SetSheets | SetUrl | MaySend} Op
 *
 * @typedef {object} PageInfo  The environment of a page: the viewport in CSS pixels, and whether it has a dark colour
 *   scheme
 * @property {number} width
 * @property {number} height
 * @property {boolean} dark
 *
 * @typedef {object} DocumentStarted  A document was parsed; the next MutationStep contains all of it. `frame` is the
 *   number of the frame element in the parent document, 0 if it is not known.
 * @property {"begin"} k
 * @property {number} at
 * @property {string} url
 * @property {string} title
 * @property {number} frame
 * @property {PageInfo} about
 *
 * @typedef {object} MutationStep  The changes of one MutationObserver callback; with `over` False, a part of them
 * @property {"step"} k
 * @property {number} at
 * @property {Op[]} ops
 * @property {boolean} over
 *
 * @typedef {DocumentStarted | MutationStep} Entry
 */
export {};
