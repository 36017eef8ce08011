"""Running a call: once, under a time limit, stoppable."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from overlay.blocks.block import Outcome
from overlay.blocks.book import Record
from overlay.tools import ToolContext, ToolError, ToolRegistry


@dataclass(slots=True)
class Execution:
    """Runs calls by the registry. `limit` is in seconds and holds where the tool has none of its own."""

    registry: ToolRegistry
    limit: float = 120.0
    _running: dict[str, ToolContext] = field(default_factory=dict[str, ToolContext])

    async def run(self, record: Record, context: ToolContext) -> Outcome:
        """Run the call and return its outcome; a tool's errors are outcomes too.

        Raises RuntimeError if it was started before, or is not complete: a call never runs twice.
        """
        if record.started or not record.call.complete:
            raise RuntimeError(f"{record.call.name} can't be started (again)")
        record.started = True
        self._running[record.id] = context
        try:
            tool = self.registry.find(record.call.name)
            result = await self.registry.call_tool(
                record.call.name, record.call.arguments, context=context, timeout=tool.timeout or self.limit
            )
        except ToolError as error:
            return failure(error)
        except asyncio.CancelledError:
            context.cancel()
            raise
        finally:
            self._running.pop(record.id, None)
        code = "tool_execution_failed" if result.is_error else None
        return Outcome(result.text, code, private=result.private)

    def cancel(self, record: Record) -> bool:
        """Stop the call if it runs; its outcome will be tool_cancelled."""
        context = self._running.get(record.id)
        if context:
            context.cancel()
        return context is not None


def failure(error: ToolError) -> Outcome:
    """Return what the person and the model are told of `error`."""
    return Outcome(error.message, error.code)
