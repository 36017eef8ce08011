"""The content of a block: the part of a RenderBlock command that the block's frame draws."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Status = Literal[
    "streaming", "incomplete", "invalid", "ready", "scheduled", "running", "done", "failed",
    "denied", "cancelled", "unknown", "result",
]  # fmt: skip


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Countdown(_Model):
    """The time until a call runs automatically, in milliseconds."""

    left: float
    total: float


class Picture(_Model):
    """A picture of a result."""

    type: str
    """Its MIME type."""
    data: str
    """Its bytes in base64."""
    width: int
    """In pixels."""
    height: int
    alt: str
    """Its description."""


class MarkdownNode(_Model):
    """An element of a result's Markdown."""

    tag: Literal[
        "text", "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "em",
        "strong", "s", "hr", "br", "table", "thead", "tbody", "tr", "th", "td", "a",
    ]  # fmt: skip
    text: str
    """The text before the children; for a link its host."""
    children: list[MarkdownNode]


class Result(_Model):
    """A call's result in a block."""

    text: str
    error: bool
    head: str = ""
    """The line above it; "": "Result"."""
    pictures: list[Picture] = []
    folded: bool = False
    """Only its size and first words are shown, until the user opens it."""
    large: bool = False
    """The panel can open it, and shows it larger, or (a private one) shows it at all."""
    markdown: list[MarkdownNode] | None = None
    """The same text, formatted."""


class FormField(_Model):
    """One argument in a form."""

    key: str
    kind: Literal["text", "number", "boolean", "choice", "json", "kept"]
    """`kept`: the value is too long to edit and is not changed."""
    value: str
    required: bool
    choices: list[str]
    hint: str


class EditForm(_Model):
    """The form to change a call's arguments."""

    fields: list[FormField]
    problem: str = ""
    """Why the values were rejected."""


class ChangedArgument(_Model):
    """An argument that the user changed."""

    key: str
    text: str
    """The value with which the call runs."""
    gone: bool = False
    """The user removed the argument."""


class BlockView(BaseModel):
    """The content of a block; a field that is not set keeps its value in the page."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: str = ""
    call_id: str = ""
    language: str | None = None
    status: Status = "streaming"
    label: str = ""
    """The status in words."""
    note: str = ""
    """One line under the name: why the call can't run, what it waits for."""
    buttons: list[str] = []
    """Which of execute, cancel, insert, submit, resend, question, … are shown."""
    nonce: str = ""
    """A press must contain it."""
    countdown: Countdown | None = None
    elapsed: float | None = None
    """The milliseconds for which it has been running; None: it does not run."""
    progress: float | None = None
    """The share of its run that is done, 0 to 1."""
    result: Result | None = None
    span: tuple[int, int] | None = None
    """The UTF-16 range of its raw text in the unit."""
    effects: list[str] | None = None
    """The tool's effects, in words."""
    danger: bool | None = None
    """The tool can delete, overwrite or send data away."""
    target: str | None = None
    """The path, address or command that the call is about."""
    sent: bool | None = None
    """The result was sent to the model."""
    sends: int | None = None
    """The number of results that Submit sends together."""
    together: bool | None = None
    """The call may run by one press together with others."""
    quoted: bool | None = None
    """The page only quotes the call there."""
    beside: bool | None = None
    """The page shows the call in a pane beside the messages."""
    form: EditForm | None = None
    """The form to change the arguments."""
    changes: list[ChangedArgument] | None = None
    """The user's changes."""
    values: dict[str, str] | None = None
    """The JSON of each argument that is not a text."""
