from __future__ import annotations

import asyncio

import pytest

from overlay.calls.slots import WAITS, ExecutionSlots
from overlay.tools import ToolContext, ToolError
from tests.support.scene import idle
from tests.support.table import for_each


class Runner:
    """Calls that run until the test ends them."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.turns = ExecutionSlots(lambda: self.at_once)
        self.running: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.ends: dict[str, asyncio.Event] = {}
        self.contexts: dict[str, ToolContext] = {}
        self.told: list[tuple[str, str]] = []

    async def begin(self, *names: str) -> None:
        for name in names:
            self.ends[name] = asyncio.Event()
            self.contexts[name] = ToolContext(
                on_progress=lambda _, text, name=name: self.told.append((name, text))
            )
            self.tasks[name] = asyncio.create_task(self._call(name))
        await idle()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await idle()

    async def _call(self, name: str) -> None:
        async with self.turns.one(self.contexts[name]):
            self.running.append(name)
            await self.ends[name].wait()
            self.running.remove(name)


async def test_a_limited_number_of_calls_runs_at_once_and_the_others_in_order() -> None:
    runner = Runner(2)
    await runner.begin("a", "b", "c", "d")
    assert runner.running == ["a", "b"]
    await runner.end("b")
    assert runner.running == ["a", "c"]
    await runner.end("a")
    assert runner.running == ["c", "d"]
    for name in "cd":
        await runner.end(name)


async def test_a_waiting_call_says_that_it_waits_until_its_turn_comes() -> None:
    runner = Runner(1)
    await runner.begin("a", "b")
    assert runner.told == [("b", WAITS)]
    await runner.end("a")
    assert runner.told == [("b", WAITS), ("b", "")]
    await runner.end("b")


async def test_a_call_that_is_stopped_while_it_waits_ends_and_the_next_is_not_held_up() -> None:
    runner = Runner(1)
    await runner.begin("a", "b", "c")
    runner.contexts["b"].cancel()
    await idle()
    with pytest.raises(ToolError, match="before its turn came") as caught:
        await runner.tasks["b"]
    assert caught.value.code == "tool_cancelled"
    await runner.end("a")
    assert runner.running == ["c"]
    await runner.end("c")


async def test_a_call_that_was_stopped_before_it_came_does_not_wait() -> None:
    runner = Runner(1)
    await runner.begin("a")
    context = ToolContext()
    context.cancel()
    with pytest.raises(ToolError):
        async with runner.turns.one(context):
            pytest.fail("it ran")
    await runner.end("a")


@for_each("stop", ["cancel the task", "stop the call"])
async def test_a_turn_that_came_at_the_moment_of_its_end_goes_to_the_next(stop: str) -> None:
    runner = Runner(1)
    await runner.begin("a", "b", "c")
    end = runner.tasks["b"].cancel if stop == "cancel the task" else runner.contexts["b"].cancel
    runner.tasks["a"].add_done_callback(lambda _: end())
    await runner.end("a")
    assert runner.running == ["c"]
    await runner.end("c")
    await asyncio.gather(*runner.tasks.values(), return_exceptions=True)


async def test_a_call_that_fails_gives_its_turn_back() -> None:
    turns = ExecutionSlots(lambda: 1)
    with pytest.raises(KeyError):
        async with turns.one(ToolContext()):
            raise KeyError
    async with turns.one(ToolContext()):
        pass


async def test_a_number_that_is_raised_counts_from_the_next_end_on() -> None:
    runner = Runner(1)
    await runner.begin("a", "b", "c")
    runner.at_once = 2
    await runner.end("a")
    assert runner.running == ["b", "c"]
    for name in "bc":
        await runner.end(name)
