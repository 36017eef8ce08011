"""The person, the tools and the composer of a replay: they say what was recorded, and do nothing."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from overlay.capture.model import Answered, InputLine, Put, Ran
from overlay.capture.tool_results import from_plain
from overlay.chat.composer.composer import ComposerError, Inserted
from overlay.common.clock import VirtualClock
from overlay.tools import Tool, ToolContext, ToolDefinition, ToolError, ToolRegistry
from overlay.tools.definition import ToolHints
from overlay.tools.result import ToolResult
from overlay.ui.terminal.approver import Answer, Question

NOT_RECORDED = "{} did not run when this was recorded, so there is no result to answer with"
FIELDS = tuple(field.name for field in dataclasses.fields(ToolDefinition) if field.init)


class RecordedTools(ToolRegistry):
    """The tools that were there, by their definitions. A call is answered with what the same call of the
    recording gave, after as long, or else with what the next one of that tool did; never is anything run.
    """

    def __init__(
        self, tools: Iterable[dict[str, Any]], inputs: Iterable[InputLine], clock: VirtualClock
    ) -> None:
        super().__init__()
        self._runs = [line for line in inputs if isinstance(line, Ran)]
        self._clock = clock
        for tool in tools:
            self.add(_definition(tool))

    async def call_tool(
        self,
        name: str,
        arguments: Any,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 - what was recorded ran within its limit, or not
    ) -> ToolResult:
        """Answer from the recording. Raises ToolError as the registry does, and as the recorded run did."""
        definition, _ = self.prepare(name, arguments)
        ran = self._next(definition.name, arguments)
        context = context or ToolContext()
        stop = context.begin()
        stopped = asyncio.ensure_future(stop.wait())
        over = asyncio.ensure_future(self._clock.sleep(ran.took / 1000 if ran else 0))
        try:
            await asyncio.wait({stopped, over}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                raise ToolError("tool_cancelled", f"{name!r} was stopped by the person before it was done")
        finally:
            context.end(stop)
            stopped.cancel()
            over.cancel()
        if ran is None:
            raise ToolError("tool_execution_failed", NOT_RECORDED.format(definition.name))
        return _result(ran.result)

    def _next(self, name: str, arguments: Any) -> Ran | None:
        named = [ran for ran in self._runs if ran.name in (name, name.partition(".")[2])]
        ran = next((ran for ran in named if ran.arguments == arguments), named[0] if named else None)
        if ran:
            self._runs.remove(ran)
        return ran


class RecordedPerson:
    """Is asked, and says nothing until `answer` tells what was said."""

    def __init__(self) -> None:
        self._open: list[tuple[Question, asyncio.Future[Answer]]] = []

    async def __call__(self, question: Question) -> Answer:
        """Return the recorded answer, once it is due."""
        said: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        entry = (question, said)
        self._open.append(entry)
        try:
            return await said
        finally:
            self._open.remove(entry)

    def answer(self, line: Answered, tool: str) -> bool:
        """Say it to the oldest open question about a call of `tool`; whether there was one."""
        for question, said in self._open:
            if tool in (question.tool.name, question.tool.bare_name) and not said.done():
                said.set_result(_answer(line.verdict))
                return True
        return False


class RecordedBox:
    """Takes what is put into the composer as it was taken then, and when it was; the page's own reaction is
    in the steps.
    """

    def __init__(self, inputs: Iterable[InputLine], clock: VirtualClock) -> None:
        self._puts = [line for line in inputs if isinstance(line, Put)]
        self._clock = clock

    async def insert(self, text: str) -> Inserted:
        """Raises ComposerError where it was one then."""
        put = await self._done(sent=False)
        return Inserted(text, exact=put.exact if put else True)

    async def attach(self, path: Path) -> bool:  # noqa: ARG002 - no file leaves a replay
        """Return False: files are left out of replays."""
        return False

    async def holds(self, text: str) -> bool:  # noqa: ARG002 - the recording knows what stood there
        """Return whether nothing was put in before it was sent."""
        return bool(self._puts) and self._puts[0].sent

    async def submit(self) -> None:
        """Raises ComposerError where it was one then."""
        await self._done(sent=True)

    async def _done(self, *, sent: bool) -> Put | None:
        put = next((put for put in self._puts if put.sent is sent), None)
        if put is None:
            return None
        self._puts.remove(put)
        await self._clock.sleep(put.at / 1000 - self._clock.now())
        if put.problem:
            raise ComposerError(put.problem)
        return put


def _definition(tool: dict[str, Any]) -> Tool:
    known = {name: value for name, value in tool.items() if name in FIELDS and value is not None}
    hints: dict[str, Any] = known.pop("hints", {})
    names = {field.name for field in dataclasses.fields(ToolHints)}
    definition = ToolDefinition(
        **known, hints=ToolHints(**{name: bool(value) for name, value in hints.items() if name in names})
    )

    async def never(arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG001
        raise ToolError("tool_execution_failed", NOT_RECORDED.format(definition.name))

    return Tool(definition, never, source="the recording")


def _result(plain: dict[str, Any]) -> ToolResult:
    """Raises ToolError where the run did not come to a result."""
    result = from_plain(plain)
    if isinstance(result, ToolError):
        raise result
    return result


def _answer(verdict: dict[str, Any]) -> Answer:
    scope = verdict.get("scope")
    if scope not in ("once", "chat", "tool", "arguments"):
        return Answer("deny", str(verdict.get("reason", "")))
    return Answer(scope, str(verdict.get("reason", "")))
