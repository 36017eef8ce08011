/**
 * The messages and commands between the page and Python. `protocol.py`, `commands.py` and `block_view.py` of
 * observers/ have the same types as pydantic models; a test compares them, so a field must be added on both sides.
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
 * @property {Visibility} visibility  at the time of this message
 * @property {string} answers  the number of user messages before the block, a colon, and a hash of the first words of
 *   the last one ("" if it has few words); "" if no user message is known
 * @property {boolean} sent  its message answers what the user sent from this document just now
 *
 * @typedef {object} TextDelta
 * @property {"text"} k
 * @property {number} id
 * @property {number} at  UTF-16 offset from which `text` is the new tail
 * @property {string} text
 * @property {number} length  UTF-16 length of the whole text after this item
 * @property {boolean} gapped  the page draws only parts of the text: this is the text before the first gap
 *
 * @typedef {object} BlockRemoved
 * @property {"gone"} k
 * @property {number} id
 *
 * @typedef {object} Batch
 * @property {"batch"} t
 * @property {(BlockOpened | TextDelta | BlockRemoved)[]} items
 * @property {boolean} streaming  the site shows that an answer is being written
 * @property {boolean} more  the rest is sent after Python has answered this batch with a pong
 * @property {boolean} ask  the batch is also a ping
 *
 * @typedef {object} UrlChanged
 * @property {"url"} t
 * @property {string} url
 * @property {boolean} by_person  the user followed a link or navigated back or forward
 *
 * @typedef {object} Press
 * @property {"press"} t
 * @property {string} block
 * @property {Action} action
 * @property {string} nonce
 * @property {Record<string, string>} [values]  the texts of a form, by the names of its fields; only with save
 *
 * @typedef {object} Ping
 * @property {"ping"} t
 * @property {boolean} lifeline  the page wants one (platform/lifeline.js)
 *
 * @typedef {object} CommandFailed
 * @property {"trouble"} t
 * @property {string} text
 *
 * @typedef {object} Aside  the page's script and overlay kept moving each other's nodes: these blocks show raw text
 * @property {"aside"} t
 * @property {number[]} units  empty: all blocks
 *
 * @typedef {object} Layers  an element covers a block: asks for two screenshots that show whether it paints anything
 * @property {"layers"} t
 * @property {number} number  identifies the comparison
 *
 * @typedef {object} FrameUnstarted  a frame of overlay does not answer: the browser may not have run overlay's script in it
 * @property {"unstarted"} t
 *
 * @typedef {object} StripPressed  the user's press in the strip near the message box
 * @property {"strip"} t
 * @property {"question" | "tell" | "dismiss"} action
 *
 * @typedef {object} Recorded  recorded changes of the page; only while it is recorded
 * @property {"record"} t
 * @property {import("./recording/recording_types.js").Entry[]} entries
 * @property {boolean} more  the page waits for Python's RecordingAck before it sends much more
 *
 * @typedef {object} UnreadCode  a code block in an answer whose text can't be read
 * @property {"long" | "part" | "drawn" | "folded" | "tree" | "unknown"} why  too long; an editor draws only a part and does not give the
 *   rest; drawn as a picture or in a frame; as a tree with folded fields; as a tree; in another way
 * @property {string} button  the words of the site's button that shows the text, "" if none was found
 *
 * @typedef {object} CodeSeen  the code blocks of the answers; sent when the numbers change
 * @property {"code"} t
 * @property {number} blocks
 * @property {UnreadCode[]} unread
 *
 * @typedef {Hello | Batch | UrlChanged | Press | Ping | CommandFailed | CodeSeen | Aside | Layers | FrameUnstarted | StripPressed | Recorded} Message
 * @typedef {"user" | "assistant" | "reasoning" | "unknown"} Role
 * @typedef {"same" | "other" | "unsure" | "left" | ""} Relation  of a block to another block with an equal call: its
 *   message was drawn again, it is another call, either is possible, the other block left the page, or not known
 * @typedef {"plain" | "quoted" | "beside" | "hidden"} Visibility  visible as the answer's own text, in a quote, in a pane beside
 *   the messages, or not visible
 * @typedef {"execute" | "cancel" | "touch" | "insert" | "submit" | "resend" | "question" | "edit" | "save" | "discard" | "together" | "unquote" | "again" | "panel"} Action
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
 * @typedef {object} MarkdownNode  an element; its text comes before its children, and is the host for a link
 * @property {"text" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "ul" | "ol" | "li" | "blockquote" | "pre" | "code" |
 *   "em" | "strong" | "s" | "hr" | "br" | "table" | "thead" | "tbody" | "tr" | "th" | "td" | "a"} tag
 * @property {string} text
 * @property {MarkdownNode[]} children
 *
 * @typedef {object} Result
 * @property {string} text
 * @property {boolean} error
 * @property {string} [head]  its title; "": "Result"
 * @property {Picture[]} [pictures]
 * @property {MarkdownNode[] | null} [markdown]  the same text, formatted
 * @property {boolean} [folded]  its size and first words are shown until the user opens it
 * @property {boolean} [large]  it can be opened in the panel
 *
 * @typedef {object} FormField  one argument; kept: the value is too long to edit, and stays as it is
 * @property {string} key
 * @property {"text" | "number" | "boolean" | "choice" | "json" | "kept"} kind
 * @property {string} value
 * @property {boolean} required
 * @property {string[]} choices
 * @property {string} hint
 *
 * @typedef {object} EditForm
 * @property {FormField[]} fields
 * @property {string} [problem]  why the values were rejected
 *
 * @typedef {object} ChangedArgument
 * @property {string} key
 * @property {string} text  the value with which the call runs
 * @property {boolean} [gone]  the user removed the argument
 *
 * @typedef {object} BlockView  what a block shows; a field left out keeps its value
 * @property {string} [name]
 * @property {string} [call_id]
 * @property {string} [language]
 * @property {Status} [status]
 * @property {string} [label]  the status in words
 * @property {string} [note]  one line under the name: why it can't run, what it waits for
 * @property {string[]} [buttons]  which of execute, cancel, insert, submit, resend, question are shown
 * @property {string} [nonce]
 * @property {Countdown | null} [countdown]
 * @property {number | null} [elapsed]  ms for which it has been running; null: it does not run
 * @property {number | null} [progress]  the share of its run that is done, 0 to 1
 * @property {Result | null} [result]
 * @property {[number, number]} [span]  UTF-16 range of its raw text in the unit
 * @property {string[]} [effects]  what the tool may do, in words
 * @property {boolean} [danger]  it can delete, overwrite or send data away
 * @property {string} [target]  the path, address or command that the call is about
 * @property {boolean} [sent]  the result was sent to the model
 * @property {boolean} [together]  it may run by one press together with others
 * @property {boolean | null} [quoted]  the page only quotes the call there
 * @property {boolean | null} [beside]  the page shows the call in a pane beside the messages
 * @property {number} [sends]  the number of results that Submit sends together
 * @property {EditForm | null} [form]  the form to change the arguments
 * @property {ChangedArgument[] | null} [changes]  what the user changed
 * @property {Record<string, string> | null} [values]  the JSON of each argument that is not a text
 *
 * @typedef {"streaming" | "incomplete" | "invalid" | "ready" | "scheduled" | "running" | "done" | "failed" |
 *   "denied" | "cancelled" | "unknown" | "result"} Status
 *
 * @typedef {object} EnableHiding
 * @property {"enable_hiding"} c
 *
 * @typedef {object} Pong
 * @property {"pong"} c
 *
 * @typedef {object} RecordingAck
 * @property {"recording_ack"} c
 *
 * @typedef {object} Unhide
 * @property {"unhide"} c
 * @property {number} unit
 *
 * @typedef {object} Hide
 * @property {"hide"} c
 * @property {number} unit
 * @property {[number, number][]} spans  UTF-16 ranges of the unit's text that blocks replace
 * @property {number} judged  UTF-16 offset up to which Python has scanned the text for calls
 *
 * @typedef {object} RenderBlock
 * @property {"render_block"} c
 * @property {string} block
 * @property {number} unit
 * @property {number} index  its place among the unit's blocks
 * @property {BlockView} view
 *
 * @typedef {object} AppendArgument
 * @property {"append_argument"} c
 * @property {string} block
 * @property {string} key
 * @property {string} text
 * @property {boolean} done
 *
 * @typedef {object} RemoveBlock
 * @property {"remove_block"} c
 * @property {string} block
 *
 * @typedef {object} Resync
 * @property {"resync"} c
 * @property {number} unit
 *
 * @typedef {object} SetFullText  the full text of the unit, read from the page's code editor
 * @property {"set_full_text"} c
 * @property {number} unit
 * @property {string} text
 *
 * @typedef {object} MessageRefused  Python rejected a message: text that is hidden while it waits for a verdict is shown
 * @property {"message_refused"} c
 *
 * @typedef {object} Strip  what the strip near the message box says
 * @property {number} questions  how many wait for the user in the panel
 * @property {number} tools  how many can be described to the model of this new chat; 0: no offer
 * @property {string} line  the outcome of the last press, "" if there is nothing to say
 * @property {string} unread  that code blocks can't be read, and why; "" if all were read
 *
 * @typedef {object} ShowStrip  removes the strip if there are no questions, no tools and no unread code
 * @property {"show_strip"} c
 * @property {Strip} strip
 *
 * @typedef {object} RestartFrames  overlay's script runs in all frames now: those that did not answer are contacted again
 * @property {"restart_frames"} c
 *
 * @typedef {object} Detach
 * @property {"detach"} c
 *
 * @typedef {EnableHiding | Pong | RecordingAck | Unhide | Hide | RenderBlock | AppendArgument | RemoveBlock | Resync | SetFullText | MessageRefused | ShowStrip | RestartFrames | Detach} Command
 *
 * @typedef {object} Spot  what to outline: the element that shows `text`, or the area `box` of the chat's newest picture
 * @property {string} text
 * @property {[number, number, number, number] | null} box  top, left, bottom, right in thousandths
 * @property {string} label
 *
 * @typedef {object} Outline
 * @property {Spot[]} spots
 * @property {number} seconds
 *
 * @typedef {object} Outlined
 * @property {string[]} problems  one per spot; "" if it is outlined
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
