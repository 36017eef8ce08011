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
    """One question; hidden and direction-changing characters in its texts are escaped."""

    kind: Literal["question"] = "question"
    id: str
    nonce: str
    tool: str
    server: str
    says: str = ""
    """The tool's description by its author, which the policy does not use."""
    about: list[str]
    """The tool's effects, in words."""
    danger: bool = False
    """The tool can delete or send data."""
    site: str
    reason: str
    warnings: list[str]
    preview: str
    arguments: str
    """JSON."""
    offers: list[Scope]
    command: str
    """The command that the answers for a command allow; see `approvals.Question`."""
    dwell: int
    """In milliseconds; see `cards`."""


class FormField(_Model):
    """One field of a form."""

    kind: FieldKind
    title: str
    description: str
    required: bool
    format: str
    hint: str
    """Describes valid values."""
    options: list[str]
    value: FieldValue
    """The default."""


class FormCard(_Model):
    """A server's question while its tool runs: a form, or a page to open."""

    kind: Literal["form"] = "form"
    id: str
    nonce: str
    server: str
    tool: str
    message: str
    warnings: list[str]
    url: str
    """The page to open, in full."""
    place: str
    """The origin of `url`."""
    fields: list[FormField]
    errors: list[str]
    """One error for each field, "" if it is valid."""
    tries: int
    """How often the user tried to send the form."""
    dwell: int


class ToolRow(_Model):
    """One tool, on or off."""

    name: str
    server: str
    text: str
    """The first line of its author's description."""
    says: str
    """The whole description, if it is longer."""
    about: list[str]
    """The tool's effects, in words."""
    mode: ToolMode
    """How it is treated; `mode`, `why` and `modes` are as in `overlay.policy.tool_modes`."""
    why: str
    modes: list[ToolMode]
    on: bool
    off_in: list[str]
    """The open conversations in which it is off."""


class ChatRow(_Model):
    """One open conversation, with its page's title."""

    id: str
    title: str


class ServerRow(_Model):
    """One server."""

    key: str
    state: str
    """As in `ServerStatus`."""
    reason: str
    target: str
    note: str
    """Further information."""
    on: bool
    trusted: bool | None
    """The user trusts it; None if overlay has no fingerprint of it to trust."""


class GrantRow(_Model):
    """One permanent permission."""

    id: str
    tool: str
    site: str
    text: str
    """For which arguments, and since when."""


class CallRow(_Model):
    """One call."""

    id: str
    chat: str
    """Its conversation."""
    group: Literal["running", "ready", "over"]
    """The list that shows it."""
    name: str
    status: str
    note: str
    text: str
    """The beginning of its arguments."""
    actions: list[CallAction]
    """Its buttons."""
    open: bool
    """Its result is shown once without a press."""
    began: float | None = None
    """When it began to run, in ms since the epoch."""
    progress: float | None = None
    """The share that is done, 0 to 1."""


class CallChanges(_Model):
    """The calls, as far as they changed since the last message."""

    order: list[str]
    """The ids of all calls."""
    changed: list[CallRow]
    """The rows that are new or changed."""


class AttachmentRow(_Model):
    """A prompt or resource."""

    id: str
    kind: Literal["prompt", "resource"]
    title: str
    about: str
    """Its media type and size."""
    text: str
    fields: list[FormField]
    """The user fills them in first."""


class AttachmentGroup(_Model):
    """The prompts and resources of one server."""

    server: str
    line: str
    """That they are being requested, or what failed."""
    rows: list[AttachmentRow]


class AttachmentShown(_Model):
    """The content of a prompt or resource."""

    server: str
    id: str
    token: str = ""
    """Names the content for InsertAttachment; "" if there is no text to insert."""
    line: str = ""
    """Why there is no content (yet)."""
    errors: list[str] = []
    """One error for each value, "" if it is valid."""
    text: str | None = None
    pictures: list[Picture] = []


class SettingsShown(_Model):
    """The settings in use."""

    delay: float
    auto_insert: bool
    auto_submit: bool
    auto_tell: bool
    theme: str
    language: str
    notifications: bool
    fixed: dict[str, str]
    """Those that can't be changed here -> what sets them."""
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
    found: str
    offered: bool
    differences: list[str]


class SoundShown(_Model):
    """A sound that the user can play: its media type, its bytes in base64, and a line about it."""

    type: str
    data: str
    title: str


class ResultShown(_Model):
    """The arguments and the result of a call."""

    id: str
    name: str = ""
    """Of its tool."""
    arguments: str
    """All of them, as JSON."""
    text: str | None = None
    """The full result, None if it has none."""
    error: bool = False
    pictures: list[Picture] = []
    sounds: list[SoundShown] = []
    links: list[str] = []
    """The addresses in the text that can be opened."""
    markdown: list[MarkdownNode] | None = None
    """The elements of the text, if it is Markdown."""


class ReviewPart(_Model):
    """A result that the user may edit before it is sent."""

    id: str
    """Of the call."""
    name: str
    head: str
    """The text that overlay writes before `body`."""
    body: str
    """The text that the user may edit."""
    tail: str
    """The text that overlay writes after `body`."""
    unseen: bool
    """The text has invisible characters, or characters that change its direction."""
    pictures: int = 0
    """How many are sent with it, if the chat accepts them."""


class ReviewShown(_Model):
    """The texts that are sent with the result of a call."""

    id: str
    """Of the call."""
    parts: list[ReviewPart]
    news: str
    """The changes of the tools, sent last."""


class PanelState(BaseModel):
    """The content of the window; a part that is None is unchanged."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    def as_json(self) -> str:
        """Return the parts that are not None as JSON for the window; None within a part becomes null."""
        return json.dumps({name: part for name, part in self.model_dump().items() if part is not None})

    unknown: UnknownShown | None = None
    """Whether overlay does not know the chat."""
    questions: list[QuestionCard | FormCard] | None = None
    knowledge: KnowledgeShown | None = None
    """Whether the chat's model knows the tools."""
    calls: CallChanges | None = None
    chats: list[ChatRow] | None = None
    tools: list[ToolRow] | None = None
    servers: list[ServerRow] | None = None
    allowed: list[GrantRow] | None = None
    result: ResultShown | None = None
    """The result that the user opened."""
    opened: ResultShown | None = None
    review: ReviewShown | None = None
    """The results that the user reviews."""
    reviewed: str | None = None
    """The id of a call whose review has ended."""
    attachments: list[AttachmentGroup] | None = None
    attachment: AttachmentShown | None = None
    """The content of a prompt or resource."""
    settings: SettingsShown | None = None
    halted: bool | None = None
    """Everything was stopped."""
    trouble: str | None = None
    """One line about a problem, such as an error in policy.toml."""
    said: str | None = None
    """One line about the user's last command."""
    word: str | None = None
    """The word by which the user recognises the panel."""
    instructions: str | None = None
    """The model's instructions, in full."""
    raised: bool | None = None
    """The window comes to the front now; true if the user wants to see the question."""
