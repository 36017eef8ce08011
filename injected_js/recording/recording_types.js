/**
 * The messages of the recorder. `observers/recording_protocol.py` has the same types as pydantic models. Trees are flat:
 * each node is added to its parent, parents first. A node gets its id when it is recorded; the document has id 1.
 *
 * @typedef {object} NodeData  a node; one that is already recorded (it was moved) has only its id
 * @property {number} id
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {string} [value]  the value of a form control, if it differs from its markup
 * @property {string} [text]
 * @property {string} [comment]
 * @property {string} [doctype]
 *
 * @typedef {object} AddNode
 * @property {"add"} o
 * @property {number} parent
 * @property {number} before  0: at the end
 * @property {NodeData} node
 *
 * @typedef {object} CopySubtree  a copy of the subtree `like` at the time of its removal, changed as `what` says; numbered from `id`
 * @property {"again"} o
 * @property {number} parent
 * @property {number} before  0: at the end
 * @property {number} id
 * @property {number} like
 * @property {SubtreeDiff} what
 *
 * @typedef {object} RebuildChildren  all children of node `id` are replaced; the new ones are encoded against the old ones and numbered from `first`
 * @property {"anew"} o
 * @property {number} id
 * @property {number} first
 * @property {(number | Match | NewSubtree)[]} kids
 *
 * @typedef {object} SubtreeDiff  how a node differs from the old one
 * @property {[string, string][]} [attrs]
 * @property {[number, number, string]} [text]  UTF-16 offset, number of units removed there, text inserted there
 * @property {(number | Match | NewSubtree)[]} [kids]  a number is a run of that many equal children
 *
 * @typedef {object} Match  a child that is the old child at its index, changed as `like` says
 * @property {SubtreeDiff} like
 *
 * @typedef {object} NewSubtree  a child that is not encoded against the old child at its index
 * @property {Plain} new
 *
 * @typedef {object} Plain  a subtree without ids
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {string} [text]
 * @property {string} [comment]
 * @property {Plain[]} [kids]
 *
 * @typedef {object} RemoveNode
 * @property {"del"} o
 * @property {number} id
 *
 * @typedef {object} SpliceText
 * @property {"text"} o
 * @property {number} id
 * @property {number} at  UTF-16 offset
 * @property {number} cut  UTF-16 units removed at `at`
 * @property {string} text
 *
 * @typedef {object} SetAttribute
 * @property {"attr"} o
 * @property {number} id
 * @property {string} name
 * @property {string | null} value
 *
 * @typedef {object} SetValue
 * @property {"value"} o
 * @property {number} id
 * @property {string} value
 *
 * @typedef {object} AttachShadow
 * @property {"root"} o
 * @property {number} id
 * @property {number} root
 * @property {string[]} sheets
 *
 * @typedef {object} SetSheets  adopted style sheets of the document (id 0, or none) or a root, or the rules that script inserted into a `style`
 * @property {"sheets"} o
 * @property {number} [id]
 * @property {string[]} sheets
 *
 * @typedef {object} SetUrl
 * @property {"url"} o
 * @property {string} url
 *
 * @typedef {RemoveNode | SpliceText | SetAttribute | SetValue | SetSheets | SetUrl} Change  the same in the file of a recording
 *
 * @typedef {AddNode | AttachShadow | CopySubtree | RebuildChildren | Change} Op
 *
 * @typedef {object} DocumentStarted  a document was parsed; the next MutationStep holds its whole tree
 * @property {"begin"} k
 * @property {number} at
 * @property {string} url
 * @property {string} title
 * @property {number} frame  id of the containing element in the parent document, 0 if unknown
 *
 * @typedef {object} MutationStep  the operations of one MutationObserver callback, or a part of them
 * @property {"step"} k
 * @property {number} at  milliseconds since 1970
 * @property {Op[]} ops
 * @property {boolean} over  false: the next entry continues this step
 *
 * @typedef {DocumentStarted | MutationStep} Entry
 */
export {};
