/**
 * The messages from the page to Python, and the commands to the page.
 * Made by tools/make_types.py from observers/protocol.py, observers/block_view.py, observers/commands.py.
 *
 * @typedef {"user" | "assistant" | "reasoning" | "unknown"} Role
 *
 * @typedef {"plain" | "quoted" | "beside" | "hidden"} PageVisibility  How the page shows a block: visible as the
 *   answer's own text, in a quote in the answer, in a pane beside the messages, or not visible
 *
 * @typedef {"seen" | "covered" | "away" | "popup" | "undrawn" | "moved"} Sight  Whether the user can see a call that is
 *   to run automatically: "seen" (its block is in view, and what is painted there is what the block painted), "covered"
 *   (or faded, cut off, masked), "away" (out of view), "popup" (a bubble, a menu or a floating window of the browser
 *   may be over it), "undrawn" (overlay's block is not drawn), "moved" (its message is not the assistant's any more)
 *
 * @typedef {"same" | "other" | "unsure" | "left" | ""} Relation  A block's relation to another block with an equal
 *   call: "same" (the page drew its message again), "other" (another call), "unsure" (either), "left" (the other block
 *   is not in the page), "" (not known)
 *
 * @typedef {"execute" | "cancel" | "touch" | "insert" | "submit" | "resend" | "question" | "edit" | "save" | "discard"
 *   | "together" | "unquote" | "again" | "panel"} Action
 *
 * @typedef {object} Hello  A document began
 * @property {"hello"} t
 * @property {string} url
 * @property {string} title
 * @property {boolean} top
 * @property {string} [site]  The row of the table of sites that claimed the document, "" without such a table
 *
 * @typedef {object} BlockOpened  A block was found
 * @property {"open"} k
 * @property {number} id
 * @property {"fence" | "prose"} kind
 * @property {Role} role
 * @property {string} language
 * @property {number} turn
 * @property {string} message
 * @property {boolean} live  False for a block that was in the page when it opened, or that came with another
 *   conversation
 * @property {boolean} held  The page has hidden its text until Python has judged it
 * @property {PageVisibility} [visibility]  How the page shows it at the time of this message
 * @property {string} [replies_to]  The number of user messages before the block, a colon, and a hash of the first words
 *   of the last one ("" if it has few words); "" if no user message is known
 * @property {boolean} [sent]  Its message answers what the user sent from this document just now
 * @property {boolean} [in_growing]  Its message was seen growing when it appeared: some pages draw code when its fence
 *   has ended
 *
 * @typedef {object} TextDelta  A splice of a block's text
 * @property {"text"} k
 * @property {number} id
 * @property {number} at  The UTF-16 offset from which `text` is the new tail
 * @property {string} text
 * @property {number} length  The UTF-16 length of the whole text after this item
 * @property {boolean} [gapped]  The page draws only parts of the text, and this is the text before the first gap
 *
 * @typedef {object} BlockRemoved  The block left the page
 * @property {"gone"} k
 * @property {number} id
 *
 * @typedef {BlockOpened | TextDelta | BlockRemoved} Item
 *
 * @typedef {object} Batch  The changes since the last batch
 * @property {"batch"} t
 * @property {Item[]} items
 * @property {boolean} streaming  The site shows that an answer is being written
 * @property {boolean} [more]  The page sends the rest after a Pong for this batch
 * @property {boolean} [ask]  The batch is also a Ping
 *
 * @typedef {object} UrlChanged  The document's address changed without a new document
 * @property {"url"} t
 * @property {string} url
 * @property {boolean} [by_person]  The user followed a link or navigated back or forward
 *
 * @typedef {object} Press  The user's press of a button in a block, as far as the page script could verify it
 * @property {"press"} t
 * @property {string} block
 * @property {Action} action
 * @property {string} nonce
 * @property {Record<string, string>} [values]  The texts of a form, by the names of its fields; only with `save`
 *
 * @typedef {object} Ping  A question whether Python still answers, sent while text is hidden
 * @property {"ping"} t
 * @property {boolean} [lifeline]  The page asks for one (`observers.lifeline`), to send fewer pings or to wait longer
 *
 * @typedef {object} CommandFailed  A command failed in the page, or another error occurred there; `text` describes it
 * @property {"trouble"} t
 * @property {string} text
 *
 * @typedef {object} UnreadCode  A code block in an answer whose text can't be read
 * @property {"long" | "part" | "drawn" | "folded" | "tree" | "unknown"} why  The code is too long; an editor draws only
 *   a part of it and does not give the rest; it is drawn as a picture or in a frame; as a tree with folded fields; as a
 *   tree; in another way
 * @property {string} [button]  The words of the site's button that shows the text, "" if none was found
 *
 * @typedef {object} CodeSeen  The number of code blocks in the answers, and those that can't be read; sent when that
 *   changes
 * @property {"code"} t
 * @property {number} blocks
 * @property {UnreadCode[]} unread
 *
 * @typedef {object} Aside  The raw text of blocks is shown for a while. Sent when the site's script and overlay kept
 *   moving each other's nodes.
 * @property {"aside"} t
 * @property {number[]} units  Empty: all blocks
 *
 * @typedef {object} Layers  An element covers a block: two screenshots must show whether it paints anything
 * @property {"layers"} t
 * @property {number} number  Identifies the comparison
 *
 * @typedef {object} TreesAsked  Elements that may have a closed shadow tree had the focus; only the browser can say
 *   which have one
 * @property {"trees"} t
 * @property {number} number  Identifies the question
 * @property {number} count
 *
 * @typedef {object} FrameUnstarted  A frame of overlay does not answer: the browser may not have run overlay's script
 *   in it
 * @property {"unstarted"} t
 *
 * @typedef {object} StripPressed  The user's press in the strip near the message box, as far as the page script could
 *   verify it
 * @property {"strip"} t
 * @property {"question" | "tell" | "look" | "dismiss"} action
 *
 * @typedef {object} TurnEnded  The user sent a message and an answer to it grew and came to rest, as the page script
 *   saw it happen. Lengths are in UTF-16 units; nothing of the texts is in it.
 * @property {"turn"} t
 * @property {number} number
 * @property {boolean} user  The profile finds the message as the user's, and not as the assistant's
 * @property {boolean} assistant  The profile finds the answer as the assistant's, and not as the user's
 * @property {boolean} streaming  The profile's sign of a streaming answer was shown meanwhile
 * @property {boolean} box  The profile's message box is the one that the message was sent from
 * @property {boolean} by_key  The user sent the message by a key, not by a press
 * @property {boolean} button  The user sent it by a key, or by a press on the send button that the profile finds
 * @property {number} sent
 * @property {string} hash
 * @property {number} answer
 * @property {number} looks  How often the answer had grown when the page script looked at it
 *
 * @typedef {object} TreeNode  One element of a page, without its text
 * @property {number} up  The position of the element around it, -1 for the first
 * @property {string} tag
 * @property {Record<string, string>} attributes
 * @property {boolean} shown
 * @property {number} text  The number of characters directly in it
 *
 * @typedef {object} SignSeen  An element that was shown while an answer grew, and whose names say that it may be the
 *   sign of it
 * @property {string} tag
 * @property {Record<string, string>} attributes
 *
 * @typedef {object} TurnTree  The elements of a page at the end of a turn, and which of them had a part in it (-1:
 *   none)
 * @property {TreeNode[]} nodes
 * @property {number} mine  The innermost element with the user's message
 * @property {number} answer  The element with most of the answer's text
 * @property {number} box
 * @property {SignSeen | null} [sent_from]  The message box that was sent from, if the page has put another one in its
 *   place
 * @property {number} pressed  The element that was pressed to send the message, if it is still there
 * @property {boolean} pressed_any  The user sent the message by a press
 * @property {SignSeen[][]} signs  The elements that were shown in each look while the answer grew
 * @property {string} address  The page's address before the message was sent
 *
 * @typedef {object} Recorded  Recorded changes of the page, sent only while it is recorded
 * @property {"record"} t
 * @property {import("./recording/recording_types.js").Entry[]} entries
 * @property {boolean} [more]  The page waits for a RecordingAck before it sends much more
 *
 * @typedef {Hello | Batch | UrlChanged | Press | Ping | CommandFailed | CodeSeen | Aside | Layers | TreesAsked |
 *   FrameUnstarted | StripPressed | TurnEnded | Recorded} Message
 *
 * @typedef {"streaming" | "incomplete" | "invalid" | "ready" | "scheduled" | "running" | "done" | "failed" | "denied" |
 *   "cancelled" | "unknown" | "result"} Status
 *
 * @typedef {object} Countdown  The time until a call runs automatically, in milliseconds
 * @property {number} left
 * @property {number} total
 *
 * @typedef {object} Picture  A picture of a result
 * @property {string} type  Its MIME type
 * @property {string} data  Its bytes in base64
 * @property {number} width  In pixels
 * @property {number} height
 * @property {string} alt  Its description
 *
 * @typedef {object} MarkdownNode  An element of a result's Markdown
 * @property {"text" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "ul" | "ol" | "li" | "blockquote" | "pre" |
 *   "code" | "em" | "strong" | "s" | "hr" | "br" | "table" | "thead" | "tbody" | "tr" | "th" | "td" | "a"} tag
 * @property {string} text  The text before the children; for a link its host
 * @property {MarkdownNode[]} children
 *
 * @typedef {object} Result  A call's result in a block
 * @property {string} text
 * @property {boolean} error
 * @property {string} [head]  The line above it; "": "Result"
 * @property {Picture[]} [pictures]
 * @property {boolean} [folded]  Only its size and first words are shown, until the user opens it
 * @property {boolean} [large]  The panel can open it, and shows it larger, or (a private one) shows it at all
 * @property {MarkdownNode[] | null} [markdown]  The same text, formatted
 *
 * @typedef {object} FormField  One argument in a form
 * @property {string} key
 * @property {"text" | "number" | "boolean" | "choice" | "json" | "kept"} kind  `kept`: the value is too long to edit
 *   and is not changed
 * @property {string} value
 * @property {boolean} required
 * @property {string[]} choices
 * @property {string} hint
 *
 * @typedef {object} EditForm  The form to change a call's arguments
 * @property {FormField[]} fields
 * @property {string} [problem]  Why the values were rejected
 *
 * @typedef {object} ChangedArgument  An argument that the user changed
 * @property {string} key
 * @property {string} text  The value with which the call runs
 * @property {boolean} [gone]  The user removed the argument
 *
 * @typedef {object} BlockView  The content of a block; a field that is not set keeps its value in the page
 * @property {string} [name]
 * @property {string} [call_id]
 * @property {string | null} [language]
 * @property {Status} [status]
 * @property {string} [label]  The status in words
 * @property {string} [note]  One line under the name: why the call can't run, what it waits for
 * @property {string[]} [buttons]  Which of execute, cancel, insert, submit, resend, question, … are shown
 * @property {string} [nonce]  A press must contain it
 * @property {Countdown | null} [countdown]
 * @property {number | null} [elapsed]  The milliseconds for which it has been running; None: it does not run
 * @property {number | null} [progress]  The share of its run that is done, 0 to 1
 * @property {Result | null} [result]
 * @property {[number, number] | null} [span]  The UTF-16 range of its raw text in the unit
 * @property {string[] | null} [effects]  The tool's effects, in words
 * @property {boolean | null} [danger]  The tool can delete, overwrite or send data away
 * @property {string | null} [target]  The path, address or command that the call is about
 * @property {boolean | null} [sent]  The result was sent to the model
 * @property {number | null} [sends]  The number of results that Submit sends together
 * @property {boolean | null} [together]  The call may run by one press together with others
 * @property {boolean | null} [quoted]  The page only quotes the call there
 * @property {boolean | null} [beside]  The page shows the call in a pane beside the messages
 * @property {EditForm | null} [form]  The form to change the arguments
 * @property {ChangedArgument[] | null} [changes]  The user's changes
 * @property {Record<string, string> | null} [values]  The JSON of each argument that is not a text
 *
 * @typedef {object} EnableHiding  The hiding rule is in force: text may be hidden
 * @property {"enable_hiding"} c
 *
 * @typedef {object} Pong  Answer a Ping, or acknowledge a Batch
 * @property {"pong"} c
 *
 * @typedef {object} RecordingAck  Acknowledge a large piece of a recording
 * @property {"recording_ack"} c
 *
 * @typedef {object} Unhide  Show the raw text of block `unit`, which contains no call
 * @property {"unhide"} c
 * @property {number} unit
 *
 * @typedef {object} Hide  Hide block `unit` as a whole (a fence), or in ranges (a message's text)
 * @property {"hide"} c
 * @property {number} unit
 * @property {[number, number][]} [spans]  UTF-16 ranges of the unit's text that blocks replace
 * @property {number} [judged]  The UTF-16 offset up to which the text has been scanned for calls
 *
 * @typedef {object} RenderBlock  Draw a block, or update it
 * @property {"render_block"} c
 * @property {string} block
 * @property {number} unit
 * @property {number} index  Its position among the unit's blocks
 * @property {BlockView} view
 *
 * @typedef {object} AppendArgument  Append text to an argument of a block
 * @property {"append_argument"} c
 * @property {string} block
 * @property {string} key
 * @property {string} text
 * @property {boolean} done  The argument is complete
 *
 * @typedef {object} RemoveBlock  Remove a block
 * @property {"remove_block"} c
 * @property {string} block
 *
 * @typedef {object} Resync  Ask the page to send all of `unit`'s text again
 * @property {"resync"} c
 * @property {number} unit
 *
 * @typedef {object} SetFullText  Set the full text of block `unit`, read from the page's code editor
 * @property {"set_full_text"} c
 * @property {number} unit
 * @property {string} text
 *
 * @typedef {object} MessageRefused  Reject a message: the page shows the text that it hid while it waited for Python's
 *   verdict
 * @property {"message_refused"} c
 *
 * @typedef {object} Strip  The content of the strip near the message box, which is removed if there is none
 * @property {number} questions  How many wait for the user in the panel
 * @property {number} tools  How many can be described to the model of this new chat; 0: no offer
 * @property {string} line  The outcome of the last press, "" if there is nothing to say
 * @property {string} unread  That code blocks can't be read, and why; "" if all were read
 * @property {string} [found]  The finding in a chat that no profile fits, "" for none; it has a button that shows it
 *
 * @typedef {object} ShowStrip  Show the strip near the message box, or update it
 * @property {"show_strip"} c
 * @property {Strip} strip
 *
 * @typedef {object} RestartFrames  Contact the frames that did not answer again: overlay's script runs in all of them
 *   now
 * @property {"restart_frames"} c
 *
 * @typedef {object} SiteEntry  A site's profile, as an entry of the page script's table of sites
 * @property {string} name
 * @property {string[]} origins
 * @property {string[]} hosts
 * @property {string} sign
 * @property {Record<string, unknown>} profile
 *
 * @typedef {object} UseSite  Read the document with another profile from now on
 * @property {"use_site"} c
 * @property {SiteEntry} site
 *
 * @typedef {object} Detach  Restore the page to what the site made, and stop
 * @property {"detach"} c
 *
 * @typedef {object} Spot  One outline: of the element that shows `text`, or of the area `box` of the chat's newest
 *   picture
 * @property {string} text
 * @property {[number, number, number, number] | null} box  Top, left, bottom, right, in thousandths of the picture's
 *   height and width
 * @property {string} label
 *
 * @typedef {object} Outline  Outline `spots` for `seconds`; previous outlines are removed
 * @property {Spot[]} spots
 * @property {number} seconds
 *
 * @typedef {object} PartOutline  An outline of all elements that a selector finds: those of the user's side, or those
 *   of the answers
 * @property {string} selector
 * @property {"user" | "assistant"} side
 * @property {string} label
 *
 * @typedef {object} Outlined  The result of Outline
 * @property {string[]} problems  For each spot, the reason why it could not be outlined, "" if it was
 *
 * @typedef {EnableHiding | Pong | RecordingAck | Unhide | Hide | RenderBlock | AppendArgument | RemoveBlock | Resync |
 *   SetFullText | MessageRefused | ShowStrip | RestartFrames | UseSite | Detach} Command
 */
export {};
