"""What happens in a run, as values that everything that listens gets; `Event` is the public one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

from observers.protocol import Action
from overlay.calls.approvals import Answer
from overlay.calls.call import Block, Call
from overlay.tools import ToolError, ToolResult

Kind = Literal[
    "detected", "named", "streaming", "incomplete", "invalid", "ready", "waiting", "running", "done",
    "failed", "denied", "cancelled", "unknown", "result", "withdrawn", "inserted", "submitted", "asked",
    "limit", "trouble",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BlockInfo:
    """A block as it was at that moment. `result` is the text for the model, or None."""

    id: str
    kind: Literal["call", "result"]
    name: str
    call_id: str
    status: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    format: str = ""
    confidence: str = ""
    complete: bool = False
    live: bool = False
    note: str = ""
    result: str | None = None
    error_code: str | None = None
    returned: bool = False
    role: str = "unknown"
    turn: int = -1


@dataclass(frozen=True, slots=True)
class Event:
    """What `Companion.events()` gives. `at` is in seconds of the monotonic clock; `block` is None where no
    block is meant.
    """

    kind: Kind
    block: BlockInfo | None = None
    text: str = ""
    url: str = ""
    at: float = field(default_factory=monotonic)


@dataclass(frozen=True, slots=True)
class ChatsChanged:
    """A page shows another conversation, or a document began or went away."""


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    """The site has written its answer in the document of that id, or what held results back there ended."""

    document: str


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The call has another status, or `blocks` have begun to show it."""

    call: Call
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class DetailsChanged:
    """Something of the call changed, but not its status; `progress` is a line of a run."""

    call: Call
    progress: str = ""


@dataclass(frozen=True, slots=True)
class CallForgotten:
    """The call turned out to be another one, or none."""

    call: Call


@dataclass(frozen=True, slots=True)
class CallFinished:
    """The call has its outcome, whether or not it ran."""

    call: Call


@dataclass(frozen=True, slots=True)
class ResultReady:
    """A call has an outcome that may go back to the model: it finished, or its page shows it again."""

    call: Call


@dataclass(frozen=True, slots=True)
class ResultInserted:
    """The call's result is in the message box."""

    call: Call


@dataclass(frozen=True, slots=True)
class BlockSteppedAside:
    """The page shows the text of the call instead of the block, since the page's script kept moving it."""

    block: Block


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """The user pressed a button of a block (or touched it), and it counts."""

    block: Block
    action: Action


@dataclass(frozen=True, slots=True)
class ApprovalAnswered:
    """The user was asked about a call, and answered."""

    call: Call
    answer: Answer


@dataclass(frozen=True, slots=True)
class ToolRan:
    """A tool ran for so many seconds, with that result."""

    call: Call
    seconds: float
    result: ToolResult | ToolError


@dataclass(frozen=True, slots=True)
class InsertionEnded:
    """The results of blocks were put into the message box, or (`sent`) the message was sent; or not, because
    of `problem`.
    """

    blocks: Sequence[Block]
    sent: bool
    exact: bool = True
    problem: str = ""
