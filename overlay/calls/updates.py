"""Every change of a call's state after its text has ended, told to all that listen."""

from __future__ import annotations

from overlay.calls.call import Block, Call, Outcome, Status
from overlay.calls.event_stream import EventStream
from overlay.calls.events import (
    CallFinished,
    DetailsChanged,
    ResultInserted,
    ResultReady,
    StatusChanged,
    ToolRan,
)
from overlay.tools import ToolError, ToolResult


class CallUpdates:
    """Changes a call, then publishes what changed."""

    def __init__(self, events: EventStream) -> None:
        self._events = events

    def move(self, call: Call, status: Status, note: str = "") -> None:
        """Give the call that status, and `note` as the line under its name. Raises IllegalMove."""
        call.move(status)
        call.note = note
        self._events.publish(StatusChanged(call, tuple(call.blocks.values())))

    def show(self, block: Block) -> None:
        """Show the call as it is in a block that has begun to show it."""
        self._events.publish(StatusChanged(block.call, (block,)))
        self.offer_result(block.call)

    def note(self, call: Call, note: str) -> None:
        """Put another line under the call's name."""
        call.note = note
        self._events.publish(DetailsChanged(call))

    def progress(self, call: Call, line: str) -> None:
        """Show how far the run is."""
        self._events.publish(DetailsChanged(call, line))

    def count_down(self, call: Call, seconds: float | None) -> None:
        """Show that the call runs in so many seconds, or (None) that it no longer does."""
        call.countdown = seconds
        self._events.publish(DetailsChanged(call))

    def fail(self, call: Call, outcome: Outcome | None) -> None:
        """The call can't be read, and this is what the model is told of it."""
        call.outcome = outcome or call.outcome
        self.move(call, "invalid")
        self._events.publish(CallFinished(call))
        self.offer_result(call)

    def end(self, call: Call, status: Status, outcome: Outcome) -> None:
        """The call has ended, with that outcome."""
        call.started, call.awaiting_approval, call.outcome = True, False, outcome
        self.move(call, status)
        self._events.publish(CallFinished(call))
        self.offer_result(call)

    def offer_result(self, call: Call) -> None:
        """Let the outcome go back to the model, unless it has, or is to wait for a press."""
        if call.outcome is not None and call.auto_return and not call.inserted:
            self._events.publish(ResultReady(call))

    def tool_ran(self, call: Call, seconds: float, result: ToolResult | ToolError) -> None:
        """The call's tool ran for so long, with that result."""
        self._events.publish(ToolRan(call, seconds, result))

    def inserted(self, call: Call, note: str = "") -> None:
        """The result is in the message box."""
        call.inserted, call.note = True, note
        self._events.publish(DetailsChanged(call))
        self._events.publish(ResultInserted(call))
