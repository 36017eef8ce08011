"""A tool call with everything that is known of it, and the blocks that show it in pages."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from observers.protocol import Picture
from overlay.detection.model import ToolCall

Status = Literal[
    "streaming", "incomplete", "invalid", "ready", "waiting", "running", "done", "failed",
    "denied", "cancelled", "unknown", "result",
]  # fmt: skip

_READ: frozenset[Status] = frozenset(("streaming", "incomplete", "invalid", "ready", "waiting"))
_ENDS: frozenset[Status] = frozenset(("done", "failed", "denied", "cancelled", "unknown"))
_RUNS: frozenset[Status] = frozenset(("running",))
_NONE: frozenset[Status] = frozenset()

MOVES: dict[Status, frozenset[Status]] = {
    "streaming": _READ | _RUNS | _ENDS,
    "incomplete": _READ | _RUNS | _ENDS,
    "invalid": _READ,
    "ready": _READ | _RUNS | _ENDS,
    "waiting": _READ | _RUNS | _ENDS,
    "running": _ENDS,
    "done": _NONE,
    "failed": _NONE,
    "denied": _NONE,
    "cancelled": _NONE,
    "unknown": _NONE,
    "result": _NONE,
}
"""From each status, those that may follow. A call that ran can't go back to one from which it could run."""

ENDED: frozenset[Status] = frozenset(status for status, following in MOVES.items() if not following)
_PRESSABLE: frozenset[Status] = frozenset(("ready", "waiting"))
UNREAD = ToolCall.model_construct(name="", format="", span=(0, 0), raw="", complete=False)
"""What is read of a call whose text has not ended."""


class IllegalMove(RuntimeError):
    """A call was to get a status that can't follow its own: a fault of overlay, never of the page."""


@dataclass(slots=True)
class Outcome:
    """What a run gave: `text` for the user and the model, and the error's code if it failed.

    `encoded` caches the text for the model; `kept` is the file with the whole of a text that was too long
    for the chat; `pictures` are shown to the user only; `folded`: the tool reads private data, so a block
    shows size and first words until the user opens it.
    """

    text: str
    error_code: str | None = None
    private: bool = False
    encoded: str | None = None
    kept: Path | None = None
    pictures: list[Picture] = field(default_factory=list[Picture])
    folded: bool = False

    @property
    def error(self) -> bool:
        """Whether it tells of a failure."""
        return self.error_code is not None


