/**
 * The messages between Python and the panel, as in `overlay/ui/panel/messages.py` and `state.py`.
 *
 * @typedef {{ binding: string, entry: string, words: Record<string, string> }} Config  words: translations by English text
 * @typedef {"once" | "chat" | "command_today" | "command_always" | "tool" | "arguments" | "deny"} Scope
 *
 * @typedef {object} QuestionCard
 * @property {"question"} kind
 * @property {string} id
 * @property {string} nonce
 * @property {string} tool
 * @property {string} server
 * @property {string} says  the tool's own description
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
 * @typedef {string | boolean | number | number[] | null} FieldValue  the value of a field; see messages.py
 * @typedef {"text" | "number" | "integer" | "boolean" | "choice" | "choices"} FieldKind
 * @typedef {object} FormField
 * @property {FieldKind} kind
 * @property {string} title
 * @property {string} description
 * @property {boolean} required
 * @property {string} format
 * @property {string} hint
 * @property {string[]} options
 * @property {FieldValue} value
 *
 * @typedef {object} FormCard
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
 * @typedef {"accept" | "decline" | "cancel" | "check"} FormAction
 *
 * @typedef {"auto" | "ask" | "never"} ToolMode
 * @typedef {object} ToolRow
 * @property {string} name
 * @property {string} server
 * @property {string} text
 * @property {string} says  the author's whole description, if it is more than `text`
 * @property {string[]} about  what it may do
 * @property {ToolMode} mode
 * @property {string} why
 * @property {ToolMode[]} modes  those that can be chosen
 * @property {boolean} on
 * @property {string[]} off_in
 * @typedef {{ id: string, title: string }} ChatRow
 * @typedef {{ key: string, state: string, reason: string, target: string, note: string, on: boolean, trusted: boolean | null }} ServerRow
 * @typedef {{ id: string, tool: string, site: string, text: string }} GrantRow
 * @typedef {"running" | "ready" | "over"} Group
 * @typedef {"execute" | "cancel" | "show" | "review" | "insert" | "again"} CallAction
 * @typedef {{ id: string, chat: string, group: Group, name: string, status: string, note: string, text: string, actions: CallAction[], open: boolean, began: number | null, progress: number | null }} CallRow
 * @typedef {{ order: string[], changed: CallRow[] }} CallChanges
 * @typedef {{ id: string, name: string, arguments: string, text: string | null, error: boolean, pictures: Picture[], sounds: SoundShown[], links: string[], markdown: import("../../../../injected_js/protocol.js").MarkdownNode[] | null }} ResultShown
 * @typedef {{ type: string, data: string, title: string }} SoundShown
 * @typedef {{ id: string, name: string, head: string, body: string, tail: string, unseen: boolean, pictures: number }} ReviewPart
 * @typedef {{ id: string, parts: ReviewPart[], news: string }} ReviewShown
 * @typedef {{ id: string, text: string | null }} ReviewedText  text: null if it was not edited
 * @typedef {{ type: string, data: string, width: number, height: number, alt: string }} Picture
 *
 * @typedef {{ id: string, kind: "prompt" | "resource", title: string, about: string, text: string, fields: FormField[] }} AttachmentRow
 * @typedef {{ server: string, line: string, rows: AttachmentRow[] }} AttachmentGroup
 * @typedef {{ server: string, id: string, token: string, line: string, errors: string[], text: string | null, pictures: Picture[] }} AttachmentShown
 *
 * @typedef {"delay" | "auto_insert" | "auto_submit" | "auto_tell" | "theme" | "language" | "notifications"} SettingName
 * @typedef {{ delay: number, auto_insert: boolean, auto_submit: boolean, auto_tell: boolean, theme: string, language: string, notifications: boolean, fixed: Record<string, string>, file: string }} SettingsShown
 *
 * @typedef {{ tools: number, tokens: number, known: boolean, site_known: boolean, outdated: string }} Knowledge
 *
 * @typedef {{ shown: boolean, said: string, busy: boolean }} UnknownChat
 *
 * @typedef {object} PanelState
 * @property {UnknownChat} [unknown]
 * @property {(QuestionCard | FormCard)[]} [questions]
 * @property {Knowledge} [knowledge]
 * @property {CallChanges} [calls]
 * @property {ChatRow[]} [chats]
 * @property {ToolRow[]} [tools]
 * @property {ServerRow[]} [servers]
 * @property {GrantRow[]} [allowed]
 * @property {ResultShown} [result]
 * @property {ResultShown} [opened]
 * @property {ReviewShown} [review]
 * @property {string} [reviewed]  the call whose review has ended
 * @property {AttachmentGroup[]} [attachments]
 * @property {AttachmentShown} [attachment]
 * @property {SettingsShown} [settings]
 * @property {boolean} [halted]
 * @property {string} [trouble]
 * @property {string} [said]
 * @property {string} [word]
 * @property {string} [instructions]
 * @property {boolean} [raised]  the window comes to the front now; true: to show the question
 *
 * @typedef {{ t: "answer", question: string, nonce: string, scope: Scope, reason: string }
 *   | { t: "form", form: string, nonce: string, action: FormAction, values: FieldValue[] }
 *   | { t: "chat", action: "learn" | "report" }
 *   | { t: "tool", name: string, on: boolean, chat?: string }
 *   | { t: "mode", name: string, mode: ToolMode, sure: boolean }
 *   | { t: "server", key: string, on: boolean }
 *   | { t: "trust", key: string, on: boolean }
 *   | { t: "revoke", id: string }
 *   | { t: "call", id: string, action: CallAction }
 *   | { t: "reviewed", id: string, parts: ReviewedText[], submit: boolean }
 *   | { t: "halt", on: boolean }
 *   | { t: "setting", name: SettingName, value: boolean | number | string }
 *   | { t: "attachments", server: string }
 *   | { t: "attachment", server: string, id: string, values: FieldValue[] }
 *   | { t: "attach", token: string }
 *   | { t: "instructions", action: "show" | "insert" }} PanelMessage
 * @typedef {(order: PanelMessage) => void} Say
 */
export {};
