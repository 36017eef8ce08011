/**
 * The messages between Python and the panel.
 * Made by tools/make_types.py from overlay/ui/panel/state.py, overlay/ui/panel/messages.py.
 *
 * @typedef {object} QuestionCard  One question; hidden and direction-changing characters in its texts are escaped.
 *   `says` is the tool's description by its author, which the policy does not use. `about` lists what the tool may do;
 *   `danger`: it can delete or send data; `arguments` is JSON; `dwell` is in milliseconds, see `cards`. `command` is
 *   what the answers for a command allow; see `approvals.Question`.
 * @property {"question"} kind
 * @property {string} id
 * @property {string} nonce
 * @property {string} tool
 * @property {string} server
 * @property {string} says
 * @property {string[]} about
 * @property {boolean} danger
 * @property {string} site
 * @property {string} reason
 * @property {string[]} warnings
 * @property {string} preview
 * @property {string} arguments
 * @property {Scope[]} offers
 * @property {string} command
 * @property {number} dwell
 *
 * @typedef {object} FormField  One field of a form: `hint` describes valid values, `value` is the default (see
 *   `FieldValue`)
 * @property {FieldKind} kind
 * @property {string} title
 * @property {string} description
 * @property {boolean} required
 * @property {string} format
 * @property {string} hint
 * @property {string[]} options
 * @property {FieldValue} value
 *
 * @typedef {object} FormCard  A server's question while its tool runs: a form, or a page to open (`url`, in full).
 *   `errors` holds one error for each field ("" if it is valid), `tries` how often the user tried to send the form,
 *   `place` the origin of `url`.
 * @property {"form"} kind
 * @property {string} id
 * @property {string} nonce
 * @property {string} server
 * @property {string} tool
 * @property {string} message
 * @property {string[]} warnings
 * @property {string} url
 * @property {string} place
 * @property {FormField[]} fields
 * @property {string[]} errors
 * @property {number} tries
 * @property {number} dwell
 *
 * @typedef {object} ToolRow  One tool, on or off; `off_in` are the open conversations in which it is off. `text` is the
 *   first line of its author's description, `says` the whole text if it is longer. `about` lists what the tool may do.
 *   `mode`, `why` and `modes` are as in `overlay.policy.tool_modes`.
 * @property {string} name
 * @property {string} server
 * @property {string} text
 * @property {string} says
 * @property {string[]} about
 * @property {ToolMode} mode
 * @property {string} why
 * @property {ToolMode[]} modes
 * @property {boolean} on
 * @property {string[]} off_in
 *
 * @typedef {object} ChatRow  One open conversation, with its page's title
 * @property {string} id
 * @property {string} title
 *
 * @typedef {object} ServerRow  One server: `state` as in `ServerStatus`, with the `reason`; `note` is further
 *   information. `trusted`: the user trusts it; None if overlay has no fingerprint of it to trust.
 * @property {string} key
 * @property {string} state
 * @property {string} reason
 * @property {string} target
 * @property {string} note
 * @property {boolean} on
 * @property {boolean | null} trusted
 *
 * @typedef {object} GrantRow  One permanent permission; `text`: for which arguments and since when
 * @property {string} id
 * @property {string} tool
 * @property {string} site
 * @property {string} text
 *
 * @typedef {object} CallRow  One call: `group` is its list, `actions` are its buttons, `text` is the beginning of its
 *   arguments. `chat` is its conversation. `open`: its result is shown once without a press. `began`: when it began to
 *   run, in ms since the epoch. `progress`: the share that is done, 0 to 1.
 * @property {string} id
 * @property {string} chat
 * @property {"running" | "ready" | "over"} group
 * @property {string} name
 * @property {string} status
 * @property {string} note
 * @property {string} text
 * @property {CallAction[]} actions
 * @property {boolean} open
 * @property {number | null} began
 * @property {number | null} progress
 *
 * @typedef {object} CallChanges  The calls in their `order` (ids), and the rows that are new or changed since the last
 *   message
 * @property {string[]} order
 * @property {CallRow[]} changed
 *
 * @typedef {object} AttachmentRow  A prompt or resource; the user fills in `fields` first. `about` is its media type
 *   and size.
 * @property {string} id
 * @property {"prompt" | "resource"} kind
 * @property {string} title
 * @property {string} about
 * @property {string} text
 * @property {FormField[]} fields
 *
 * @typedef {object} AttachmentGroup  The prompts and resources of one server; `line` says that they are being
 *   requested, or what failed
 * @property {string} server
 * @property {string} line
 * @property {AttachmentRow[]} rows
 *
 * @typedef {object} AttachmentShown  The content of a prompt or resource. `line` says why there is none (yet); `errors`
 *   has one error for each value, "" if it is valid. `token` names the content for InsertAttachment; "" if there is no
 *   text to insert.
 * @property {string} server
 * @property {string} id
 * @property {string} token
 * @property {string} line
 * @property {string[]} errors
 * @property {string | null} text
 * @property {import("../../../../injected_js/protocol.js").Picture[]} pictures
 *
 * @typedef {object} SettingsShown  The settings in use; `fixed`: those that can't be changed here -> what sets them
 * @property {number} delay
 * @property {boolean} auto_insert
 * @property {boolean} auto_submit
 * @property {boolean} auto_tell
 * @property {string} theme
 * @property {string} language
 * @property {boolean} notifications
 * @property {Record<string, string>} fixed
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
 *
 * @typedef {object} SoundShown  A sound that the user can play: its media type, its bytes in base64, and a line about
 *   it
 * @property {string} type
 * @property {string} data
 * @property {string} title
 *
 * @typedef {object} ResultShown  All arguments (JSON) of the call `id` of the tool `name`, and its full result, None if
 *   it has none. `links`: the addresses in the text that can be opened. `markdown`: its elements, if it is Markdown.
 * @property {string} id
 * @property {string} name
 * @property {string} arguments
 * @property {string | null} text
 * @property {boolean} error
 * @property {import("../../../../injected_js/protocol.js").Picture[]} pictures
 * @property {SoundShown[]} sounds
 * @property {string[]} links
 * @property {import("../../../../injected_js/protocol.js").MarkdownNode[] | null} markdown
 *
 * @typedef {object} ReviewPart  The result of the call `id`: the user may edit `body`; overlay writes `head` and `tail`
 *   around it. `unseen`: it has invisible characters, or characters that change the direction of the text. `pictures`:
 *   how many are sent with it, if the chat accepts them.
 * @property {string} id
 * @property {string} name
 * @property {string} head
 * @property {string} body
 * @property {string} tail
 * @property {boolean} unseen
 * @property {number} pictures
 *
 * @typedef {object} ReviewShown  The texts that are sent with the result of the call `id`; the last is `news`: changes
 *   of the tools
 * @property {string} id
 * @property {ReviewPart[]} parts
 * @property {string} news
 *
 * @typedef {object} PanelState  The content of the window; a part that is None is unchanged. `halted`: everything was
 *   stopped. `trouble`: one line about a problem, such as an error in policy.toml. `said`: one line about the user's
 *   last command. `word`: the word by which the user recognises the panel. `knowledge`: whether the chat's model knows
 *   the tools. `unknown`: whether overlay does not know the chat. `instructions`: their full text. `result`: the result
 *   that the user opened. `review`: the results that the user reviews; `reviewed`: the id of a call whose review has
 *   ended. `attachment`: the content of a prompt or resource. `raised`: the window comes to the front now, true if the
 *   user wants to see the question.
 * @property {UnknownShown} [unknown]
 * @property {(QuestionCard | FormCard)[]} [questions]
 * @property {KnowledgeShown} [knowledge]
 * @property {CallChanges} [calls]
 * @property {ChatRow[]} [chats]
 * @property {ToolRow[]} [tools]
 * @property {ServerRow[]} [servers]
 * @property {GrantRow[]} [allowed]
 * @property {ResultShown} [result]
 * @property {ResultShown} [opened]
 * @property {ReviewShown} [review]
 * @property {string} [reviewed]
 * @property {AttachmentGroup[]} [attachments]
 * @property {AttachmentShown} [attachment]
 * @property {SettingsShown} [settings]
 * @property {boolean} [halted]
 * @property {string} [trouble]
 * @property {string} [said]
 * @property {string} [word]
 * @property {string} [instructions]
 * @property {boolean} [raised]
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
 * @typedef {object} QuestionAnswered  The user's answer to the question `question`; its nonce is valid once
 * @property {"answer"} t
 * @property {string} question
 * @property {string} nonce
 * @property {Scope} scope
 * @property {string} [reason]
 *
 * @typedef {object} FormFilled  The user's action on the form `form`. `values` are in the order of its fields; `check`
 *   only validates them.
 * @property {"form"} t
 * @property {string} form
 * @property {string} nonce
 * @property {FormAction} action
 * @property {FieldValue[]} [values]
 *
 * @typedef {object} SwitchTool  Switch a tool on or off, everywhere or only in the conversation `chat`
 * @property {"tool"} t
 * @property {string} name
 * @property {boolean} on
 * @property {string | null} [chat]
 *
 * @typedef {object} SetToolMode  Choose how a tool is treated; a choice that allows more than before needs `sure`
 * @property {"mode"} t
 * @property {string} name
 * @property {ToolMode} mode
 * @property {boolean} [sure]
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
 * @typedef {object} ReviewedText  The result of the call `id` that the user wants to send; `text` is None if it was not
 *   edited
 * @property {string} id
 * @property {string | null} [text]
 *
 * @typedef {object} InsertReviewed  Insert these results, which the user reviewed with that of the call `id`; `submit`:
 *   send them too
 * @property {"reviewed"} t
 * @property {string} id
 * @property {ReviewedText[]} parts
 * @property {boolean} submit
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
 * @typedef {object} HelpWithChat  Start to teach overlay the chat, or write a report on its page
 * @property {"chat"} t
 * @property {"learn" | "report"} action
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
