"""The state that Python sends to the panel's window; `tools/make_types.py` writes its types in JavaScript."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import BaseModel, ConfigDict

from observers.block_view import MarkdownNode, Picture
from overlay.policy import Scope
from overlay.policy.tool_modes import Mode as ToolMode
from overlay.tools.mcp.elicitation_forms import Kind as FieldKind
from overlay.ui.panel.messages import CallAction, FieldValue


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class QuestionCard(_Model):
    """One question; hidden and direction-changing characters in its texts are escaped.

    `says` is the tool's description by its author, which the policy does not use. `about` lists what the tool
    may do; `danger`: it can delete or send data; `arguments` is JSON; `dwell` is in milliseconds, see
    `cards`. `command` is what the answers for a command allow; see `approvals.Question`.
    """

    kind: Literal["question"] = "question"
    id: str
    nonce: str
    tool: str
    server: str
    says: str = ""
    about: list[str]
    danger: bool = False
    site: str
    reason: str
    warnings: list[str]
    preview: str
    arguments: str
    offers: list[Scope]
    command: str
    dwell: int


class FormField(_Model):
    """One field of a form: `hint` describes valid values, `value` is the default (see `FieldValue`)."""

    kind: FieldKind
    title: str
    description: str
    required: bool
    format: str
    hint: str
    options: list[str]
    value: FieldValue


class FormCard(_Model):
    """A server's question while its tool runs: a form, or a page to open (`url`, in full).

    `errors` holds one error for each field ("" if it is valid), `tries` how often the user tried to send the
    form, `place` the origin of `url`.
    """

    kind: Literal["form"] = "form"
    id: str
    nonce: str
    server: str
    tool: str
    message: str
    warnings: list[str]
    url: str
    place: str
    fields: list[FormField]
    errors: list[str]
    tries: int
    dwell: int


class ToolRow(_Model):
    """One tool, on or off; `off_in` are the open conversations in which it is off.

    `text` is the first line of its author's description, `says` the whole text if it is longer. `about` lists
    what the tool may do. `mode`, `why` and `modes` are as in `overlay.policy.tool_modes`.
    """

    name: str
    server: str
    text: str
    says: str
    about: list[str]
    mode: ToolMode
    why: str
    modes: list[ToolMode]
    on: bool
    off_in: list[str]


class ChatRow(_Model):
    """One open conversation, with its page's title."""

    id: str
    title: str


class ServerRow(_Model):
    """One server: `state` as in `ServerStatus`, with the `reason`; `note` is further information.

    `trusted`: the user trusts it; None if overlay has no fingerprint of it to trust.
    """

    key: str
    state: str
    reason: str
    target: str
    note: str
    on: bool
    trusted: bool | None


class GrantRow(_Model):
    """One permanent permission; `text`: for which arguments and since when."""

    id: str
    tool: str
    site: str
    text: str


class CallRow(_Model):
    """One call: `group` is its list, `actions` are its buttons, `text` is the beginning of its arguments.

    `chat` is its conversation. `open`: its result is shown once without a press. `began`: when it began to
    run, in ms since the epoch. `progress`: the share that is done, 0 to 1.
    """

    id: str
    chat: str
    group: Literal["running", "ready", "over"]
    name: str
    status: str
    note: str
    text: str
    actions: list[CallAction]
    open: bool
    began: float | None = None
    progress: float | None = None


class CallChanges(_Model):
    """The calls in their `order` (ids), and the rows that are new or changed since the last message."""

    order: list[str]
    changed: list[CallRow]


class AttachmentRow(_Model):
    """A prompt or resource; the user fills in `fields` first. `about` is its media type and size."""

    id: str
    kind: Literal["prompt", "resource"]
    title: str
    about: str
    text: str
    fields: list[FormField]


class AttachmentGroup(_Model):
    """The prompts and resources of one server; `line` says that they are being requested, or what failed."""

    server: str
    line: str
    rows: list[AttachmentRow]


