/**
 * What the recorder tells. `observers/recorded.py` holds the same shapes as pydantic models. Trees come flat: each
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
 * @typedef {Put | Taken | Spliced | Named | Valued | Rooted | Styled | Addressed} Op
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
