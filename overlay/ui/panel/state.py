"""What the panel's window shows, as Python sends it; `static/types.js` has the same types."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import BaseModel, ConfigDict

from observers.block_view import MarkdownNode, Picture
from overlay.policy import Scope
from overlay.policy.tool_modes import Mode
from overlay.tools.mcp.elicitation_forms import Kind
from overlay.ui.panel.messages import CallAction, Said


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class QuestionCard(_Model):
    """One question; hidden and direction-changing characters in its texts are escaped.

    `says` is the tool's own description, in its author's words: nothing in it counts for the policy.
    `about` says what the tool may do, `danger` that it can delete or send data; `arguments` is JSON, `dwell`
    the milliseconds in which the buttons do nothing. `command` is what the answers for a command allow; see
    `approvals.Question`.
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
    """One field of a form: `hint` says what it accepts, `value` is its first value (see `Said`)."""

    kind: Kind
    title: str
    description: str
    required: bool
    format: str
    hint: str
    options: list[str]
    value: Said


class FormCard(_Model):
    """What a server asks while its tool runs: a form, or a page to open (`url`, in full).

    `faults` holds one error for each field ("" if it is valid), `tries` how often the user tried to send the
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
    faults: list[str]
    tries: int
    dwell: int


class ToolRow(_Model):
    """One tool, on or off; `off_in` are the open conversations in which it is off.

    `text` is the first line of its author's description, `says` all of it, "" if that is no more. `about`
    says what the tool may do. `mode`, `why` and `modes` are as in `overlay.policy.tool_modes`.
    """

    name: str
    server: str
    text: str
    says: str
    about: list[str]
    mode: Mode
    why: str
    modes: list[Mode]
    on: bool
    off_in: list[str]


class ChatRow(_Model):
    """One open conversation, with its page's title."""

    id: str
    title: str


class ServerRow(_Model):
    """One server: `state` as in `ServerStatus`, `reason` why, `note` further information.

    `vouched` says whether the user trusts it; None if there is nothing recorded that could be trusted.
    """

    key: str
    state: str
    reason: str
    target: str
    note: str
    on: bool
    vouched: bool | None


class GrantRow(_Model):
    """One permanent permission; `text` says for which arguments and since when."""

    id: str
    tool: str
    site: str
    text: str


class CallRow(_Model):
    """One call: `group` says in which list, `actions` are its buttons, `text` its arguments, cut off.

    `chat` is its conversation. `open`: its result is shown once without a press. `began`: when it began to
    run, in ms since the epoch; `progress`: the share that is done, 0 to 1.
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
    """A prompt or resource; `fields` are filled in before it is read. `about` is its media type and size."""

    id: str
    kind: Literal["prompt", "resource"]
    title: str
    about: str
    text: str
    fields: list[FormField]


class AttachmentGroup(_Model):
    """The prompts and resources of one server; `line` says that they are asked for, or what is missing."""

    server: str
    line: str
    rows: list[AttachmentRow]


class AttachmentShown(_Model):
    """What a server gave for a prompt or resource.

    `line` says why there is nothing (yet), `faults` what is wrong with each value. `token` names what is
    shown, for InsertAttachment; "" if there is no text to insert.
    """

    server: str
    id: str
    token: str = ""
    line: str = ""
    faults: list[str] = []
    text: str | None = None
    pictures: list[Picture] = []


class SettingsShown(_Model):
    """The settings in use; `fixed` names those that something else sets -> what; `file` keeps the others."""

    delay: float
    auto_insert: bool
    auto_submit: bool
    auto_tell: bool
    theme: str
    language: str
    notifications: bool
    fixed: dict[str, str]
    file: str


class TellingShown(_Model):
    """What the chat's model knows of the tools; see `overlay.ui.telling`."""

    tools: int
    tokens: int
    told: bool
    before: bool
    again: str


class UnknownShown(_Model):
    """Whether overlay does not know the chat; see `overlay.ui.telling`."""

    shown: bool
    said: str
    busy: bool


class SoundShown(_Model):
    """A sound that the user can play: its media type, its bytes in base64, and a line about it."""

    type: str
    data: str
    title: str


class ResultShown(_Model):
    """All arguments of the call `id` (JSON), and its whole result; `text` is None without one.

    `links`: the addresses in the text that can be opened. `markdown`: its elements, if it is Markdown.
    """

    id: str
    arguments: str
    text: str | None = None
    error: bool = False
    pictures: list[Picture] = []
    sounds: list[SoundShown] = []
    links: list[str] = []
    markdown: list[MarkdownNode] | None = None


class ReviewPart(_Model):
    """The result of the call `id`: the user may edit `body`; overlay writes `head` and `tail` around it.

    `unseen`: it has characters that can't be seen, or that change the direction of the text. `pictures`: how
    many go with it, if the chat takes them.
    """

    id: str
    name: str
    head: str
    body: str
    tail: str
    unseen: bool
    pictures: int = 0


class ReviewShown(_Model):
    """The texts that go to the model with the result of the call `id`; `news` of the tools is the last."""

    id: str
    parts: list[ReviewPart]
    news: str


class PanelState(BaseModel):
    """What the window shows; a part that is None stays unchanged.

    `halted`: everything was stopped. `trouble`: one line about a problem, such as an error in policy.toml.
    `said`: one line about the user's last command. `word`: the word by which the user recognises the panel.
    `telling`: what the chat's model knows. `unknown`: whether overlay knows the chat. `instructions`: what
    the model is told, in full. `result`: the result that the user opened. `review`: the results that the user
    wants to look at before they go; `reviewed`: the id of the call whose review is over. `attachment`: what a
    server gave for a prompt or resource. `raised`: the window comes to the front now, true if the user wants
    to see the question.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    def as_json(self) -> str:
        """Return the given parts as JSON for the window; None within a part becomes null."""
        return json.dumps({name: part for name, part in self.model_dump().items() if part is not None})

    unknown: UnknownShown | None = None
    questions: list[QuestionCard | FormCard] | None = None
    telling: TellingShown | None = None
    calls: CallChanges | None = None
    chats: list[ChatRow] | None = None
    tools: list[ToolRow] | None = None
    servers: list[ServerRow] | None = None
    allowed: list[GrantRow] | None = None
    result: ResultShown | None = None
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
