/**
 * The messages between Python and the panel.
 * Made by tools/make_types.py from overlay/ui/panel/state.py, overlay/ui/panel/messages.py.
 *
 * @typedef {object} QuestionCard  One question; hidden and direction-changing characters in its texts are escaped
 * @property {"question"} kind
 * @property {string} id
 * @property {string} nonce
 * @property {string} tool
 * @property {string} server
 * @property {string} says  The tool's description by its author, which the policy does not use
 * @property {string[]} about  The tool's effects, in words
 * @property {boolean} danger  The tool can delete or send data
 * @property {string} site
 * @property {string} reason
 * @property {string[]} warnings
 * @property {string} preview
 * @property {string} arguments  JSON
 * @property {Scope[]} offers
 * @property {string} command  The command that the answers for a command allow; see `approvals.Question`
 * @property {number} dwell  In milliseconds; see `cards`
 *
 * @typedef {object} FormField  One field of a form
 * @property {FieldKind} kind
 * @property {string} title
 * @property {string} description
 * @property {boolean} required
 * @property {string} format
 * @property {string} hint  Describes valid values
 * @property {string[]} options
 * @property {FieldValue} value  The default
 *
 * @typedef {object} FormCard  A server's question while its tool runs: a form, or a page to open
 * @property {"form"} kind
 * @property {string} id
 * @property {string} nonce
 * @property {string} server
 * @property {string} tool
 * @property {string} message
 * @property {string[]} warnings
 * @property {string} url  The page to open, in full
 * @property {string} place  The origin of `url`
 * @property {FormField[]} fields
 * @property {string[]} errors  One error for each field, "" if it is valid
 * @property {number} tries  How often the user tried to send the form
 * @property {number} dwell
 *
 * @typedef {object} ToolRow  One tool, on or off
 * @property {string} name
 * @property {string} server
 * @property {string} text  The first line of its author's description
 * @property {string} says  The whole description, if it is longer
 * @property {string[]} about  The tool's effects, in words
 * @property {ToolMode} mode  How it is treated; `mode`, `why` and `modes` are as in `overlay.policy.tool_modes`
 * @property {string} why
 * @property {ToolMode[]} modes
 * @property {boolean} on
 * @property {string[]} off_in  The open conversations in which it is off
 *
 * @typedef {object} ChatRow  One open conversation, with its page's title
 * @property {string} id
 * @property {string} title
 *
 * @typedef {object} ServerRow  One server
 * @property {string} key
 * @property {string} state  As in `ServerStatus`
 * @property {string} reason
 * @property {string} target
 * @property {string} note  Further information
 * @property {boolean} on
 * @property {boolean | null} trusted  The user trusts it; None if overlay has no fingerprint of it to trust
 *
 * @typedef {object} GrantRow  One permanent permission
 * @property {string} id
 * @property {string} tool
 * @property {string} site
 * @property {string} text  For which arguments, and since when
 *
 * @typedef {object} CallRow  One call
 * @property {string} id
 * @property {string} chat  Its conversation
 * @property {"running" | "ready" | "over"} group  The list that shows it
 * @property {string} name
 * @property {string} status
 * @property {string} note
 * @property {string} text  The beginning of its arguments
 * @property {CallAction[]} actions  Its buttons
 * @property {boolean} open  Its result is shown once without a press
 * @property {number | null} began  When it began to run, in ms since the epoch
 * @property {number | null} progress  The share that is done, 0 to 1
 *
 * @typedef {object} CallChanges  The calls, as far as they changed since the last message
 * @property {string[]} order  The ids of all calls
 * @property {CallRow[]} changed  The rows that are new or changed
 *
 * @typedef {object} AttachmentRow  A prompt or resource
 * @property {string} id
 * @property {"prompt" | "resource"} kind
 * @property {string} title
 * @property {string} about  Its media type and size
 * @property {string} text
 * @property {FormField[]} fields  The user fills them in first
 *
 * @typedef {object} AttachmentGroup  The prompts and resources of one server
 * @property {string} server
 * @property {string} line  That they are being requested, or what failed
 * @property {AttachmentRow[]} rows
 *
 * @typedef {object} AttachmentShown  The content of a prompt or resource
 * @property {string} server
 * @property {string} id
 * @property {string} token  Names the content for InsertAttachment; "" if there is no text to insert
 * @property {string} line  Why there is no content (yet)
 * @property {string[]} errors  One error for each value, "" if it is valid
 * @property {string | null} text
 * @property {import("../../../../injected_js/protocol.js").Picture[]} pictures
 *
 * @typedef {object} SettingsShown  The settings in use
 * @property {number} delay
 * @property {boolean} auto_insert
 * @property {boolean} auto_submit
 * @property {boolean} auto_tell
 * @property {string} theme
 * @property {string} language
 * @property {boolean} notifications
 * @property {Record<string, string>} fixed  Those that can't be changed here -> what sets them
 * @property {string} file
 *
 * @typedef {object} KnowledgeShown  Whether the chat's model knows the tools; see `overlay.ui.chat_state`
 * @property {number} tools
 * @property {number} tokens
 * @property {boolean} known
 * @property {boolean} site_known
 * @property {string} outdated
 *
 * @typedef {object} UnknownShown  Whether overlay does not know the chat; see `overlay.ui.chat_state`
 * @property {boolean} shown
 * @property {string} said
 * @property {boolean} busy
 * @property {string} found
 * @property {boolean} offered
 * @property {string[]} differences
 *
 * @typedef {object} SoundShown  A sound that the user can play: its media type, its bytes in base64, and a line about
 *   it
 * @property {string} type
 * @property {string} data
 * @property {string} title
 *
 * @typedef {object} ResultShown  The arguments and the result of a call
 * @property {string} id
 * @property {string} name  Of its tool
 * @property {string} arguments  All of them, as JSON
 * @property {string | null} text  The full result, None if it has none
 * @property {boolean} error
 * @property {import("../../../../injected_js/protocol.js").Picture[]} pictures
 * @property {SoundShown[]} sounds
 * @property {string[]} links  The addresses in the text that can be opened
 * @property {import("../../../../injected_js/protocol.js").MarkdownNode[] | null} markdown  The elements of the text,
 *   if it is Markdown
 *
 * @typedef {object} ReviewPart  A result that the user may edit before it is sent
 * @property {string} id  Of the call
 * @property {string} name
 * @property {string} head  The text that overlay writes before `body`
 * @property {string} body  The text that the user may edit
 * @property {string} tail  The text that overlay writes after `body`
 * @property {boolean} unseen  The text has invisible characters, or characters that change its direction
 * @property {number} pictures  How many are sent with it, if the chat accepts them
 *
 * @typedef {object} ReviewShown  The texts that are sent with the result of a call
 * @property {string} id  Of the call
 * @property {ReviewPart[]} parts
 * @property {string} news  The changes of the tools, sent last
 *
 * @typedef {object} PanelState  The content of the window; a part that is None is unchanged
 * @property {UnknownShown} [unknown]  Whether overlay does not know the chat
 * @property {(QuestionCard | FormCard)[]} [questions]
 * @property {KnowledgeShown} [knowledge]  Whether the chat's model knows the tools
 * @property {CallChanges} [calls]
 * @property {ChatRow[]} [chats]
 * @property {ToolRow[]} [tools]
 * @property {ServerRow[]} [servers]
 * @property {GrantRow[]} [allowed]
 * @property {ResultShown} [result]  The result that the user opened
 * @property {ResultShown} [opened]
 * @property {ReviewShown} [review]  The results that the user reviews
 * @property {string} [reviewed]  The id of a call whose review has ended
 * @property {AttachmentGroup[]} [attachments]
 * @property {AttachmentShown} [attachment]  The content of a prompt or resource
 * @property {SettingsShown} [settings]
 * @property {boolean} [halted]  Everything was stopped
 * @property {string} [trouble]  One line about a problem, such as an error in policy.toml
 * @property {string} [said]  One line about the user's last command
 * @property {string} [word]  The word by which the user recognises the panel
 * @property {string} [instructions]  The model's instructions, in full
 * @property {boolean} [raised]  The window comes to the front now; true if the user wants to see the question
 *
 * @typedef {"execute" | "cancel" | "show" | "review" | "insert" | "again"} CallAction
 *
 * @typedef {"accept" | "decline" | "cancel" | "check"} FormAction
 *
 * @typedef {"delay" | "auto_insert" | "auto_submit" | "auto_tell" | "theme" | "language" | "notifications"} SettingName
 *
 * @typedef {string | boolean | number | number[] | null} FieldValue  The value of a form field, None if it is empty. A
 *   text or number as typed, a boolean, the index of one option, or the indexes of several options.
 *
 * @typedef {object} QuestionAnswered  The user's answer to a question
 * @property {"answer"} t
 * @property {string} question
 * @property {string} nonce  Valid once
 * @property {Scope} scope
 * @property {string} [reason]
 *
 * @typedef {object} FormFilled  The user's action on a form
 * @property {"form"} t
 * @property {string} form
 * @property {string} nonce
 * @property {FormAction} action  `check` only validates the values
 * @property {FieldValue[]} [values]  In the order of the fields
 *
 * @typedef {object} SwitchTool  Switch a tool on or off
 * @property {"tool"} t
 * @property {string} name
 * @property {boolean} on
 * @property {string | null} [chat]  The only conversation in which it is switched; None: everywhere
 *
 * @typedef {object} SetToolMode  Choose how a tool is treated
 * @property {"mode"} t
 * @property {string} name
 * @property {ToolMode} mode
 * @property {boolean} [sure]  Needed for a choice that allows more than before
 *
 * @typedef {object} SwitchServer  Switch a server on or off
 * @property {"server"} t
 * @property {string} key
 * @property {boolean} on
 *
 * @typedef {object} TrustServer  The user trusts a server, or (`on` false) no longer does
 * @property {"trust"} t
 * @property {string} key
 * @property {boolean} on
 *
 * @typedef {object} RevokeGrant  Revoke a permanent permission
 * @property {"revoke"} t
 * @property {string} id
 *
 * @typedef {object} CallCommand  Run, cancel or show a call, review or insert its result, or run it again
 * @property {"call"} t
 * @property {string} id
 * @property {CallAction} action
 *
 * @typedef {object} ReviewedText  The result of a call that the user wants to send
 * @property {string} id  Of the call
 * @property {string | null} [text]  None if it was not edited
 *
 * @typedef {object} InsertReviewed  Insert results that the user reviewed with that of a call
 * @property {"reviewed"} t
 * @property {string} id  Of the call
 * @property {ReviewedText[]} parts
 * @property {boolean} submit  Send them too
 *
 * @typedef {object} StopAll  Stop everything (`on` true), or let calls run automatically again (`on` false)
 * @property {"halt"} t
 * @property {boolean} on
 *
 * @typedef {object} ChangeSetting  Change a setting; see `overlay.ui.settings.Settings`
 * @property {"setting"} t
 * @property {SettingName} name
 * @property {boolean | number | string} value
 *
 * @typedef {object} Instructions  Show the instructions for the model in the panel, or insert them into the chat's
 *   message box
 * @property {"instructions"} t
 * @property {"show" | "insert"} action
 *
 * @typedef {object} HelpWithChat  Teach overlay the chat, report its page, look at what overlay found, or say that it
 *   is right
 * @property {"chat"} t
 * @property {"learn" | "report" | "look" | "right"} action
 *
 * @typedef {object} ListAttachments  List the prompts and resources of a server
 * @property {"attachments"} t
 * @property {string} server
 *
 * @typedef {object} ReadAttachment  Ask a server for a prompt or resource, with the `values` of its fields, and show it
 * @property {"attachment"} t
 * @property {string} server
 * @property {string} id
 * @property {FieldValue[]} [values]
 *
 * @typedef {object} InsertAttachment  Insert the text that the panel shows under this `token` into the chat's message
 *   box
 * @property {"attach"} t
 * @property {string} token
 *
 * @typedef {QuestionAnswered | FormFilled | HelpWithChat | SwitchTool | SetToolMode | SwitchServer | TrustServer |
 *   RevokeGrant | CallCommand | InsertReviewed | StopAll | ChangeSetting | Instructions | ListAttachments |
 *   ReadAttachment | InsertAttachment} PanelMessage
 *
 * @typedef {"once" | "chat" | "command_today" | "command_always" | "tool" | "arguments" | "deny"} Scope
 *
 * @typedef {"text" | "number" | "integer" | "boolean" | "choice" | "choices"} FieldKind
 *
 * @typedef {"auto" | "ask" | "never"} ToolMode
 */
export {};
