"""Changes the state of calls whose text has ended, and publishes each change."""

from __future__ import annotations

from observers.block_view import Status
from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import (
    CallFinished,
    DetailsChanged,
    ResultInserted,
    ResultReady,
    StatusChanged,
    ToolRan,
)
from overlay.calls.outcome import Outcome, Progress
from overlay.tools import ToolError, ToolResult


class CallUpdates:
    """Changes a call, then publishes what changed."""

    def __init__(self, events: EventStream) -> None:
        self._events = events

    def move(self, call: Call, status: Status, note: str = "") -> None:
        """Set the call's status, and `note` as the line under its name. Raises IllegalMove."""
        call.move(status)
        call.note = note
        self._events.publish(StatusChanged(call, tuple(call.blocks.values())))

    def show(self, block: Block) -> None:
        """Publish the call's state for a block that now shows it."""
        self._events.publish(StatusChanged(block.call, (block,)))
        self.offer_result(block.call)

    def note(self, call: Call, note: str) -> None:
        """Set the line under the call's name."""
        call.note = note
        self._events.publish(DetailsChanged(call))

    def unquote(self, call: Call) -> None:
        """Give the call its buttons also where a page only quotes it."""
        call.unquoted = True
        self._events.publish(DetailsChanged(call))

    def progress(self, call: Call, progress: Progress) -> None:
        """Show how far the run is."""
        call.progress = progress
        self._events.publish(DetailsChanged(call))

    def count_down(self, call: Call, seconds: float | None) -> None:
        """Show that the call will run in `seconds`, or (None) that the countdown ended."""
        call.countdown = seconds
        self._events.publish(DetailsChanged(call))

    def fail(self, call: Call, outcome: Outcome | None) -> None:
        """Make the call `invalid`: its text can't be parsed. `outcome` goes to the model."""
        call.outcome = outcome or call.outcome
        self.move(call, "invalid")
        self._events.publish(CallFinished(call))
        self.offer_result(call)

    def end(self, call: Call, status: Status, outcome: Outcome) -> None:
        """End the call with that status and outcome."""
        call.started, call.awaiting_approval, call.outcome = True, False, outcome
        self.move(call, status)
        self._events.publish(CallFinished(call))
        self.offer_result(call)

    def offer_result(self, call: Call) -> None:
        """Publish ResultReady if the outcome may go back to the model without a press and has not yet."""
        if call.outcome is not None and call.auto_return and not call.inserted:
            self._events.publish(ResultReady(call))

    def tool_ran(self, call: Call, seconds: float, result: ToolResult | ToolError) -> None:
        """Publish that the call's tool ran for `seconds` and gave `result`."""
        self._events.publish(ToolRan(call, seconds, result))

    def inserted(self, call: Call, note: str = "") -> None:
        """Mark the result as inserted into the message box."""
        call.inserted, call.note = True, note
        self._events.publish(DetailsChanged(call))
        self._events.publish(ResultInserted(call))

    def sent(self, call: Call) -> None:
        """Mark the result as sent to the model."""
        call.sent = True
        self._events.publish(DetailsChanged(call))
