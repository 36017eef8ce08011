/**
 * The configuration of the page script for one run, which `overlay/companion/page_config.py` makes.
 *
 * @typedef {object} Profile  the site's selectors; an empty string means none
 * @property {string} user
 * @property {string} assistant
 * @property {string} reasoning  the model's shown reasoning, inside a message or next to it
 * @property {string} streaming
 * @property {string} code  code blocks
 * @property {string} fence  the site's frame around a code block, which is hidden with it
 * @property {string} header  the site's bar directly before a code block, which is hidden with it
 * @property {string} faded  elements around blocks that the site draws with less than full opacity
 * @property {string} turn  the element around a message that has its id, if the message itself has none
 * @property {string} message_id  the attribute with a message's id, or several with ", " between them
 * @property {string} composer
 * @property {string} send
 * @property {boolean} guessed  the site is not known: an element that looks like an answer may be something else
 * @property {Record<string, string[]>} pick  fields with several selectors, of which one is used at a time
 * @property {string} conversation  a pattern whose first group is the conversation's key in the address
 *
 * @typedef {object} Config
 * @property {string} binding
 * @property {string} entry  the global of the isolated world with the entry object for Python
 * @property {string} mark  attribute of overlay's host elements, random in each run
 * @property {string[]} openers  lower-case beginnings of calls
 * @property {boolean} inspectable
 * @property {number} patience  ms without a message from Python after which the page shows everything; 0: never
 * @property {string} [face]  the name of the frames that blocks are drawn in, unknown to the page; "": no frames
 * @property {boolean} [panel]  overlay has a panel window, in which a call can be run too
 * @property {boolean} [whole]  a long history is read whole (the default), not only near the view
 * @property {boolean} [record]  the page is recorded
 * @property {boolean} [replay]  the clock is that of a replayed recording
 * @property {Profile} profile
 * @property {Site[]} [sites]  the profiles of the known sites; without it `profile` is used everywhere
 *
 * @typedef {object} Site
 * @property {string} name
 * @property {string[]} origins
 * @property {string[]} hosts  host names, including their subdomains
 * @property {string} sign  a selector that matches only in this site's pages, on any host; "" if its address identifies it
 * @property {Profile} profile
 */
export {};