@dataclass(eq=False)
class Call:
    """One call and its whole state; every block that shows it reads this.

    `parsed` is what was decided on, `arguments` those it runs with (checked and converted), `definition` the
    fingerprint of the tool that was decided on, `identity` the id by which the model knows the call.
    `registered`: its text has ended and the store knows it. `note`: what happened to it last, in words.
    `auto_return`: its outcome goes back to the model without a press, where that is switched on.
    `awaiting_approval`: the user is being asked about it outside of the page. `inserted`: its outcome is in
    the message box, or was sent. `countdown`: seconds until it runs, while `waiting`.

    `live`: it was decided on while it was being written, and nobody has touched it since; `seen_growing`: its
    text was seen to grow, so it can't be an older call that the page shows again; `unsure`: it came all at
    once, so that could not be told. `origin` is that of the page in which it was found or pressed last;
    `has_stable_id`: its conversation has an address. `from_ledger`: an earlier run wrote it down, and no
    block has shown it in this run; `uncertain_chat`: it was in a chat without an address, which may be this
    one. `answers`: what its answer replies to, as observers.protocol.Open has it; `places`: ids of the
    documents that have shown it, the first one first. `doubles` are other calls that may be this same one;
    a `copy` was found beside them.
    """

    conversation: str = ""
    turn: str = ""
    parsed: ToolCall = UNREAD
    identity: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    status: Status = "streaming"
    note: str = ""
    outcome: Outcome | None = None
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    definition: str = ""
    registered: bool = False
    started: bool = False
    auto_return: bool = False
    awaiting_approval: bool = False
    inserted: bool = False
    countdown: float | None = None
    live: bool = False
    seen_growing: bool = False
    unsure: bool = False
    from_ledger: bool = False
    uncertain_chat: bool = False
    origin: str = ""
    has_stable_id: bool = True
    answers: str = ""
    places: list[str] = field(default_factory=list[str])
    blocks: dict[str, Block] = field(default_factory=dict[str, "Block"], repr=False)
    copy: bool = False
    doubles: list[Call] = field(default_factory=list["Call"], repr=False)

    @property
    def name(self) -> str:
        """The name of the tool, as the model wrote it."""
        return self.parsed.name

    @property
    def ended(self) -> bool:
        """Whether nothing can happen to it any more."""
        return self.status in ENDED

    def move(self, status: Status) -> None:
        """Go to `status`. Presses on what was shown before no longer count, unless only a countdown began or
        ended.

        Raises IllegalMove.
        """
        if status == self.status:
            return
        if status not in MOVES[self.status]:
            raise IllegalMove(f"{self.name or 'a call'} can't go from {self.status} to {status}")
        same = self.status in _PRESSABLE and status in _PRESSABLE
        self.status = status
        for block in self.blocks.values():
            if not same or not block.nonce:
                block.renew()

    def is_in(self, place: str) -> bool:
        """Whether a block of it is in that document."""
        return any(block.place == place for block in self.blocks.values())

    def count_in(self, place: str) -> int:
        """Return how many blocks of it are in that document."""
        return sum(block.place == place for block in self.blocks.values())

    def block_in(self, place: str) -> Block:
        """Return the first block of it in that document. Raises StopIteration if there is none."""
        return next(block for block in self.blocks.values() if block.place == place)

    def is_in_text_of(self, other: Block) -> bool:
        """Whether a block of it is in the same text as `other`."""
        return any((block.place, block.unit) == (other.place, other.unit) for block in self.blocks.values())

    def in_same_answer(self, place: str, answers: str) -> bool | None:
        """Return whether an equal call in document `place`, in an answer that replies to `answers`, is in the
        same answer as this one; None where that can't be told.
        """
        mine, other = _parts(self.answers), _parts(answers)
        if mine is None or other is None:
            return None
        (count, words), (other_count, other_words) = mine, other
        if words and other_words and words != other_words:
            return False
        # How many messages a page has of a chat differs from document to document.
        if self.places[:1] == [place]:
            return other_count <= count
        return True if words and other_words else None


@dataclass(eq=False)
class Block:
    """Where a call (or a result that is written in the chat) is shown: one place in one document.

    `call` has the state. `name`, `call_id`, `params` and `parsed` are what is read at that place so far,
    `span` is in UTF-16 units of its unit's text. `live`: the block was seen to grow in this document;
    `grew`: the call itself was seen unfinished in an earlier batch than its end. `place` is the document's
    id, `conversation` the one that was on show, `born` the number of the batch that brought the block. A
    press counts only with the block's `nonce`.
    """

    unit: int
    index: int
    kind: Literal["call", "result"] = "call"
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    call: Call = field(default_factory=Call)
    name: str = ""
    call_id: str = ""
    parsed: ToolCall | None = None
    span: tuple[int, int] | None = None
    nonce: str = ""
    live: bool = False
    grew: bool = False
    place: str = ""
    conversation: str = ""
    born: int = 0
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def __post_init__(self) -> None:
        self.call.blocks[self.id] = self

    @property
    def registered_call(self) -> Call | None:
        """The call that the block shows now; None while its text has not ended, and once the block left."""
        return self.call if self.call.registered and self.id in self.call.blocks else None

    def show(self, call: Call) -> None:
        """Show that call from now on; presses on what was shown before count only if both can be pressed."""
        before = self.call
        before.blocks.pop(self.id, None)
        self.call = call
        call.blocks[self.id] = self
        if self.place not in call.places:
            call.places.append(self.place)
        same = before.status == call.status or {before.status, call.status} <= _PRESSABLE
        if not (same and self.nonce):
            self.renew()

    def take_press(self, nonce: str) -> bool:
        """Return whether a press with that nonce counts; none counts twice."""
        if not self.nonce or not hmac.compare_digest(self.nonce.encode(), nonce.encode()):
            return False
        self.renew()
        return True

    def renew(self) -> None:
        """Make a new nonce: a press that names the old one comes too late."""
        self.nonce = secrets.token_hex(8)


def _parts(answers: str) -> tuple[int, str] | None:
    """Return how many messages of the user come before an answer, and a hash of the last one's words."""
    count, _, words = answers.partition(":")
    return (int(count), words) if count.isdecimal() else None
