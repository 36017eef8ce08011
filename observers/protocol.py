"""What the page may say and what it may be told: the Python twin of `injected_js/protocol.js`.

Nothing that arrives is believed: each message is checked against these models, bounded in size, and can at
most ask.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, StringConstraints, TypeAdapter, ValidationError

from observers import recording_protocol

MAX_PAYLOAD = 4_000_000
"""Characters of one message; the page cuts its own far below."""

Role = Literal["user", "assistant", "reasoning", "unknown"]
Context = Literal["plain", "quoted", "hidden"]
"""The answer's own words in plain sight; in a quote that the answer holds; or where a person can't see it."""
Relation = Literal["same", "other", "unsure", "left", ""]
"""Of a block to another one with an equal call: its message is drawn again, it is another call, it may be
either, the other block left the page, or nothing can be told.
"""
Action = Literal["execute", "cancel", "touch", "insert", "submit", "resend"]
Status = Literal[
    "streaming", "incomplete", "invalid", "ready", "waiting", "running", "done", "failed",
    "denied", "cancelled", "unknown", "result",
]  # fmt: skip
Offset = Annotated[int, Field(ge=0, le=2**31)]
UnitId = Annotated[int, Field(ge=1, le=2**31)]
Short = Annotated[str, StringConstraints(max_length=400)]
Url = Annotated[str, StringConstraints(max_length=8000)]
Raw = InstanceOf[str]  # page text may hold lone surrogates, which a plain `str` field refuses


class BadMessage(ValueError):
    """What came through the binding is not one of our messages."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Hello(_Model):
    """A document began."""

    t: Literal["hello"]
    url: Url
    title: Raw
    top: bool
    site: Short = ""


class BlockOpened(_Model):
    """A block was found. `live` is false for what stood there at the start or came back with a switch;
    `context` is as it was when this was told. `answers` is how many messages of the person's come before it,
    a colon, and a hash of the last one's first words ("" where those are few); all of it "" where none is
    known.
    """

    k: Literal["open"]
    id: UnitId
    kind: Literal["fence", "prose"]
    role: Role
    language: Raw
    turn: Annotated[int, Field(ge=-1, le=10**6)]
    message: Raw
    live: bool
    held: bool
    context: Context = "plain"
    answers: Short = ""


class TextDelta(_Model):
    """From UTF-16 offset `at` the tail of block `id` is `text`; the whole is then `length` units long.

    `gapped`: the page draws only a part of the text, and this is what comes before the first gap.
    """

    k: Literal["text"]
    id: UnitId
    at: Offset
    text: Raw
    length: Offset
    gapped: bool = False


class BlockRemoved(_Model):
    """The block left the page."""

    k: Literal["gone"]
    id: UnitId


Item = Annotated[BlockOpened | TextDelta | BlockRemoved, Field(discriminator="k")]


class Batch(_Model):
    """What changed since the last one. With `more` the page waits with the rest until a Pong says that this
    was read. With `ask` it stands for a Ping as well.
    """

    t: Literal["batch"]
    items: Annotated[list[Item], Field(max_length=20_000)]
    streaming: bool
    more: bool = False
    ask: bool = False


class UrlChanged(_Model):
    """The document's address changed without a new document.

    `by_person`: the person followed a link, or went back or forth.
    """

    t: Literal["url"]
    url: Url
    by_person: bool = False


class Press(_Model):
    """A person's press on a block, as far as the page's side could tell."""

    t: Literal["press"]
    block: Short
    action: Action
    nonce: Short


class Ping(_Model):
    """Something is hidden: is anybody there? With `rest`, nothing happens in the page: it would ask less
    often if the end of the connection were told (`lifeline`).
    """

    t: Literal["ping"]
    rest: bool = False


class CommandFailed(_Model):
    """A command could not be carried out."""

    t: Literal["trouble"]
    text: Raw


class Aside(_Model):
    """The page's script and overlay kept moving each other's nodes: these blocks step aside for a while, so
    the page shows their raw text. None: all of them.
    """

    t: Literal["aside"]
    units: Annotated[list[UnitId], Field(max_length=20_000)]


class Layers(_Model):
    """Something lies over a block: is anything of it painted? Two pictures tell. `number` counts these."""

    t: Literal["layers"]
    number: Annotated[int, Field(ge=1, le=2**31)]


