"""One block: a call (or a result) as it stands in the page, and the states it may go through."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Literal, Protocol, TypeVar

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
"""From each state, where a block may go. A call that ran has no way back to one from which it could run."""

OVER: frozenset[Status] = frozenset(status for status, onward in MOVES.items() if not onward)
_PRESSABLE: frozenset[Status] = frozenset(("ready", "waiting"))


T = TypeVar("T")


class IllegalMove(RuntimeError):
    """A block was to go where its state does not lead: a fault of ours, never of the page."""


@dataclass(slots=True)
class Outcome:
    """What a run gave: `text` for the person and the model, and the error's code if it failed.

    `encoded` keeps the text for the model once it has been worked out; `kept` is the file that holds the
    whole of a text that was too long for the chat; `pictures` are for the person alone; `folded`: the tool
    reads private data, so a block shows size and first words until the person opens it.
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
        """It tells of a failure."""
        return self.error_code is not None


@dataclass(eq=False)
class CallState:
    """What is known of a call wherever it is shown: kept once, for every block of it.

    `note`: what happened to it last, in words. `due`: its outcome goes back to the model by itself, where
    that is switched on. `asking`: the person is being asked about it elsewhere. `returned`: its outcome is
    in the message box, or was sent.
    """

    note: str = ""
    due: bool = False
    asking: bool = False
    outcome: Outcome | None = None
    returned: bool = False


class Kept(Generic[T]):
    """A field that is read from, and written to, the `state` of its owner."""

    def __init__(self, default: T) -> None:
        self._default = default
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Stateful | None, owner: type | None = None) -> T:
        return self._default if instance is None else getattr(instance.state, self._name)

    def __set__(self, instance: Stateful, value: T) -> None:
        setattr(instance.state, self._name, value)


class Stateful(Protocol):
    """What has the state of a call."""

    state: CallState


@dataclass(eq=False)
class Block:
    """One block of a document. A block whose call is known shares the `state` of its record.

    `span` is in UTF-16 units of its unit's text. `live`: it grew before our eyes in this document. `grew`:
    the call itself was seen unfinished in an earlier batch than its end, so it can't be an older one shown
    again. `place` and `conversation` say where it stands; see Chat.
    """

    unit: int
    index: int
    state: CallState = field(default_factory=CallState, init=False)
    kind: Literal["call", "result"] = "call"
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    status: Status = "streaming"
    name: str = ""
    call_id: str = ""
    call: ToolCall | None = None
    span: tuple[int, int] | None = None
    note: Kept[str] = Kept("")
    nonce: str = ""
    live: bool = False
    grew: bool = False
    due: Kept[bool] = Kept(default=False)
    asking: Kept[bool] = Kept(default=False)
    place: str = ""
    conversation: str = ""
    born: int = 0
    outcome: Kept[Outcome | None] = Kept(None)
    returned: Kept[bool] = Kept(default=False)
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def move(self, status: Status) -> None:
        """Go to `status`; what was pressed before no longer counts, unless only a countdown began or ended.

        Raises IllegalMove.
        """
        if status == self.status:
            return
        if status not in MOVES[self.status]:
            raise IllegalMove(f"{self.name or 'a block'} can't go from {self.status} to {status}")
        same = self.status in _PRESSABLE and status in _PRESSABLE
        self.status = status
        if not same or not self.nonce:
            self.renew()

    def renew(self) -> None:
        """Give out a new nonce: a press that names the old one comes too late."""
        self.nonce = secrets.token_hex(8)

    @property
    def over(self) -> bool:
        """Nothing can happen to it any more."""
        return self.status in OVER
