"""The messages from the page; `commands.py` has the commands to it.

Messages are untrusted: each is validated against these models, limited in size, and can only request
something. `tools/make_types.py` writes their types in JavaScript.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    InstanceOf,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

if TYPE_CHECKING:
    from observers.recording_protocol import Entry

MAX_PAYLOAD = 4_000_000
"""Maximum characters of one message; the page script's messages are far smaller."""

Role = Literal["user", "assistant", "reasoning", "unknown"]
PageVisibility = Literal["plain", "quoted", "beside", "hidden"]
"""How the page shows a block: visible as the answer's own text, in a quote in the answer, in a pane beside
the messages, or not visible.
"""
Sight = Literal["seen", "covered", "away", "popup", "undrawn", "moved"]
"""Whether the user can see a call that is to run automatically: "seen" (its block is in view, and what is
painted there is what the block painted), "covered" (or faded, cut off, masked), "away" (out of view), "popup"
(a bubble, a menu or a floating window of the browser may be over it), "undrawn" (overlay's block is not
drawn), "moved" (its message is not the assistant's any more).
"""
APART = frozenset[PageVisibility](["quoted", "beside"])
"""How a call is shown that is not the answer's own: its block has only the button that shows the others."""
Relation = Literal["same", "other", "unsure", "left", ""]
"""A block's relation to another block with an equal call: "same" (the page drew its message again), "other"
(another call), "unsure" (either), "left" (the other block is not in the page), "" (not known).
"""
Action = Literal[
    "execute", "cancel", "touch", "insert", "submit", "resend", "question", "edit", "save", "discard",
    "together", "unquote", "again", "panel",
]  # fmt: skip
Offset = Annotated[int, Field(ge=0, le=2**31)]
UnitId = Annotated[int, Field(ge=1, le=2**31)]
Short = Annotated[str, StringConstraints(max_length=400)]
Url = Annotated[str, StringConstraints(max_length=8000)]
Raw = InstanceOf[str]  # page text may hold lone surrogates, which a plain `str` field refuses


class BadMessage(ValueError):
    """The text that came through the binding is not a valid message."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Hello(_Model):
    """A document began."""

    t: Literal["hello"]
    url: Url
    title: Raw
    top: bool
    site: Short = ""
    """The row of the table of sites that claimed the document, "" without such a table."""


class BlockOpened(_Model):
    """A block was found."""

    k: Literal["open"]
    id: UnitId
    kind: Literal["fence", "prose"]
    role: Role
    language: Raw
    turn: Annotated[int, Field(ge=-1, le=10**6)]
    message: Raw
    live: bool
    """False for a block that was in the page when it opened, or that came with another conversation."""
    held: bool
    """The page has hidden its text until Python has judged it."""
    visibility: PageVisibility = "plain"
    """How the page shows it at the time of this message."""
    replies_to: Short = ""
    """The number of user messages before the block, a colon, and a hash of the first words of the last one
    ("" if it has few words); "" if no user message is known.
    """
    sent: bool = False
    """Its message answers what the user sent from this document just now."""
    in_growing: bool = False
    """Its message was seen growing when it appeared: some pages draw code when its fence has ended."""


class TextDelta(_Model):
    """A splice of a block's text."""

    k: Literal["text"]
    id: UnitId
    at: Offset
    """The UTF-16 offset from which `text` is the new tail."""
    text: Raw
    length: Offset
    """The UTF-16 length of the whole text after this item."""
    gapped: bool = False
    """The page draws only parts of the text, and this is the text before the first gap."""


class BlockRemoved(_Model):
    """The block left the page."""

    k: Literal["gone"]
    id: UnitId


Item = Annotated[BlockOpened | TextDelta | BlockRemoved, Field(discriminator="k")]


class Batch(_Model):
    """The changes since the last batch."""

    t: Literal["batch"]
    items: Annotated[list[Item], Field(max_length=20_000)]
    streaming: bool
    """The site shows that an answer is being written."""
    more: bool = False
    """The page sends the rest after a Pong for this batch."""
    ask: bool = False
    """The batch is also a Ping."""


class UrlChanged(_Model):
    """The document's address changed without a new document."""

    t: Literal["url"]
    url: Url
    by_person: bool = False
    """The user followed a link or navigated back or forward."""


class Press(_Model):
    """The user's press of a button in a block, as far as the page script could verify it."""

    t: Literal["press"]
    block: Short
    action: Action
    nonce: Short
    values: Annotated[dict[Short, Raw], Field(max_length=200)] = {}
    """The texts of a form, by the names of its fields; only with `save`."""


class Ping(_Model):
    """A question whether Python still answers, sent while text is hidden."""

    t: Literal["ping"]
    lifeline: bool = False
    """The page asks for one (`observers.lifeline`), to send fewer pings or to wait longer."""


class CommandFailed(_Model):
    """A command failed in the page, or another error occurred there; `text` describes it."""

    t: Literal["trouble"]
    text: Raw


class UnreadCode(_Model):
    """A code block in an answer whose text can't be read."""

    why: Literal["long", "part", "drawn", "folded", "tree", "unknown"]
    """The code is too long; an editor draws only a part of it and does not give the rest; it is drawn as a
    picture or in a frame; as a tree with folded fields; as a tree; in another way.
    """
    button: Short = ""
    """The words of the site's button that shows the text, "" if none was found."""


