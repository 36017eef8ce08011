from __future__ import annotations

import asyncio
import base64
import random
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from observers.block_view import Status
from overlay.calls.call import Call
from overlay.calls.executor import Executor
from overlay.calls.failures import GO_ON
from overlay.calls.outcome import Outcome, Progress
from overlay.calls.result_files import ResultFiles
from overlay.detection import ToolCall
from overlay.tools import ToolContext, ToolDefinition, ToolImage, ToolRegistry, ToolResult, tool
from overlay.tools.adapters import Tool
from overlay.tools.context import Highlight, OutlineTarget
from tests.calls.test_images import png
from tests.support.scene import idle
from tests.support.table import for_each


class PlayedStage:
    """Keeps the changes and results of a run."""

    def __init__(self) -> None:
        self.moves: list[Status] = []
        self.outcome = Outcome("")
        self.lines: list[str] = []
        self.results: list[Any] = []

    def move(self, call: Call, status: Status, note: str = "") -> None:
        self.moves.append(status)

    def end(self, call: Call, status: Status, outcome: Outcome) -> None:
        self.moves.append(status)
        self.outcome = outcome

    def progress(self, call: Call, progress: Progress) -> None:
        self.lines.append(progress.line)

    def tool_ran(self, call: Call, seconds: float, result: Any) -> None:
        self.results.append(result)

    async def title_of(self, call: Call) -> str:
        return "The page"

    def highlighter(self, call: Call) -> Highlight:
        async def highlight(marks: Sequence[OutlineTarget], seconds: float) -> list[str]:
            return [f"{call.identity}: {mark.text} for {seconds}" for mark in marks]

        return highlight


def executor_of(registry: ToolRegistry, limit: float = 120.0, **options: Any) -> tuple[Executor, PlayedStage]:
    stage = PlayedStage()
    return Executor(registry, cast("Any", stage), cast("Any", stage), limit, **options), stage


def record_of(name: str = "work", *, complete: bool = True, **arguments: Any) -> Call:
    call = ToolCall(
        name=name, arguments=arguments, format="xml_invoke", span=(0, 1), raw="", complete=complete
    )
    return Call("chat", "t1", call, "id-1", arguments=arguments)


async def ran(work: Callable[..., Any], **options: Any) -> PlayedStage:
    """Run a call of the tool `work` to its end."""
    execution, stage = executor_of(ToolRegistry([tool(name="work")(work)]), **options)
    record = record_of("work")
    execution.start(record)
    await execution.carry_out(record)
    return stage


async def test_a_call_runs_and_is_done() -> None:
    async def work() -> str:
        return "fine"

    stage = await ran(work)
    assert stage.moves == ["running", "done"]
    assert stage.outcome == Outcome("fine")


async def test_the_tool_gets_the_arguments_that_were_checked_and_the_pages_title() -> None:
    seen: list[object] = []

    @tool
    async def work(number: int, context: ToolContext) -> None:
        seen.extend((number, context.page_title))

    execution, _ = executor_of(ToolRegistry([work]))
    record = record_of(number=5)
    execution.start(record)
    await execution.carry_out(record)
    assert seen == [5, "The page"]


async def test_a_tool_can_outline_something_in_the_page_its_call_is_in() -> None:
    async def work(context: ToolContext) -> list[str]:
        assert context.highlight
        return await context.highlight([OutlineTarget("Send")], 3)

    assert (await ran(work)).outcome == Outcome('["id-1: Send for 3"]')


async def test_a_failing_tool_is_an_outcome() -> None:
    async def work() -> str:
        raise LookupError("no such thing")

    stage = await ran(work)
    assert stage.moves == ["running", "failed"]
    assert stage.outcome == Outcome(
        "'work' failed: LookupError: no such thing", "tool_execution_failed", advice=GO_ON
    )


async def test_an_error_that_the_tool_returns_is_a_failure() -> None:
    async def work() -> ToolResult:
        return ToolResult("half done", is_error=True)

    assert (await ran(work)).outcome == Outcome("half done", "tool_execution_failed", advice=GO_ON)


async def test_a_private_result_stays_private() -> None:
    async def work() -> ToolResult:
        return ToolResult("secret", private=True)

    assert (await ran(work)).outcome.private


async def test_a_tool_that_takes_too_long_is_stopped() -> None:
    async def work() -> None:
        await asyncio.Event().wait()

    execution, stage = executor_of(ToolRegistry([tool(name="work", timeout=None)(work)]), 0.001)
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert stage.moves[-1] == "failed"
    assert stage.outcome.error_code == "tool_timeout"


async def test_the_users_time_limit_for_a_tool_goes_before_its_own() -> None:
    async def work() -> None:
        await asyncio.Event().wait()

    limits = {"work": 0.001}
    execution, stage = executor_of(ToolRegistry([tool(name="work", timeout=60)(work)]), own_limit=limits.get)
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert stage.moves[-1] == "failed"
    assert stage.outcome.error_code == "tool_timeout"


async def test_a_tools_own_time_limit_goes_before_the_general_one() -> None:
    async def work() -> None:
        await asyncio.Event().wait()

    execution, stage = executor_of(ToolRegistry([tool(name="work", timeout=0.001)(work)]))
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert stage.outcome.error_code == "tool_timeout"


async def test_a_tool_that_is_gone_by_then_is_an_outcome() -> None:
    execution, stage = executor_of(ToolRegistry())
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert stage.outcome.error_code == "tool_not_found"


async def test_a_call_is_marked_as_started_before_anything_of_it_happens() -> None:
    execution, stage = executor_of(ToolRegistry())
    record = record_of()
    execution.start(record)
    assert record.started
    assert stage.moves == ["running"]


