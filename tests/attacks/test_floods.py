"""Servers that are programs and send without end. Each attack has its control: the same server, sending a little."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.elicitation import Elicitation, FormAnswer
from overlay.tools.mcp.prompts import UserPrompts
from overlay.tools.mcp.size_limits import ServerLimits
from tests.support.effort import corners
from tests.tools.mcp.conftest import QUICK
from tests.tools.mcp.watched import Watched, once, watch

SERVER = Path(__file__).parent / "flood_server.py"


@contextlib.asynccontextmanager
async def flood(
    mode: str, amount: int, folder: Path, prompts: UserPrompts | None = None, **limits: Any
) -> AsyncGenerator[Watched]:
    args = [str(SERVER), mode, str(amount), str(folder / "counted")]
    config = ServerConfig(key="x", kind="stdio", command=sys.executable, args=args)
    settings = replace(QUICK, retry=once, limits=ServerLimits(**limits))
    async with watch(config, folder, settings=settings, prompts=prompts) as watched:
        yield watched


async def met(mode: str, amount: int, folder: Path, **limits: Any) -> tuple[str, str]:
    """The error of the call, and why the server failed."""
    async with flood(mode, amount, folder, **limits) as server:
        await server.reach("ready")
        refusal = await server.refusal("x.go")
        failed = await server.reach("failed")
        return refusal.message, failed.reason


async def test_a_line_without_an_end_is_not_read_on(tmp_path: Path):
    said, reason = await met("line", 5_000_000, tmp_path, message=200_000)
    assert reason == "it sent a message of more than 200000 bytes"
    assert reason in said
    assert int((tmp_path / "counted").read_text()) < 1_000_000


async def test_a_long_result_is_refused_with_the_limit(tmp_path: Path):
    said, reason = await met("result", 300_000, tmp_path, message=200_000)
    assert "more than 200000 bytes" in said
    assert "more than 200000 bytes" in reason


async def test_a_result_within_the_limit_arrives(tmp_path: Path):
    async with flood("result", 100_000, tmp_path, message=200_000) as server:
        await server.reach("ready")
        assert len((await server.call("x.go")).text) == 100_000


async def test_all_messages_together_have_a_limit(tmp_path: Path):
    said, _ = await met("progress", 1_500, tmp_path, bytes=100_000)
    assert "more than 100000 bytes within 60 seconds" in said


@pytest.mark.parametrize("mode", ["progress", "logging"])
async def test_the_number_of_messages_has_a_limit(mode: str, tmp_path: Path):
    said, _ = await met(mode, 1_000, tmp_path, messages=100)
    assert "more than 100 messages within 60 seconds" in said


@pytest.mark.parametrize("mode", corners(["progress", "logging", "pings"], "progress", "pings"))
async def test_a_few_messages_beside_the_result_are_taken(mode: str, tmp_path: Path):
    async with flood(mode, 5, tmp_path, messages=100, requests=10) as server:
        await server.reach("ready")
        assert (await server.call("x.go")).text == "done"


@pytest.mark.thorough
async def test_progress_that_comes_at_once_is_shown_by_its_newest(tmp_path: Path):
    shown: list[float | None] = []
    context = ToolContext(on_progress=lambda fraction, message: shown.append(fraction))
    async with flood("progress", 1_500, tmp_path) as server:
        await server.reach("ready")
        await server.call("x.go", context=context)
    assert len(shown) < 300


async def test_requests_that_are_not_waited_for_have_a_limit(tmp_path: Path):
    said, _ = await met("pings", 20_000, tmp_path, requests=100)
    assert "more than 100 open requests" in said


class Asked:
    """A person who answers nothing before the last question is there."""

    def __init__(self) -> None:
        self.open = 0
        self.go = asyncio.Event()

    async def __call__(self, elicitation: Elicitation) -> FormAnswer:
        self.open += 1
        await self.go.wait()
        return FormAnswer("decline")


async def asked(amount: int, folder: Path, **limits: Any) -> int:
    person = Asked()
    async with flood("questions", amount, folder, UserPrompts(elicit=person), **limits) as server:
        await server.reach("ready")
        await server.call("x.go")
        person.go.set()
        return person.open


async def test_a_user_is_asked_only_so_much_at_once(tmp_path: Path):
    assert await asked(50, tmp_path, questions=5) == 5


async def test_a_user_is_asked_what_is_within_the_limit(tmp_path: Path):
    assert await asked(3, tmp_path, questions=5) == 3


async def test_the_log_of_a_server_that_writes_without_end_is_bounded(tmp_path: Path):
    async with flood("errors", 600_000, tmp_path, log=100_000, log_window=300_000) as server:
        await server.reach("ready")
        assert (await server.call("x.go")).text == "done"
    assert sum(len((tmp_path / name).read_bytes()) for name in ("x.log", "x.log.1")) <= 200_000


async def test_the_newest_of_a_log_is_kept(tmp_path: Path):
    async with flood("errors", 50_000, tmp_path, log=100_000) as server:
        await server.reach("ready")
        await server.call("x.go")
    assert (tmp_path / "x.log").read_text().count("x" * 999) == 50


async def test_tools_beyond_the_limit_are_left_out_and_that_is_said(tmp_path: Path):
    async with flood("many", 500, tmp_path, tools=20) as server:
        status = await server.reach("ready")
        assert len(status.tools) == 20
        assert status.problems == ["it has more than 20 tools"]


async def test_tools_whose_schemas_are_too_large_together_are_left_out_and_that_is_said(tmp_path: Path):
    async with flood("many", 50, tmp_path, parts=30) as server:
        status = await server.reach("ready")
        assert status.problems == ["the schemas of its tools have more than 30 parts"]


async def test_a_list_of_tools_whose_pages_never_end_is_not_read_on(tmp_path: Path):
    async with flood("pages", 100_000, tmp_path, listing=1_000_000) as server:
        assert (await server.reach("failed")).reason == "the list of its tools has more than 1 MB"


async def test_a_long_description_is_cut(tmp_path: Path):
    async with flood("wordy", 1_000_000, tmp_path) as server:
        await server.reach("ready")
        assert len(server.registry.definition("x.go").description) < 30_000


@pytest.mark.parametrize("levels", corners([50, 95, 500, 20_000], 50, 20_000))
async def test_a_schema_nested_too_deep_leaves_the_servers_other_tools(levels: int, tmp_path: Path):
    async with flood("deep", levels, tmp_path) as server:
        status = await server.reach("ready")
        assert status.tools == ["x.t0", "x.t2"]
        assert "t1: the schema of its parameters can't be used: it is nested deeper" in status.problems[0]


async def test_a_schema_nested_less_is_a_tool_like_the_others(tmp_path: Path):
    async with flood("deep", 10, tmp_path) as server:
        assert (await server.reach("ready")).tools == ["x.t0", "x.t1", "x.t2"]


@pytest.mark.parametrize("levels", corners([3, 40], 40))
async def test_a_schema_of_results_does_not_hold_overlay_up(levels: int, tmp_path: Path):
    async with flood("output", levels, tmp_path) as server:
        await server.reach("ready")
        assert (await server.call("x.go")).text == "done"


async def test_a_server_that_met_a_limit_is_left_alone_for_longer_each_time(tmp_path: Path):
    attempts: list[int] = []

    def retry(attempt: int) -> float:
        attempts.append(attempt)
        return 0.01 if len(attempts) < 3 else 1e6

    args = [str(SERVER), "pages", "100000", str(tmp_path / "counted")]
    config = ServerConfig(key="x", kind="stdio", command=sys.executable, args=args)
    settings = replace(QUICK, retry=retry, limits=ServerLimits(listing=1_000_000))
    async with watch(config, tmp_path, settings=settings) as server:
        while len(attempts) < 3:
            await server.reach("failed", after=len(server.seen))
    assert attempts == [4, 7, 10]


@pytest.mark.parametrize(
    ("mode", "amount"),
    corners(
        [("nested", 500), ("nested", 50_000), ("digits", 50_000), ("letters", 3)],
        ("nested", 50_000),
        ("digits", 50_000),
        ("letters", 3),
    ),
)
async def test_a_call_ends_with_the_reason_where_its_answer_cannot_be_read(
    mode: str, amount: int, tmp_path: Path
):
    async with flood(mode, amount, tmp_path) as server:
        await server.reach("ready")
        assert "can't read the server's answer" in (await server.refusal("x.go")).message


@pytest.mark.parametrize(("mode", "amount"), corners([("nested", 50), ("digits", 50)], ("nested", 50)))
async def test_an_answer_that_can_be_read_arrives(mode: str, amount: int, tmp_path: Path):
    async with flood(mode, amount, tmp_path) as server:
        await server.reach("ready")
        assert (await server.call("x.go")).text == "done "


async def test_half_of_a_surrogate_pair_costs_one_character_and_not_the_answer(tmp_path: Path):
    async with flood("halves", 1, tmp_path) as server:
        await server.reach("ready")
        assert (await server.call("x.go")).text == "done \ufffd and \ufffd, \U0001f600"
