from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from overlay.capture.replay import idle as module
from overlay.capture.replay.idle import idle


async def test_chains_of_callbacks_and_tasks_are_waited_for_to_their_end() -> None:
    loop, done = asyncio.get_running_loop(), list[int]()

    def link(left: int) -> None:
        if left:
            loop.call_soon(link, left - 1)
        else:
            done.append(1)

    async def deep(left: int) -> int:
        return 1 + await asyncio.create_task(deep(left - 1)) if left else 0

    link(20)
    task = asyncio.create_task(deep(20))
    await idle()
    assert done == [1]
    assert task.done()


async def test_the_event_loop_of_this_python_shows_its_queue_and_the_tasks_in_it() -> None:
    loop: Any = asyncio.get_running_loop()
    task = loop.create_task(asyncio.sleep(0))
    plain = loop.call_soon(lambda: None)
    waiting = list(loop._ready)
    assert waiting[-1] is plain
    assert [module._task(handle) for handle in waiting[-2:]] == [task, None]  # pyright: ignore[reportPrivateUsage]
    await task


def test_a_task_that_only_takes_turns_is_not_waited_for() -> None:
    async def turns_taken() -> int:
        over = False

        async def spin() -> None:
            while not over:  # noqa: ASYNC110 - that is what it is about
                await asyncio.sleep(0)

        spinner = asyncio.create_task(spin())
        turns = 0

        async def count() -> None:
            nonlocal turns
            while not spinner.done():
                turns += 1
                await asyncio.sleep(0)

        counter = asyncio.create_task(count())
        await idle()
        taken, over = turns, True
        await counter
        return taken

    # In its own loop: in that of all tests a message of the browser may come just now.
    with asyncio.Runner() as runner:
        assert runner.run(turns_taken()) < module.MOST_TURNS / 2


async def test_two_tasks_can_wait_until_the_loop_is_idle() -> None:
    await asyncio.gather(idle(), idle())


async def test_a_chain_that_never_ends_is_given_up() -> None:
    loop, over = asyncio.get_running_loop(), False

    def again() -> None:
        if not over:
            loop.call_soon(again)

    again()
    await idle()
    over = True


async def test_a_loop_that_shows_no_queue_gets_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    sleep: Callable[..., Any] = asyncio.sleep

    async def counted(seconds: float) -> None:
        turns.append(seconds)
        await sleep(seconds)

    stand_in: Any = type(
        "asyncio", (), {"sleep": staticmethod(counted), "get_running_loop": object, "Task": asyncio.Task}
    )
    monkeypatch.setattr(module, "asyncio", stand_in)
    await idle()
    assert turns == [0] * module.MOST_TURNS