async def test_a_call_starts_only_once_and_only_if_it_is_complete() -> None:
    execution, _ = executor_of(ToolRegistry())
    record = record_of()
    execution.start(record)
    with pytest.raises(RuntimeError, match="can't be started"):
        execution.start(record)

    record = record_of(complete=False)
    with pytest.raises(RuntimeError, match="can't be started"):
        executor_of(ToolRegistry())[0].start(record)
    assert not record.started


async def test_a_cancelled_call_ends_as_cancelled() -> None:
    @tool
    async def work() -> None:
        await asyncio.Event().wait()

    execution, stage = executor_of(ToolRegistry([work]))
    record = record_of()
    execution.start(record)
    task = asyncio.create_task(execution.carry_out(record))
    await idle()
    assert execution.cancel(record)
    await task
    assert stage.moves[-1] == "cancelled"
    assert stage.outcome.error_code == "tool_cancelled"


async def test_a_call_that_does_not_run_can_not_be_cancelled() -> None:
    assert not executor_of(ToolRegistry())[0].cancel(record_of())

    execution, _ = executor_of(ToolRegistry())
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert not execution.cancel(record)


async def test_when_overlay_closes_the_call_ends_as_cancelled_and_its_tool_hears_of_it() -> None:
    contexts: list[ToolContext] = []
    begun = threading.Event()
    begun = threading.Event()

    @tool
    async def work(context: ToolContext) -> None:
        contexts.append(context)
        begun.set()
        await asyncio.Event().wait()

    execution, stage = executor_of(ToolRegistry([work]))
    record = record_of()
    execution.start(record)
    task = asyncio.create_task(execution.carry_out(record))
    await asyncio.to_thread(begun.wait, 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert stage.moves[-1] == "cancelled"
    assert contexts[0].cancelled


async def test_a_fault_of_overlays_own_is_an_outcome_too(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(ToolRegistry):
        def find(self, name: str) -> ToolDefinition:
            raise ZeroDivisionError("of ours")

    execution, stage = executor_of(Broken())
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert "overlay itself failed" in stage.outcome.text
    assert "of ours" in caplog.text


async def test_progress_is_shown_while_it_runs() -> None:
    async def handler(arguments: dict[str, Any], context: ToolContext) -> None:
        context.progress(0.5, "half")

    execution, stage = executor_of(ToolRegistry([Tool(ToolDefinition("work"), handler)]))
    record = record_of()
    execution.start(record)
    await execution.carry_out(record)
    assert stage.lines == ["50% half"]


@for_each(
    ("share", "text", "line"),
    [(None, " reading ", "reading"), (0.256, "", "26%"), (1, "done", "100% done"), (None, "", "")],
)
def test_progress_is_one_line(share: float | None, text: str, line: str) -> None:
    assert Progress(share, text).line == line


async def test_a_long_result_is_made_ready_for_the_model_and_cut_to_its_limit() -> None:
    async def work() -> str:
        return "x" * 5000

    stage = await ran(work, max_chars=3000)
    assert stage.outcome.encoded
    assert stage.outcome.encoded.startswith('<function_result call_id="id-1">\nxxx')
    assert "left out 2,000 of 5,000" in stage.outcome.encoded
    assert len(stage.outcome.text) == 5000


async def test_a_result_that_is_cut_is_stored_in_full_and_the_model_is_told_where(tmp_path: Path) -> None:
    async def work() -> str:
        return "x" * 5000

    stage = await ran(work, max_chars=3000, files=ResultFiles(tmp_path))
    assert stage.outcome.kept
    assert stage.outcome.kept.read_text() == "x" * 5000
    assert f"the whole is in {stage.outcome.kept}]" in (stage.outcome.encoded or "")


async def test_a_result_that_fits_is_not_kept(tmp_path: Path) -> None:
    async def work() -> str:
        return "x" * 2900

    assert (await ran(work, max_chars=3000, files=ResultFiles(tmp_path))).outcome.kept is None


async def test_a_reason_against_a_run_takes_the_place_of_the_run() -> None:
    ran: list[str] = []

    async def work() -> None:
        ran.append("work")

    async def refused(record: Call) -> Outcome | None:
        return Outcome("not now", "tool_execution_failed")

    stage = await ran_with(work, refused)
    assert ran == []
    assert stage.moves[-1] == "failed"
    assert stage.outcome.text == "not now"


async def test_a_run_waits_for_what_comes_before_it() -> None:
    order: list[str] = []

    async def work() -> None:
        order.append("work")

    async def written(record: Call) -> Outcome | None:
        await idle()
        order.append("written")
        return None

    await ran_with(work, written)
    assert order == ["written", "work"]


async def ran_with(work: Callable[..., Any], before: Callable[[Call], Any]) -> PlayedStage:
    return await ran(work, before=before)


async def test_a_picture_goes_to_the_user_and_the_model_is_told_of_it() -> None:
    async def work() -> ToolResult:
        return ToolResult("A plot.", images=[ToolImage(png())])

    stage = await ran(work)
    assert [picture.type for picture in stage.outcome.pictures] == ["image/png"]
    assert stage.outcome.text.startswith("A plot.\n[picture 1: image/png, 2 × 2")


@pytest.mark.parametrize("size", [900, 9000], ids=["a short result", "a long result"])
async def test_a_model_gets_no_binary_data_whatever_its_length(size: int) -> None:
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + random.Random(7).randbytes(size)).decode()

    async def work() -> str:
        return data

    assert (await ran(work)).outcome.text == f"({size + 8} bytes of image/png, left out)"
