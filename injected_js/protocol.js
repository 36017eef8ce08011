/**
 * The words both sides speak. `observers/protocol.py` holds the same shapes as pydantic models and a test compares
 * the two, so a field added here without its twin there fails.
 *
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {string} url
 * @property {string} title
 * @property {boolean} top
 * @property {string} site  the row of the table of sites that claimed the document, "" without such a table
 *
 * @typedef {object} BlockOpened
 * @property {"open"} k
 * @property {number} id
 * @property {"fence" | "prose"} kind
 * @property {Role} role
 * @property {string} language
 * @property {number} turn
 * @property {string} message
 * @property {boolean} live
 * @property {boolean} held
 * @property {Context} context  as it was when this was told
 * @property {string} answers  how many messages of the person's come before it, a colon, and a hash of the last one's
 *   first words, "" where those are few; all of it "" where no message of the person's is known
 *
 * @typedef {object} TextDelta
 * @property {"text"} k
 * @property {number} id
 * @property {number} at  UTF-16 offset from which `text` is the new tail
 * @property {string} text
 * @property {number} length  UTF-16 length of the whole after this item
 * @property {boolean} gapped  the page draws only a part of the text: this is what comes before the first gap
 *
 * @typedef {object} BlockRemoved
 * @property {"gone"} k
 * @property {number} id
 *
 * @typedef {object} Batch
 * @property {"batch"} t
 * @property {(BlockOpened | TextDelta | BlockRemoved)[]} items
 * @property {boolean} streaming  the site's own sign that an answer is being written
 * @property {boolean} more  there is more to tell, once Python has taken this: it answers with a pong
 * @property {boolean} ask  it stands for a ping as well
 *
 * @typedef {object} UrlChanged
 * @property {"url"} t
 * @property {string} url
 * @property {boolean} by_person  the person followed a link, or went back or forth
 *
 * @typedef {object} Press
 * @property {"press"} t
 * @property {string} block
 * @property {Action} action
 * @property {string} nonce
 *
 * @typedef {object} Ping
 * @property {"ping"} t
 * @property {boolean} rest  nothing happens: a connection that tells of its end is wanted
 *
 * @typedef {object} CommandFailed
 * @property {"trouble"} t
 * @property {string} text
 *
 * @typedef {object} Aside  the page's script and overlay kept moving each other's nodes: these blocks step aside
 * @property {"aside"} t
 * @property {number[]} units  none: all of them
 *
 * @typedef {object} Layers  something lies over a block: is anything of it painted? Two pictures tell
 * @property {"layers"} t
 * @property {number} number  of this comparison
 *
 * @typedef {object} Recorded  what the page looked like; only while it is recorded
 * @property {"record"} t
 * @property {import("./recording/recording_types.js").Entry[]} entries
 * @property {boolean} more  many of this size only once Python has taken this: it answers with noted
 *
 * @typedef {Hello | Batch | UrlChanged | Press | Ping | CommandFailed | Aside | Layers | Recorded} Message
 * @typedef {"user" | "assistant" | "reasoning" | "unknown"} Role
 * @typedef {"same" | "other" | "unsure" | "left" | ""} Relation  of a block to another one with an equal call: its
 *   message is drawn again, it is another call, either may be, the other one left the page, or nothing can be told
 * @typedef {"plain" | "quoted" | "hidden"} Context  the answer's own words in sight, in a quote of it, or out of sight
 * @typedef {"execute" | "cancel" | "touch" | "insert" | "submit" | "resend"} Action
 *
 * @typedef {object} Countdown
 * @property {number} left  milliseconds
 * @property {number} total  milliseconds
 *
 * @typedef {object} Picture
 * @property {string} type
 * @property {string} data
 * @property {number} width
 * @property {number} height
 * @property {string} alt
 *
 * @typedef {object} Result
 * @property {string} text
 * @property {boolean} error
 * @property {Picture[]} [pictures]
 * @property {boolean} [folded]  its size and first words are shown until the person opens it
 *
 * @typedef {object} BlockView  what a block shows; a field left out keeps its value
 * @property {string} [name]
 * @property {string} [call_id]
 * @property {string} [language]
 * @property {Status} [status]
 * @property {string} [label]  the status in words
 * @property {string} [note]  one line under the name: why it can't run, what it waits for
 * @property {string[]} [buttons]  which of execute, cancel, insert, submit, resend stand there
 * @property {string} [nonce]
 * @property {Countdown | null} [countdown]
 * @property {Result | null} [result]
 * @property {[number, number]} [span]  UTF-16 range of its raw text in the unit
 *
 * @typedef {"streaming" | "incomplete" | "invalid" | "ready" | "waiting" | "running" | "done" | "failed" |
 *   "denied" | "cancelled" | "unknown" | "result"} Status
 *
 * @typedef {object} EnableHiding
 * @property {"arm"} c
 *
 * @typedef {object} Pong
 * @property {"pong"} c
 *
 * @typedef {object} RecordingAck
 * @property {"noted"} c
 *
 * @typedef {object} Unhide
 * @property {"lift"} c
 * @property {number} unit
 *
 * @typedef {object} Hide
 * @property {"cover"} c
 * @property {number} unit
 * @property {[number, number][]} spans  UTF-16 ranges of the unit's text that blocks stand for
 * @property {number} judged  the text up to here has been judged
 *
 * @typedef {object} RenderBlock
 * @property {"draw"} c
 * @property {string} block
 * @property {number} unit
 * @property {number} index  its place among the unit's blocks
 * @property {BlockView} look
 *
 * @typedef {object} AppendArgument
 * @property {"append"} c
 * @property {string} block
 * @property {string} key
 * @property {string} text
 * @property {boolean} done
 *
 * @typedef {object} RemoveBlock
 * @property {"drop"} c
 * @property {string} block
 *
 * @typedef {object} Resync
 * @property {"resync"} c
 * @property {number} unit
 *
 * @typedef {object} SetFullText  the page's own editor says that all of the unit's text is this
 * @property {"fill"} c
 * @property {number} unit
 * @property {string} text
 *
 * @typedef {object} MessageRefused  Python could not take a message: what is held back for its word is shown
 * @property {"refused"} c
 *
 * @typedef {object} Detach
 * @property {"stop"} c
 *
 * @typedef {EnableHiding | Pong | RecordingAck | Unhide | Hide | RenderBlock | AppendArgument | RemoveBlock | Resync | SetFullText | MessageRefused | Detach} Command
 *
 * @typedef {object} Spot  what to outline: the element that says `text`, or `box` on the chat's newest picture
 * @property {string} text
 * @property {[number, number, number, number] | null} box  top, left, bottom, right in thousandths
 * @property {string} label
 *
 * @typedef {object} Outline
 * @property {Spot[]} spots
 * @property {number} seconds
 *
 * @typedef {object} Outlined
 * @property {string[]} problems  one a spot; empty where it is outlined
 *
 * @typedef {object} Profile  the site's selectors; an empty string stands for none
 * @property {string} user
 * @property {string} assistant
 * @property {string} reasoning  what the model thinks aloud, in a message or beside it
 * @property {string} streaming
 * @property {string} fence  what to hide with a code block, when the site draws a frame around it
 * @property {string} header  a bar of the site's that stands right before a code block and belongs to it
 * @property {string} faded  what the site draws around blocks with less than full opacity
 * @property {string} turn  the element around a message that bears its name, if the message does not
 * @property {string} message_id  attribute that names a message
 * @property {string} composer
 * @property {string} send
 * @property {boolean} guessed  the site is not known: what looks like an answer need not be one
 * @property {Record<string, string[]>} pick  fields with several selectors, of which one counts at a time
 * @property {string} conversation  a pattern whose first group is the conversation's key in the address
 *
 * @typedef {object} Config
 * @property {string} binding
 * @property {string} entry  name under which the world keeps the way in for Python
 * @property {string} mark  attribute of our hosts, random each run
 * @property {string[]} openers  lower-case beginnings of calls
 * @property {boolean} inspectable
 * @property {number} patience  ms without a word from Python after which the page shows everything; 0: never
 * @property {string} [face]  the name of the frames that blocks are drawn in, which the page can't know; "": none are
 * @property {boolean} [panel]  there is a window of overlay's own, from which a call can be run too
 * @property {boolean} [record]  the page is recorded
 * @property {boolean} [replay]  time passes as a recording says
 * @property {Profile} profile
 * @property {Site[]} [sites]  whose profile holds where; without it `profile` holds everywhere
 *
 * @typedef {object} Site
 * @property {string} name
 * @property {string[]} origins
 * @property {string[]} hosts  names of hosts; what is below one is meant too
 * @property {string} sign  what only its pages show, on whatever host; "" for a site that is told by its address
 * @property {Profile} profile
 */
export {};
