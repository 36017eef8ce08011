"""The events of a run, published through EventStream; `Event` is the public one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

from observers.protocol import Action, Relation
from overlay.calls.approvals import Answer
from overlay.calls.block_context import BlockContext, Visibility
from overlay.calls.call import Block, Call
from overlay.tools import ToolError, ToolResult
from overlay.tools.mcp.status import ServerStatus

Kind = Literal[
    "detected", "named", "streaming", "incomplete", "invalid", "ready", "scheduled", "running", "done",
    "failed", "denied", "cancelled", "unknown", "result", "withdrawn", "inserted", "submitted", "asked",
    "limit", "trouble",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BlockInfo:
    """The state of a block at the time of the event."""

    id: str
    """Identifies the block in this run."""
    kind: Literal["call", "result"]
    """The kind of text: a call, or the result of one."""
    name: str
    """Name of the tool."""
    call_id: str
    """The call's id that the model wrote; may be empty."""
    status: str
    """State of the call: one of the kinds of events from `detected` to `unknown`."""
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    """The arguments that were read until now."""
    format: str = ""
    """Name of the call's format."""
    confidence: str = ""
    """`structured`, `repaired` or `fallback`."""
    complete: bool = False
    """Whether the whole call was read."""
    live: bool = False
    """Whether overlay saw the assistant write it."""
    note: str = ""
    """The line of the block about the call."""
    result: str | None = None
    """The result as text for the model. None: there is none yet."""
    error_code: str | None = None
    """Why the call failed, one of `ErrorCode`, such as `tool_timeout`. None: it did not."""
    returned: bool = False
    """Whether the result is in the message box or was sent."""
    role: str = "unknown"
    """Who wrote the message: `assistant`, `user` or `unknown`."""
    turn: int = -1
    """Number of the message in the chat; -1: unknown."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event as `Companion.events()` yields it."""

    kind: Kind
    """The kind of the event."""
    block: BlockInfo | None = None
    """The block that it is about. None: it is not about a block."""
    text: str = ""
    """More about it, such as the reason of a `trouble`."""
    url: str = ""
    """Address of the page."""
    at: float = field(default_factory=monotonic)
    """When it happened, in seconds of the monotonic clock."""


@dataclass(slots=True)
class ChatsChanged:
    """A page shows another conversation, or a document was opened or closed."""


@dataclass(slots=True)
class ServerChanged:
    """An MCP server of the run has another status."""

    status: ServerStatus


@dataclass(slots=True)
class AnswerEnded:
    """The site has finished its answer in the document of that id, or results may be inserted there again."""

    document: str


@dataclass(slots=True)
class StatusChanged:
    """The call has another status, or `blocks` have begun to show it."""

    call: Call
    blocks: Sequence[Block]


@dataclass(slots=True)
class DetailsChanged:
    """The call changed, but not its status."""

    call: Call


@dataclass(slots=True)
class CallForgotten:
    """The call was removed: it was a second view of another call, or not a call."""

    call: Call


@dataclass(slots=True)
class HistoryLoaded:
    """The `calls` that the ledger has of a conversation from earlier runs were added to the store.

    `context` is that of the first block of the conversation in its document.
    """

    context: BlockContext
    calls: Sequence[Call]


@dataclass(slots=True)
class CallFinished:
    """The call has its outcome, whether or not it ran."""

    call: Call


@dataclass(slots=True)
class ResultReady:
    """A call has an outcome that may go back to the model: it finished, or its page shows it again."""

    call: Call


@dataclass(slots=True)
class ResultInserted:
    """The call's result is in the message box."""

    call: Call


@dataclass(slots=True)
class BlockSteppedAside:
    """The page shows the call's text again instead of the block, since the site kept moving the block."""

    block: Block


@dataclass(slots=True)
class ButtonPressed:
    """The user pressed a button of a block, or touched it, and the press counts; `values` are of its form."""

    block: Block
    action: Action
    values: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class LookBegan:
    """overlay begins to look whether the user can see a call that is due."""

    call: Call


@dataclass(slots=True)
class LookEnded:
    """overlay has looked how the pages show a call that is due; None: no page answered."""

    call: Call
    visibility: Visibility | None


@dataclass(slots=True)
class RelationsAsked:
    """overlay asks the page whether it shows a call a second time."""

    call: Call


@dataclass(slots=True)
class RelationsFound:
    """The page told how the block of a call is related to those of equal calls."""

    call: Call
    relations: Sequence[Relation]


@dataclass(slots=True)
class CallSighted:
    """overlay decides on a call that the assistant has just written, and the page shows it so."""

    call: Call
    visibility: Visibility


@dataclass(slots=True)
class ApprovalAnswered:
    """The user answered the question about a call."""

    call: Call
    answer: Answer


@dataclass(slots=True)
class ToolRan:
    """The run of a tool ended after `seconds` with `result`."""

    call: Call
    seconds: float
    result: ToolResult | ToolError


@dataclass(slots=True)
class InsertionEnded:
    """The results of `blocks` were inserted into the message box, or (`sent`) the message was sent.

    If it failed, `problem` says why, else it is "".
    """

    blocks: Sequence[Block]
    sent: bool
    exact: bool = True
    problem: str = ""


@dataclass(slots=True)
class LedgerWrites:
    """The ledger can't be written, as `problem` says; "": it can be written again."""

    problem: str
