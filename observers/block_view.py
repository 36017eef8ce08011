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
    """Milliseconds left, and in total, until a call runs automatically."""

    left: float
    total: float


class Picture(_Model):
    """A picture: MIME type, bytes (`data`, base64), size in pixels, and a description (`alt`)."""

    type: str
    data: str
    width: int
    height: int
    alt: str


class MarkdownNode(_Model):
    """An element of a result's Markdown; `text` comes before its children. For a link it is the host."""

    tag: Literal[
        "text", "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "em",
        "strong", "s", "hr", "br", "table", "thead", "tbody", "tr", "th", "td", "a",
    ]  # fmt: skip
    text: str = ""
    children: list[MarkdownNode] = []


class Result(_Model):
    """A call's result in a block, under the line `head`.

    `folded`: only its size and first words are shown, until the user opens it. `large`: it can be opened in
    the panel, which shows it larger, or (a private one) shows it at all.
    """

    text: str
    error: bool
    head: str = ""
    pictures: list[Picture] = []
    folded: bool = False
    large: bool = False
    markdown: list[MarkdownNode] | None = None


class FormField(_Model):
    """One argument in a form; `kept`: the value is too long to edit, and stays as it is."""

    key: str
    kind: Literal["text", "number", "boolean", "choice", "json", "kept"]
    value: str
    required: bool
    choices: list[str]
    hint: str


class EditForm(_Model):
    """The form to change a call's arguments; `problem` says why the values were rejected."""

    fields: list[FormField]
    problem: str = ""


class ChangedArgument(_Model):
    """An argument that the user changed: the new value, or (`gone`) the argument is removed."""

    key: str
    text: str
    gone: bool = False


class BlockView(BaseModel):
    """The content of a block; a field that is not set keeps its value in the page."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: str | None = None
    call_id: str | None = None
    language: str | None = None
    status: Status | None = None
    label: str | None = None
    note: str | None = None
    buttons: list[str] | None = None
    nonce: str | None = None
    countdown: Countdown | None = None
    elapsed: float | None = None
    progress: float | None = None
    result: Result | None = None
    span: tuple[int, int] | None = None
    effects: list[str] | None = None
    danger: bool | None = None
    target: str | None = None
    sent: bool | None = None
    sends: int | None = None
    together: bool | None = None
    quoted: bool | None = None
    beside: bool | None = None
    form: EditForm | None = None
    changes: list[ChangedArgument] | None = None
    values: dict[str, str] | None = None
