"""The user, the tools and the message box of a replay: they give the recorded answers and have no effects."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from overlay.calls.block_context import BlockContext, Visibility
from overlay.calls.call import Call
from overlay.calls.hidden_calls import Look
from overlay.calls.outcome import Outcome
from overlay.calls.store import fingerprint
from overlay.capture.model import Answered, InputLine, LogLine, Looked, Put, Ran, Recalled, Tainted
from overlay.capture.tool_results import from_plain
from overlay.chat.composer.composer import ComposerError, Inserted
from overlay.common.clock import Clock
from overlay.detection.model import ToolCall
from overlay.policy import Policy
from overlay.policy.model import COMMAND, CallOrigin
from overlay.policy.taint import Taint
from overlay.tools import Tool, ToolContext, ToolDefinition, ToolError, ToolRegistry
from overlay.tools.definition import ToolHints
from overlay.tools.result import ToolResult
from overlay.ui.terminal.approver import Answer, Question

NOT_RECORDED = "{} did not run when this was recorded, so there is no result to answer with"
FIELDS = tuple(field.name for field in dataclasses.fields(ToolDefinition) if field.init)


class RecordedTools(ToolRegistry):
    """The recorded tools. No tool is run: a call gets the result of the recorded run with the same arguments,
    or else of the next recorded run of that tool, when that run ended. `clock` has the recording's time, or
    if the page is `live`, any other: then a run takes as long as it did. `unfinished` are the name and the
    arguments of each call that still ran when the recording ended: such a run has no end here either.
    """

    def __init__(
        self,
        tools: Iterable[dict[str, Any]],
        inputs: Iterable[InputLine],
        clock: Clock,
        *,
        live: bool = False,
        unfinished: Iterable[tuple[str, Any]] = (),
    ) -> None:
        super().__init__()
        self._live = live
        self._unfinished = list(unfinished)
        self.endless = 0
        """The number of calls that run now and have no end."""
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
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 - the recording has the outcome
    ) -> ToolResult:
        """Return the recorded result.

        Raises ToolError if the call is invalid, if the recorded run failed or does not exist, or on
        cancellation.
        """
        definition, _ = self.prepare(name, arguments)
        endless = self._has_no_end(definition.name, arguments)
        ran = None if endless else self._next(definition.name, arguments)
        context = context or ToolContext()
        stop = context.begin()
        stopped = asyncio.ensure_future(stop.wait())
        finished = asyncio.ensure_future(
            asyncio.Event().wait() if endless else self._clock.sleep(self._seconds(ran) if ran else 0)
        )
        self.endless += endless
        try:
            await asyncio.wait({stopped, finished}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                raise ToolError("tool_cancelled", f"{name!r} was stopped by the user before it was done")
        finally:
            self.endless -= endless
            context.end(stop)
            stopped.cancel()
            finished.cancel()
        if ran is None:
            raise ToolError("tool_execution_failed", NOT_RECORDED.format(definition.name))
        return _result(ran.result)

    def _seconds(self, ran: Ran) -> float:
        if self._live:
            return ran.took / 1000
        # On a busy machine a run begins late: the user may have pressed another block before its end.
        return max(0, (ran.at + ran.took) / 1000 - self._clock.now())

    def _has_no_end(self, name: str, arguments: Any) -> bool:
        """Return whether this is a run that was cut off, which counts once; an equal one may have ended."""
        if any(ran.arguments == arguments for ran in self._runs_of(name)):
            return False
        for cut in self._unfinished:
            if cut[0] in names_of(name) and cut[1] == arguments:
                self._unfinished.remove(cut)
                return True
        return False

    def _runs_of(self, name: str) -> list[Ran]:
        return [ran for ran in self._runs if ran.name in names_of(name)]

    def _next(self, name: str, arguments: Any) -> Ran | None:
        named = self._runs_of(name)
        ran = next((ran for ran in named if ran.arguments == arguments), named[0] if named else None)
        if ran:
            self._runs.remove(ran)
        return ran


def names_of(name: str) -> tuple[str, str]:
    """Return the names by which a recording may call a tool: with and without its server's."""
    return name, name.partition(".")[2]


def unfinished_runs(log: Iterable[LogLine]) -> list[tuple[str, Any]]:
    """Return the name of the tool and the arguments of each call that runs at the end of a log."""
    found: dict[int, dict[str, Any]] = {}
    for line in log:
        if line.block is not None:
            found.setdefault(line.block, {}).update(line.info)
    running = [info for info in found.values() if info.get("status") == "running"]
    return [(str(info.get("name")), info.get("arguments", {})) for info in running]


