"""Calls of a server's tools: progress, the server's questions to the user, and errors."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError, clip
from overlay.tools.mcp.convert import answer_to, fraction, to_result
from overlay.tools.mcp.elicitation import Elicitation, Elicitor, FormAnswer
from overlay.tools.mcp.elicitation_forms import FormError, check_form, fields_of
from overlay.tools.mcp.error_text import has_ended, reason
from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.oauth.url_checks import check_address
from overlay.tools.mcp.size_limits import RateWindow, ServerLimits
from overlay.tools.result import ToolResult

if TYPE_CHECKING:
    import mcp.types as types
    from mcp import Client

log = logging.getLogger(__name__)
MESSAGE = 4000
"""Maximum characters of a question shown to the user."""
LINES = 5
"""Lines about refused questions in one window."""


class RunningCalls:
    """The running calls on the server `key`, which asks the user through `elicit`."""

    def __init__(self, key: str, elicit: Elicitor | None = None, limits: ServerLimits | None = None) -> None:
        limits = limits or ServerLimits()
        self._key = key
        self._elicit = elicit
        self._questions = 0
        self._most = limits.questions
        self._window = RateWindow(limits.questions_in_window, limits.window)
        self._running: list[tuple[str, ToolContext]] = []
        self._lines = RateWindow(LINES, limits.window)
        self._last_line = ""

    async def call(
        self, client: Client, name: str, arguments: dict[str, Any], context: ToolContext
    ) -> ToolResult:
        """Run a tool by the server's own name for it. Raises tool_invalid or tool_execution_failed."""

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            context.progress(fraction(progress, total), message or "")

        running = (name, context)
        self._running.append(running)
        try:
            return to_result(await client.call_tool(name, arguments, progress_callback=on_progress))
        except ValidationError as error:
            text = f"The result of the server {self._key!r} can't be read: {error.error_count()} faults in it"
            raise ToolError("tool_execution_failed", text, {"server": self._key}) from error
        except Exception as error:
            raise self.error(error) from error
        finally:
            self._running = [one for one in self._running if one is not running]

    async def elicit(self, context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:  # noqa: ARG002
        """Ask the user for the server. Declines if no user can be asked or the question can't be shown."""
        if self._questions >= self._most or not self._window.add():
            self._warn("the server %r asks too much; what it asks is declined", self._key)
            return answer_to(FormAnswer("decline"))
        tool = self._running[0][0] if len(self._running) == 1 else ""
        message = clip(params.message, MESSAGE)
        if params.mode == "form":
            asked = Elicitation(self._key, tool, message, dict(params.requested_schema))
        else:
            asked = Elicitation(self._key, tool, message, url=params.url)
        self._questions += 1
        try:
            with ExitStack() as stack:
                for _, running in self._running:
                    stack.enter_context(running.asking())
                return answer_to(await self._ask(asked))
        except (FormError, SignInError) as error:
            self._warn("what the server %r asks is declined: %s", self._key, error)
        except Exception as error:
            self._warn("showing a question of the server %r failed: %r", self._key, error, fault=error)
        finally:
            self._questions -= 1
        return answer_to(FormAnswer("decline"))

    def _warn(self, text: str, *about: object, fault: Exception | None = None) -> None:
        """Log a line, at most LINES in a window, and none twice in a row: the server decides how often."""
        line = text % about
        if line != self._last_line and self._lines.add():
            self._last_line = line
            log.warning("%s", line, exc_info=fault)

    async def _ask(self, asked: Elicitation) -> FormAnswer:
        """Ask through the newest call that can show a form, else through the general elicitor."""
        calls = [context for _, context in reversed(self._running)]
        own = next((context.on_ask for context in calls if context.on_ask is not None), None)
        if asked.url is not None:
            check_address(asked.url, asked.url)
        else:
            fields_of(asked.schema)
        if asked.url is None and own is not None:
            content = await own(asked.message, asked.schema)
            answer = FormAnswer("decline") if content is None else FormAnswer("accept", content)
        else:
            answer = FormAnswer("decline") if self._elicit is None else await self._elicit(asked)
        if answer.action != "accept" or asked.url is not None:
            return FormAnswer(answer.action)
        return FormAnswer("accept", check_form(asked.schema, answer.content or {}))

    def error(self, error: Exception) -> ToolError:
        """Return the ToolError for a call that failed with `error`."""
        from mcp.types import INVALID_PARAMS

        if getattr(error, "code", None) == INVALID_PARAMS:
            return ToolError(
                "tool_invalid", f"The server {self._key!r} refuses the arguments: {clip(str(error), 1000)}"
            )
        return ToolError(
            "tool_execution_failed",
            f"The server {self._key!r} gave no result: {reason(error)}",
            {"type": type(error).__name__, "server": self._key, "ended": has_ended(error)},
        )
