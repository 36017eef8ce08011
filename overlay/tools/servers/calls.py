"""Calls on a server's tools: progress, the server's questions to the person, and what went wrong."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError, clip
from overlay.tools.result import ToolResult
from overlay.tools.servers.convert import answer_to, fraction, to_result
from overlay.tools.servers.faults import reason

if TYPE_CHECKING:
    import mcp.types as types
    from mcp import Client

log = logging.getLogger(__name__)


class Calls:
    """The calls that are under way on the server `key`."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._callers: list[ToolContext] = []

    async def call(
        self, client: Client, name: str, arguments: dict[str, Any], context: ToolContext
    ) -> ToolResult:
        """Run a tool by the server's own name for it. Raises tool_invalid or tool_execution_failed."""

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            context.progress(fraction(progress, total), message or "")

        self._callers.append(context)
        try:
            return to_result(await client.call_tool(name, arguments, progress_callback=on_progress))
        except Exception as fault:
            raise self._error(fault) from fault
        finally:
            self._callers.remove(context)

    async def elicit(self, context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:  # noqa: ARG002
        """The server asks the person: the newest call that can show a form does so.

        Declined where none can, and for anything but a form: a page that a server names is never opened.
        """
        ask = next((caller.on_ask for caller in reversed(self._callers) if caller.on_ask is not None), None)
        if params.mode != "form" or ask is None:
            return answer_to(None)
        try:
            return answer_to(await ask(params.message, dict(params.requested_schema)))
        except Exception:
            log.exception("showing a form of the server %r failed", self._key)
            return answer_to(None)

    def _error(self, fault: Exception) -> ToolError:
        from mcp.types import INVALID_PARAMS

        if getattr(fault, "code", None) == INVALID_PARAMS:
            return ToolError(
                "tool_invalid", f"The server {self._key!r} refuses the arguments: {clip(str(fault), 1000)}"
            )
        return ToolError(
            "tool_execution_failed",
            f"The server {self._key!r} gave no result: {reason(fault)}",
            {"type": type(fault).__name__, "server": self._key},
        )
