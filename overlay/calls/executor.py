"""Running a call: once, under a time limit, stoppable."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol

from overlay.calls.call import Outcome, Status
from overlay.calls.images import drawn
from overlay.calls.result_files import Keeper, shown
from overlay.calls.slots import Turns
from overlay.calls.store import Record
from overlay.detection.results import encode_result
from overlay.tools import ToolContext, ToolError, ToolRegistry, ToolResult
from overlay.tools.context import Highlight
from overlay.tools.runner import in_thread

log = logging.getLogger(__name__)
LONG = 2000
"""Texts up to this are made ready for the model at once, longer ones beside the loop: the page must not wait.
"""
CLOSED = "overlay was closed while it ran."
Before = Callable[[Record], Awaitable[Outcome | None]]
Ran = Callable[[Record, float, ToolResult | ToolError], None]
"""Told what a tool gave, and how many seconds it took."""


class Stage(Protocol):
    """Where a run is shown."""

    def move(self, record: Record, status: Status, note: str = "") -> None:
        """The call goes to `status`."""

    def end(self, record: Record, status: Status, outcome: Outcome) -> None:
        """The call is over."""

    def draw(self, record: Record, *, progress: str = "") -> None:
        """Show how far it is."""

    async def page_of(self, record: Record) -> str:
        """Return the title of the page it stands in, as it is now."""
        ...

    def highlighter(self, record: Record) -> Highlight:
        """Return what outlines something in that page."""
        ...


async def _nothing(record: Record) -> Outcome | None:  # noqa: ARG001 - nothing stands against any call
    return None


def _unseen(record: Record, seconds: float, result: ToolResult | ToolError) -> None:
    """Nobody is told."""


@dataclass(slots=True)
class Execution:
    """Runs calls by the registry.

    `limit` is in seconds and holds where the tool has none of its own, waiting for its turn left out;
    `max_chars` of a result go to the model. `before` is awaited before anything of a tool happens; an outcome
    from it takes the run's place. `keeper` takes the whole of what is too long for the model; `beside`
    does what may take long.
    """

    registry: ToolRegistry
    limit: float = 120.0
    max_chars: int | None = None
    turns: Turns = field(default_factory=lambda: Turns(lambda: 4))
    before: Before = _nothing
    keeper: Keeper | None = None
    ran: Ran = _unseen
    beside: Callable[[Callable[[], Any]], Awaitable[Any]] = in_thread
    _running: dict[str, ToolContext] = field(default_factory=dict[str, ToolContext])

    def start(self, record: Record, stage: Stage) -> None:
        """Mark the call as started, and show it, before anything of it happens; from here on it can be
        cancelled.

        Raises RuntimeError if it was started before, or is not complete: a call never runs twice.
        """
        if record.started or not record.call.complete:
            raise RuntimeError(f"{record.call.name} can't be started (again)")
        record.started = True
        self._running[record.id] = ToolContext(
            on_progress=lambda share, text: stage.draw(record, progress=progress_line(share, text)),
        )
        stage.move(record, "running")

    async def carry_out(self, record: Record, stage: Stage) -> None:
        """Run a call that was started, and show on `stage` what came of it.

        Raises only asyncio.CancelledError, and then the call has been stopped and has ended as cancelled.
        """
        context = self._running[record.id]
        try:
            context.page_title = await stage.page_of(record)
            context.highlight = stage.highlighter(record)
            outcome = await self._run(record, context)
            if len(outcome.text) > LONG:
                await self.beside(lambda: self._make_ready(outcome, record.identity))
        except asyncio.CancelledError:
            context.cancel()
            stage.end(record, "cancelled", Outcome(CLOSED, "tool_cancelled"))
            raise
        except Exception as error:
            log.exception("overlay could not run %s", record.call.name)
            outcome = Outcome(f"overlay itself failed to run it: {error!r}", "tool_execution_failed")
        finally:
            self._running.pop(record.id, None)
        over: Status = "failed" if outcome.error else "done"
        stage.end(record, "cancelled" if outcome.error_code == "tool_cancelled" else over, outcome)

    def cancel(self, record: Record) -> bool:
        """Stop the call if it runs; its outcome will be tool_cancelled."""
        context = self._running.get(record.id)
        if context:
            context.cancel()
        return context is not None

    def cancel_all(self) -> None:
        """Stop whatever runs, as `cancel` does."""
        for context in list(self._running.values()):
            context.cancel()

    def _make_ready(self, outcome: Outcome, identity: str) -> None:
        if self.keeper and self.max_chars is not None and len(outcome.text) > self.max_chars:
            outcome.kept = self.keeper.keep(identity, outcome.text)
        outcome.encoded = encode(outcome, identity, self.max_chars)

    async def _run(self, record: Record, context: ToolContext) -> Outcome:
        name = record.call.name
        try:
            tool = self.registry.find(name)
            limit = tool.timeout or self.limit
            async with self.turns.one(context):
                if refusal := await self.before(record):
                    return refusal
                started = monotonic()
                try:
                    result = await self.registry.call_tool(
                        name, record.arguments, context=context, timeout=limit
                    )
                except ToolError as error:
                    self.ran(record, monotonic() - started, error)
                    raise
                self.ran(record, monotonic() - started, result)
        except ToolError as error:
            return Outcome(error.message, error.code)
        code = "tool_execution_failed" if result.is_error else None
        pictures, lines = drawn(result.images, name)
        text = "\n".join(filter(None, [result.text, *lines]))
        return Outcome(text, code, private=result.private, pictures=pictures, folded=tool.hints.private)


def encode(outcome: Outcome, identity: str, limit: int | None) -> str:
    """Return the text that tells the model of `outcome`, at most `limit` characters of it."""
    kept = shown(outcome.kept) if outcome.kept else ""
    return encode_result(outcome.text, identity, error_code=outcome.error_code, limit=limit, kept=kept)


def progress_line(share: float | None, text: str) -> str:
    """Return how far a run is (`share` is 0 to 1, or None) as one line."""
    return " ".join(part for part in ("" if share is None else f"{share:.0%}", text.strip()) if part)