class CodeSeen(_Model):
    """The number of code blocks in the answers, and those that can't be read; sent when that changes."""

    t: Literal["code"]
    blocks: Annotated[int, Field(ge=0, le=10**6)]
    unread: Annotated[list[UnreadCode], Field(max_length=20)]


class Aside(_Model):
    """The raw text of blocks is shown for a while.

    Sent when the site's script and overlay kept moving each other's nodes.
    """

    t: Literal["aside"]
    units: Annotated[list[UnitId], Field(max_length=20_000)]
    """Empty: all blocks."""


class Layers(_Model):
    """An element covers a block: two screenshots must show whether it paints anything."""

    t: Literal["layers"]
    number: Annotated[int, Field(ge=1, le=2**31)]
    """Identifies the comparison."""


class TreesAsked(_Model):
    """Elements that may have a closed shadow tree had the focus; only the browser can say which have one."""

    t: Literal["trees"]
    number: Annotated[int, Field(ge=1, le=2**31)]
    """Identifies the question."""
    count: Annotated[int, Field(ge=1, le=20)]


class FrameUnstarted(_Model):
    """A frame of overlay does not answer: the browser may not have run overlay's script in it."""

    t: Literal["unstarted"]


class StripPressed(_Model):
    """The user's press in the strip near the message box, as far as the page script could verify it."""

    t: Literal["strip"]
    action: Literal["question", "tell", "look", "dismiss"]


class TurnEnded(_Model):
    """The user sent a message and an answer to it grew and came to rest, as the page script saw it happen.

    Lengths are in UTF-16 units; nothing of the texts is in it.
    """

    t: Literal["turn"]
    number: Annotated[int, Field(ge=1, le=10**6)]
    user: bool
    """The profile finds the message as the user's, and not as the assistant's."""
    assistant: bool
    """The profile finds the answer as the assistant's, and not as the user's."""
    streaming: bool
    """The profile's sign of a streaming answer was shown meanwhile."""
    box: bool
    """The profile's message box is the one that the message was sent from."""
    by_key: bool
    """The user sent the message by a key, not by a press."""
    button: bool
    """The user sent it by a key, or by a press on the send button that the profile finds."""
    sent: Offset
    hash: Short
    answer: Offset
    looks: Annotated[int, Field(ge=0, le=10**6)]
    """How often the answer had grown when the page script looked at it."""


Names = Annotated[dict[Short, Annotated[str, StringConstraints(max_length=600)]], Field(max_length=200)]
Position = Annotated[int, Field(ge=-1, le=10**6)]


class TreeNode(_Model):
    """One element of a page, without its text."""

    up: Position
    """The position of the element around it, -1 for the first."""
    tag: Short
    attributes: Names
    shown: bool
    text: Offset
    """The number of characters directly in it."""


class SignSeen(_Model):
    """An element that was shown while an answer grew, and whose names say that it may be the sign of it."""

    tag: Short
    attributes: Names


class TurnTree(_Model):
    """The elements of a page at the end of a turn, and which of them had a part in it (-1: none)."""

    nodes: Annotated[list[TreeNode], Field(min_length=1, max_length=25_000)]
    mine: Position
    """The innermost element with the user's message."""
    answer: Position
    """The element with most of the answer's text."""
    box: Position
    sent_from: SignSeen | None = None
    """The message box that was sent from, if the page has put another one in its place."""
    pressed: Position
    """The element that was pressed to send the message, if it is still there."""
    pressed_any: bool
    """The user sent the message by a press."""
    signs: Annotated[list[Annotated[list[SignSeen], Field(max_length=40)]], Field(max_length=60)]
    """The elements that were shown in each look while the answer grew."""
    address: Url
    """The page's address before the message was sent."""


def _entries(value: list[Any]) -> list[Any]:
    from observers.recording_protocol import ENTRIES  # few runs record their pages

    return ENTRIES.validate_python(value)


if TYPE_CHECKING:
    Entries = list[Entry]
else:
    Entries = Annotated[list[Any], Field(max_length=20_000), AfterValidator(_entries)]


class Recorded(_Model):
    """Recorded changes of the page, sent only while it is recorded."""

    t: Literal["record"]
    entries: Entries
    more: bool = False
    """The page waits for a RecordingAck before it sends much more."""


Message = Annotated[
    Hello
    | Batch
    | UrlChanged
    | Press
    | Ping
    | CommandFailed
    | CodeSeen
    | Aside
    | Layers
    | TreesAsked
    | FrameUnstarted
    | StripPressed
    | TurnEnded
    | Recorded,
    Field(discriminator="t"),
]
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message, config=ConfigDict(defer_build=True))


def parse(payload: str) -> Message:
    """Return the message in `payload`.

    Raises BadMessage when it is too large, not JSON, or not a valid message.
    """
    if len(payload) > MAX_PAYLOAD:
        raise BadMessage(f"a message of {len(payload)} characters (at most {MAX_PAYLOAD})")
    try:
        return _MESSAGE.validate_python(json.loads(payload))
    except (ValidationError, ValueError, RecursionError) as error:
        raise BadMessage(str(error)[:300]) from error