class Recorded(_Model):
    """What the page looked like; only while it is recorded. With `more` the page waits for a Noted before it
    tells much more.
    """

    t: Literal["record"]
    entries: Annotated[list[recording_protocol.Entry], Field(max_length=20_000)]
    more: bool = False


Message = Annotated[
    Hello | Batch | UrlChanged | Press | Ping | CommandFailed | Aside | Layers | Recorded,
    Field(discriminator="t"),
]
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message, config=ConfigDict(defer_build=True))


def parse(payload: str) -> Message:
    """Return the message in `payload`.

    Raises BadMessage when it is too large, no JSON, or none of ours.
    """
    if len(payload) > MAX_PAYLOAD:
        raise BadMessage(f"a message of {len(payload)} characters (at most {MAX_PAYLOAD})")
    try:
        return _MESSAGE.validate_python(json.loads(payload))
    except (ValidationError, ValueError, RecursionError) as error:
        raise BadMessage(str(error)[:300]) from error


class Countdown(_Model):
    """Milliseconds left and in all until a call runs by itself."""

    left: float
    total: float


class Picture(_Model):
    """A picture to be drawn from its bytes (`data`, base64); `alt` says what it is."""

    type: str
    data: str
    width: int
    height: int
    alt: str


class Result(_Model):
    """What a block shows of a call's result; `folded`: its size and first words until the person opens it."""

    text: str
    error: bool
    pictures: list[Picture] = []
    folded: bool = False


class BlockView(BaseModel):
    """What a block shows; a field that is not set keeps its value in the page."""

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
    result: Result | None = None
    span: tuple[int, int] | None = None


class EnableHiding(_Model):
    """The hiding rule stands."""

    c: Literal["arm"] = "arm"


class Pong(_Model):
    """Python is there."""

    c: Literal["pong"] = "pong"


class RecordingAck(_Model):
    """A large piece of a recording was read."""

    c: Literal["noted"] = "noted"


class Unhide(_Model):
    """Block `unit` holds no call: show it."""

    c: Literal["lift"] = "lift"
    unit: int


class Hide(_Model):
    """Block `unit` is hidden as a whole (a fence), or in these UTF-16 ranges (a message's text)."""

    c: Literal["cover"] = "cover"
    unit: int
    spans: list[tuple[int, int]] = Field(default_factory=list[tuple[int, int]])
    judged: int = 0


class RenderBlock(_Model):
    """Draw the block, or change how it looks."""

    c: Literal["draw"] = "draw"
    block: str
    unit: int
    index: int
    look: BlockView


class AppendArgument(_Model):
    """More text of an argument."""

    c: Literal["append"] = "append"
    block: str
    key: str
    text: str
    done: bool


class RemoveBlock(_Model):
    """Take the block away."""

    c: Literal["drop"] = "drop"
    block: str


class Resync(_Model):
    """Send all of `unit` again."""

    c: Literal["resync"] = "resync"
    unit: int


class SetFullText(_Model):
    """The page's own editor says that all of block `unit`'s text is `text`."""

    c: Literal["fill"] = "fill"
    unit: int
    text: Raw


class MessageRefused(_Model):
    """A message could not be taken: what is hidden until we say what it is must be shown."""

    c: Literal["refused"] = "refused"


class Detach(_Model):
    """Leave the page as the site made it, for good."""

    c: Literal["stop"] = "stop"


class Spot(_Model):
    """What to outline: the element that says `text`, or `box` on the chat's newest picture.

    `box` is (top, left, bottom, right) in thousandths of the picture's height and width.
    """

    text: Short
    box: tuple[float, float, float, float] | None
    label: Short


class Outline(_Model):
    """Outline these for so many seconds, in place of what was outlined before."""

    spots: Annotated[list[Spot], Field(max_length=50)]
    seconds: Annotated[float, Field(gt=0, le=600)]


class Outlined(_Model):
    """The answer to Outline: why each spot could not be outlined, "" if it was."""

    problems: list[Short]


Command = (
    EnableHiding
    | Pong
    | RecordingAck
    | Unhide
    | Hide
    | RenderBlock
    | AppendArgument
    | RemoveBlock
    | Resync
    | SetFullText
    | MessageRefused
    | Detach
)


def encode(commands: list[Command]) -> str:
    """Return the JSON text for the page; fields that were not set are left out."""
    plain: list[dict[str, Any]] = [
        command.model_dump(exclude_unset=True) | {"c": command.c} for command in commands
    ]
    return json.dumps(plain)