class RecordedUser:
    """The user of a replay: questions stay open until `answer` passes the recorded answer."""

    def __init__(self) -> None:
        self._open: list[tuple[Question, asyncio.Future[Answer]]] = []

    async def __call__(self, question: Question) -> Answer:
        """Wait for the recorded answer to a question and return it."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        entry = (question, answer)
        self._open.append(entry)
        try:
            return await answer
        finally:
            self._open.remove(entry)

    def answer(self, line: Answered, tool: str) -> bool:
        """Answer the oldest open question about a call of `tool`; return whether there was one."""
        for question, future in self._open:
            if tool in (question.tool.name, question.tool.bare_name) and not future.done():
                future.set_result(answer_of(line.verdict))
                return True
        return False


class RecordedBox:
    """The message box of a replay: an insertion has the recorded result at the recorded time. The recorded
    steps contain the page's reaction.
    """

    def __init__(self, inputs: Iterable[InputLine], clock: Clock) -> None:
        self._puts = [line for line in inputs if isinstance(line, Put)]
        self._clock = clock

    async def insert(self, text: str) -> Inserted:
        """Return the recorded result of the next insertion. Raises ComposerError if it failed."""
        put = await self._done(sent=False)
        return Inserted(text, exact=put.exact if put else True)

    async def accepts_file(self, media_type: str, name: str) -> bool:  # noqa: ARG002 - as below
        """Return False: a replay attaches no files."""
        return False

    async def attach(self, path: Path) -> bool:  # noqa: ARG002 - no file leaves a replay
        """Return False: a replay attaches no files."""
        return False

    async def holds(self, text: str) -> bool:  # noqa: ARG002 - the recording has the content
        """Return whether the next recorded action is a send, not an insertion."""
        return bool(self._puts) and self._puts[0].sent

    async def submit(self) -> None:
        """Wait for the time of the next recorded send. Raises ComposerError if it failed."""
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


class RecordedHistory:
    """What was known of earlier runs when the page was recorded: calls of the ledger, and taint.

    `documents` are the recorded numbers of the documents so far, by their ids. The taint is given to
    `policy`.
    """

    def __init__(self, inputs: Iterable[InputLine], policy: Policy) -> None:
        self.documents: dict[str, int] = {}
        self._policy = policy
        self._lines = [line for line in inputs if isinstance(line, (Recalled, Tainted))]
        self._chats: dict[str, list[str]] = {}
        self._calls: dict[int, Call] = {}

    def __call__(self, context: BlockContext) -> list[Call]:
        """Return the recorded calls of the conversation that the document of a block shows."""
        chats = self._chats.setdefault(context.document, [])
        if context.conversation not in chats:
            chats.append(context.conversation)
        place = self.documents.get(context.document), chats.index(context.conversation) + 1
        lines = [line for line in self._lines if (line.doc, line.chat) == place]
        for line in lines:
            if isinstance(line, Tainted):
                origin = CallOrigin(context.origin, context.conversation, line.named)
                self._policy.add_taint(origin, Taint(line.private, line.untrusted))
        return [self._call(line, context) for line in lines if isinstance(line, Recalled)]

    def _call(self, line: Recalled, context: BlockContext) -> Call:
        """Return the call of a line: the same one for each document that shows it."""
        call = self._calls.get(line.id) or _recalled(line, context)
        if line.id:
            self._calls[line.id] = call
        call.status, call.note, call.uncertain_chat = line.status, line.note, line.uncertain
        call.started, call.inserted, call.sent = line.started, line.inserted, line.inserted
        call.outcome = Outcome(**line.result.model_dump()) if line.result else None
        return call


class RecordedSight:
    """How the page of a replay shows calls that are due: as it did when it was recorded, at the same times.

    A replay can't tell itself: it draws no frames, and what was in front of the page may not be part of it.
    `number_of` returns the recorded number of a block by its id.
    """

    def __init__(
        self, inputs: Iterable[InputLine], clock: Clock, number_of: Callable[[str], int | None]
    ) -> None:
        self._clock = clock
        self._number_of = number_of
        self._firsts: dict[int, list[Looked]] = {}
        self._looks: dict[int, list[Looked]] = {}
        for line in inputs:
            if isinstance(line, Looked):
                (self._firsts if line.first else self._looks).setdefault(line.block, []).append(line)

    def first(self, call: Call, visibility: Visibility) -> Visibility:
        """Return whether the page showed or hid a call that was just written; without a record, `visibility`.

        What `visibility` says of the words around the call is kept: they are in the recording.
        """
        line = self._next(self._firsts, call)
        shown = line.found if line else None
        return shown if shown in ("plain", "hidden") and visibility in ("plain", "hidden") else visibility

    async def again(self, call: Call, look: Look) -> Visibility | None:
        """Return the result of the next recorded look at the call, or of the last; without any, of `look`."""
        line = self._next(self._looks, call)
        if line is None:
            return await look()
        if not line.ended:
            await asyncio.Event().wait()
        await self._clock.sleep(line.at / 1000 - self._clock.now())
        return line.found

    def _next(self, lines: Mapping[int, list[Looked]], call: Call) -> Looked | None:
        numbers = [number for block in call.blocks if (number := self._number_of(block))]
        recorded = next((lines[number] for number in numbers if number in lines), None)
        if recorded is None:
            return None
        return recorded.pop(0) if len(recorded) > 1 else recorded[0]


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


def _recalled(line: Recalled, context: BlockContext) -> Call:
    written: dict[str, Any] = {"name": line.name, "call_id": line.call_id, "arguments": line.arguments}
    parsed = ToolCall(**written, format="", span=(0, 0), raw="")
    identity = line.call_id or line.name
    call = Call(context.conversation, line.turn, parsed, identity)
    call.fingerprint, call.replies_to, call.from_ledger = fingerprint(parsed), line.replies_to, True
    return call


def _result(plain: dict[str, Any]) -> ToolResult:
    """Return a recorded result. Raises ToolError if the recorded run failed."""
    result = from_plain(plain)
    if isinstance(result, ToolError):
        raise result
    return result


def answer_of(verdict: Mapping[str, object]) -> Answer:
    """Return the answer that a recorded verdict gives in a run with the recorded tools."""
    scope = verdict.get("scope")
    if scope in COMMAND:
        # A replay runs no commands, so its questions offer no rule for one.
        scope = "once"
    if scope not in ("once", "chat", "tool", "arguments"):
        return Answer("deny", str(verdict.get("reason", "")))
    return Answer(scope, str(verdict.get("reason", "")))
