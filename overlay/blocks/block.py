"""One block: a call (or a result) as it stands in the page, and the states it may go through."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Literal

from overlay.formats.model import ToolCall

Status = Literal[
    "streaming", "incomplete", "invalid", "ready", "waiting", "running", "done", "failed",
    "denied", "cancelled", "unknown", "result",
]  # fmt: skip

MOVES: dict[Status, frozenset[Status]] = {
    "streaming": frozenset(("streaming", "incomplete", "invalid", "ready", "done", "failed", "denied", "cancelled", "running", "unknown")),
    "incomplete": frozenset(("streaming", "ready", "invalid", "done", "failed", "denied", "cancelled", "running", "unknown")),
    "invalid": frozenset(("streaming", "ready", "incomplete")),
    "ready": frozenset(("waiting", "running", "denied", "streaming", "incomplete", "invalid", "done", "failed", "cancelled", "unknown")),
    "waiting": frozenset(("ready", "running", "denied", "streaming", "incomplete", "invalid", "cancelled")),
    "running": frozenset(("done", "failed", "cancelled", "unknown")),
    "done": frozenset(),
    "failed": frozenset(),
    "denied": frozenset(),
    "cancelled": frozenset(),
    "unknown": frozenset(),
    "result": frozenset(),
}  # fmt: skip
"""From each state, where a block may go. A call that ran has no way back to one from which it could run."""

OVER: frozenset[Status] = frozenset(status for status, onward in MOVES.items() if not onward)


class IllegalMove(RuntimeError):
    """A block was to go where its state does not lead: a fault of ours, never of the page."""


@dataclass(slots=True)
class Outcome:
    """What a run gave: `text` for the person and the model, and the error's code if it failed."""

    text: str
    error_code: str | None = None
    private: bool = False

    @property
    def error(self) -> bool:
        return self.error_code is not None


@dataclass(slots=True, eq=False)
class Block:
    """`span` is in UTF-16 units of its unit's text. `live`: it grew before our eyes in this document."""

    unit: int
    index: int
    kind: Literal["call", "result"] = "call"
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    status: Status = "streaming"
    name: str = ""
    call_id: str = ""
    call: ToolCall | None = None
    span: tuple[int, int] | None = None
    note: str = ""
    nonce: str = ""
    live: bool = False
    outcome: Outcome | None = None
    returned: bool = False
    params: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def move(self, status: Status) -> None:
        """Go to `status`; what was pressed before no longer counts.

        Raises IllegalMove.
        """
        if status == self.status:
            return
        if status not in MOVES[self.status]:
            raise IllegalMove(f"{self.name or 'a block'} can't go from {self.status} to {status}")
        self.status = status
        self.nonce = secrets.token_hex(8)

    @property
    def over(self) -> bool:
        """Nothing can happen to it any more."""
        return self.status in OVER