class AttachmentShown(_Model):
    """The content of a prompt or resource.

    `line` says why there is none (yet); `errors` has one error for each value, "" if it is valid. `token`
    names the content for InsertAttachment; "" if there is no text to insert.
    """

    server: str
    id: str
    token: str = ""
    line: str = ""
    errors: list[str] = []
    text: str | None = None
    pictures: list[Picture] = []


class SettingsShown(_Model):
    """The settings in use; `fixed`: those that can't be changed here -> what sets them."""

    delay: float
    auto_insert: bool
    auto_submit: bool
    auto_tell: bool
    theme: str
    language: str
    notifications: bool
    fixed: dict[str, str]
    file: str


class KnowledgeShown(_Model):
    """Whether the chat's model knows the tools; see `overlay.ui.chat_state`."""

    tools: int
    tokens: int
    known: bool
    site_known: bool
    outdated: str


class UnknownShown(_Model):
    """Whether overlay does not know the chat; see `overlay.ui.chat_state`."""

    shown: bool
    said: str
    busy: bool


class SoundShown(_Model):
    """A sound that the user can play: its media type, its bytes in base64, and a line about it."""

    type: str
    data: str
    title: str


class ResultShown(_Model):
    """All arguments (JSON) of the call `id` of the tool `name`, and its full result, None if it has none.

    `links`: the addresses in the text that can be opened. `markdown`: its elements, if it is Markdown.
    """

    id: str
    name: str = ""
    arguments: str
    text: str | None = None
    error: bool = False
    pictures: list[Picture] = []
    sounds: list[SoundShown] = []
    links: list[str] = []
    markdown: list[MarkdownNode] | None = None


class ReviewPart(_Model):
    """The result of the call `id`: the user may edit `body`; overlay writes `head` and `tail` around it.

    `unseen`: it has invisible characters, or characters that change the direction of the text. `pictures`:
    how many are sent with it, if the chat accepts them.
    """

    id: str
    name: str
    head: str
    body: str
    tail: str
    unseen: bool
    pictures: int = 0


class ReviewShown(_Model):
    """The texts that are sent with the result of the call `id`; the last is `news`: changes of the tools."""

    id: str
    parts: list[ReviewPart]
    news: str


class PanelState(BaseModel):
    """The content of the window; a part that is None is unchanged.

    `halted`: everything was stopped. `trouble`: one line about a problem, such as an error in policy.toml.
    `said`: one line about the user's last command. `word`: the word by which the user recognises the panel.
    `knowledge`: whether the chat's model knows the tools. `unknown`: whether overlay does not know the chat.
    `instructions`: their full text. `result`: the result that the user opened. `review`: the results that the
    user reviews; `reviewed`: the id of a call whose review has ended. `attachment`: the content of a prompt
    or resource. `raised`: the window comes to the front now, true if the user wants to see the question.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    def as_json(self) -> str:
        """Return the parts that are not None as JSON for the window; None within a part becomes null."""
        return json.dumps({name: part for name, part in self.model_dump().items() if part is not None})

    unknown: UnknownShown | None = None
    questions: list[QuestionCard | FormCard] | None = None
    knowledge: KnowledgeShown | None = None
    calls: CallChanges | None = None
    chats: list[ChatRow] | None = None
    tools: list[ToolRow] | None = None
    servers: list[ServerRow] | None = None
    allowed: list[GrantRow] | None = None
    result: ResultShown | None = None
    opened: ResultShown | None = None
    review: ReviewShown | None = None
    reviewed: str | None = None
    attachments: list[AttachmentGroup] | None = None
    attachment: AttachmentShown | None = None
    settings: SettingsShown | None = None
    halted: bool | None = None
    trouble: str | None = None
    said: str | None = None
    word: str | None = None
    instructions: str | None = None
    raised: bool | None = None
