/**
 * What the recorder tells. `observers/recording_protocol.py` holds the same shapes as pydantic models. Trees come flat: each
 * node is added to its parent, parents first. Numbers are given to nodes when they are told of; the document is 1.
 *
 * @typedef {object} Fresh  a node; one that is known already (it was moved) has nothing but its number
 * @property {number} id
 * @property {string} [tag]
 * @property {"svg" | "math"} [ns]
 * @property {[string, string][]} [attrs]
 * @property {string} [value]  what a box holds, where that is not what its markup says
 * @property {string} [text]
 * @property {string} [comment]
 * @property {string} [doctype]
 *
 * @typedef {object} Put
 * @property {"add"} o
 * @property {number} parent
 * @property {number} before  0: at the end
 * @property {Fresh} node
 *
 * @typedef {object} Again  a part built anew: as `like` and all in it was when it left, but for `what`; numbered from `id`
 * @property {"again"} o
 * @property {number} parent
 * @property {number} before  0: at the end
 * @property {number} id
 * @property {number} like
 * @property {Likeness} what
 *
 * @typedef {object} Anew  all in node `id` left, and what stands in it now is built after its likeness, numbered from `first`
 * @property {"anew"} o
 * @property {number} id
 * @property {number} first
 * @property {(number | Alike | Newborn)[]} kids
 *
 * @typedef {object} Likeness  what is new of a node
 * @property {[string, string][]} [attrs]
 * @property {[number, number, string]} [text]  from this UTF-16 offset so many units go, and this comes
 * @property {(number | Alike | Newborn)[]} [kids]  a number stands for so many that are just alike
 *
 * @typedef {object} Alike  a node like the one in its place, but for this
 * @property {Likeness} like
 *
 * @typedef {object} Newborn  a node that does not resemble the one in its place
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
 * @typedef {object} Taken
 * @property {"del"} o
 * @property {number} id
 *
 * @typedef {object} Spliced
 * @property {"text"} o
 * @property {number} id
 * @property {number} at  UTF-16 offset
 * @property {number} cut  UTF-16 units that go
 * @property {string} text
 *
 * @typedef {object} Named
 * @property {"attr"} o
 * @property {number} id
 * @property {string} name
 * @property {string | null} value
 *
 * @typedef {object} Valued
 * @property {"value"} o
 * @property {number} id
 * @property {string} value
 *
 * @typedef {object} Rooted
 * @property {"root"} o
 * @property {number} id
 * @property {number} root
 * @property {string[]} sheets
 *
 * @typedef {object} Styled  constructed sheets of the document (0) or of a root, or what script put into a `style`
 * @property {"sheets"} o
 * @property {number} id
 * @property {string[]} sheets
 *
 * @typedef {object} Addressed
 * @property {"url"} o
 * @property {string} url
 *
 * @typedef {Put | Again | Anew | Taken | Spliced | Named | Valued | Rooted | Styled | Addressed} Op
 *
 * @typedef {object} Begun  a document was parsed; the next moment holds all of it
 * @property {"begin"} k
 * @property {number} at
 * @property {string} url
 * @property {string} title
 * @property {number} frame  number of the element in the parent document it stands in, 0 where that is not known
 *
 * @typedef {object} Moment  what one report of the observer held, or a part of it
 * @property {"step"} k
 * @property {number} at  milliseconds since 1970
 * @property {Op[]} ops
 * @property {boolean} over  no more of it follows
 *
 * @typedef {Begun | Moment} Entry
 */
export {};
