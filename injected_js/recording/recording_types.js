/**
 * What the recorder tells. `observers/recording_protocol.py` holds the same shapes as pydantic models. Trees come flat: each
 * node is added to its parent, parents first. Numbers are given to nodes when they are told of; the document is 1.
 *
 * @typedef {object} NodeData  a node; one that is known already (it was moved) has nothing but its number
 * @property {number} id
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {string} [value]  what a box holds, where that is not what its markup says
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
 * @typedef {object} CopySubtree  a part built anew: as `like` and all in it was when it left, but for `what`; numbered from `id`
 * @property {"again"} o
 * @property {number} parent
 * @property {number} before  0: at the end
 * @property {number} id
 * @property {number} like
 * @property {SubtreeDiff} what
 *
 * @typedef {object} RebuildChildren  all in node `id` left, and what stands in it now is built after its likeness, numbered from `first`
 * @property {"anew"} o
 * @property {number} id
 * @property {number} first
 * @property {(number | Match | NewSubtree)[]} kids
 *
 * @typedef {object} SubtreeDiff  what is new of a node
 * @property {[string, string][]} [attrs]
 * @property {[number, number, string]} [text]  from this UTF-16 offset so many units go, and this comes
 * @property {(number | Match | NewSubtree)[]} [kids]  a number stands for so many that are just alike
 *
 * @typedef {object} Match  a node like the one in its place, but for this
 * @property {SubtreeDiff} like
 *
 * @typedef {object} NewSubtree  a node that does not resemble the one in its place
 * @property {Plain} new
 *
 * @typedef {object} Plain  a node and all in it, without numbers
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
 * @property {number} cut  UTF-16 units that go
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
 * @typedef {object} SetSheets  constructed sheets of the document (0) or of a root, or what script put into a `style`
 * @property {"sheets"} o
 * @property {number} id
 * @property {string[]} sheets
 *
 * @typedef {object} SetUrl
 * @property {"url"} o
 * @property {string} url
 *
 * @typedef {AddNode | CopySubtree | RebuildChildren | RemoveNode | SpliceText | SetAttribute | SetValue | AttachShadow | SetSheets | SetUrl} Op
 *
 * @typedef {object} DocumentStarted  a document was parsed; the next moment holds all of it
 * @property {"begin"} k
 * @property {number} at
 * @property {string} url
 * @property {string} title
 * @property {number} frame  number of the element in the parent document it stands in, 0 where that is not known
 *
 * @typedef {object} MutationStep  what one report of the observer held, or a part of it
 * @property {"step"} k
 * @property {number} at  milliseconds since 1970
 * @property {Op[]} ops
 * @property {boolean} over  no more of it follows
 *
 * @typedef {DocumentStarted | MutationStep} Entry
 */
export {};
