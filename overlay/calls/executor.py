"""Runs each call once, with a time limit; a run can be cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any

from observers.block_view import Status
from overlay.calls.call import Call
from overlay.calls.failures import GO_ON
from overlay.calls.images import drawn
from overlay.calls.links import link_lines
from overlay.calls.outcome import Outcome, Progress
from overlay.calls.pages import Pages
from overlay.calls.result_files import ResultFiles
from overlay.calls.result_text import encode
from overlay.calls.slots import ExecutionSlots
from overlay.calls.sounds import playable
from overlay.calls.updates import CallUpdates
from overlay.common.clock import REAL_CLOCK, Clock
from overlay.tools import ToolContext, ToolError, ToolRegistry
from overlay.tools.binary_text import without_binary
from overlay.tools.runner import in_thread

log = logging.getLogger(__name__)
LONG = 2000
"""Results with more characters than this are encoded outside of the event loop, which must not block."""
CLOSED = "overlay was closed while it ran."
Before = Callable[[Call], Awaitable[Outcome | None]]


async def _no_objection(call: Call) -> Outcome | None:  # noqa: ARG001 - the default objects to no call
    return None


@dataclass(slots=True)
class Executor:
    """Runs calls with the tools of the registry.

    `limit`: seconds that a run may take if its tool has no timeout, without the time it waits for a slot.
    `own_limit` returns the user's own for a tool's name, None if there is none.
    `max_chars`: how much of a result goes to the model. `before` is awaited before each run; if it returns
    an outcome, the call ends with that and does not run. `files` keeps the full text of results that are too
    long for the model. `run_in_thread` runs a slow function. `clock` says how long a run took.
    """

    registry: ToolRegistry
    updates: CallUpdates
    pages: Pages
    limit: float = 120.0
    max_chars: int | None = None
    slots: ExecutionSlots = field(default_factory=lambda: ExecutionSlots(lambda: 4))
    before: Before = _no_objection
    files: ResultFiles | None = None
    run_in_thread: Callable[[Callable[[], Any]], Awaitable[Any]] = in_thread
    own_limit: Callable[[str], float | None] = lambda _: None
    clock: Clock = REAL_CLOCK
    _running: dict[str, ToolContext] = field(default_factory=dict[str, ToolContext])

    def start(self, call: Call, argv: tuple[str, ...] = ()) -> None:
        """Mark the call as started and show that; from now on it can be cancelled. Does not run it yet.

        `argv`: what its tool runs in place of a command line; see ToolContext.

        Raises RuntimeError if it was started before (a call never runs twice) or is not complete.
        """
        if call.started or not call.parsed.complete:
            raise RuntimeError(f"{call.parsed.name} can't be started (again)")
        call.started, call.began = True, self.clock.now()
        self._running[call.id] = ToolContext(
            on_progress=lambda share, text: self.updates.progress(call, Progress(share, text)),
            argv=argv,
            highlight=self.pages.highlighter(call),
        )
        self.updates.move(call, "running")

    async def carry_out(self, call: Call) -> None:
        """Run a call that was started, and end it with its outcome.

        Raises only asyncio.CancelledError, after it has ended the call as cancelled.
        """
        context = self._running[call.id]
        began = self.clock.now()
        try:
            context = replace(context, page_title=await self.pages.title_of(call))
            self._running[call.id] = context
            outcome = replace(await self._run(call, context), notice=self._notice(call))
            if len(outcome.text) > LONG:
                outcome = await self.run_in_thread(partial(self._with_texts, outcome, call.identity))
            else:
                outcome = replace(outcome, text=without_binary(outcome.text))
        except asyncio.CancelledError:
            context.cancel()
            call.run_seconds = self.clock.now() - began
            self.updates.end(call, "cancelled", Outcome(CLOSED, "tool_cancelled"))
            raise
        except Exception as error:
            log.exception("overlay could not run %s", call.parsed.name)
            outcome = Outcome(f"overlay itself failed to run it: {error!r}", "tool_execution_failed")
        finally:
            self._running.pop(call.id, None)
        call.run_seconds = self.clock.now() - began
        over: Status = "failed" if outcome.error else "done"
        self.updates.end(call, "cancelled" if outcome.error_code == "tool_cancelled" else over, outcome)

    def cancel(self, call: Call) -> bool:
        """Cancel the call if it runs, with the error code tool_cancelled; return whether it ran."""
        context = self._running.get(call.id)
        if context:
            context.cancel()
        return context is not None

    def cancel_all(self) -> None:
        """Cancel every running call."""
        for context in list(self._running.values()):
            context.cancel()

    def _with_texts(self, outcome: Outcome, identity: str) -> Outcome:
        """Return the outcome without binary data, with its text for the model, and its full text kept if that
        one is cut.
        """
        outcome = replace(outcome, text=without_binary(outcome.text))
        if self.files and self.max_chars is not None and len(outcome.text) > self.max_chars:
            outcome = replace(outcome, kept=self.files.keep(identity, outcome.text))
        return replace(outcome, encoded=encode(outcome, identity, self.max_chars, outcome.notice))

    def _notice(self, call: Call) -> str:
        if call.edit is None:
            return ""
        try:
            schema = self.registry.find(call.parsed.name).parameters
        except ToolError:  # a tool that was switched off meanwhile: nothing says which arguments are secret
            return "[The user changed the arguments before this call ran.]"
        return call.edit.notice(schema)

    async def _run(self, call: Call, context: ToolContext) -> Outcome:
        name = call.parsed.name
        try:
            tool = self.registry.find(name)
            limit = self.own_limit(tool.name) or tool.timeout or self.limit
            async with self.slots.one(context):
                if refusal := await self.before(call):
                    return refusal
                started = monotonic()
                try:
                    result = await self.registry.call_tool(
                        name, call.arguments, context=context, timeout=limit
                    )
                except ToolError as error:
                    self.updates.tool_ran(call, monotonic() - started, error)
                    raise
                self.updates.tool_ran(call, monotonic() - started, result)
        except ToolError as error:
            return Outcome.of(error, name)
        code = "tool_execution_failed" if result.is_error else None
        pictures, lines = drawn(result.images, name)
        sounds, about_sounds = playable(result.sounds)
        text = "\n".join(filter(None, [result.text, *link_lines(result.links), *lines, *about_sounds]))
        return Outcome(
            text,
            code,
            private=result.private,
            pictures=pictures,
            sounds=sounds,
            folded=tool.hints.private,
            advice=GO_ON if code else "",
        )
