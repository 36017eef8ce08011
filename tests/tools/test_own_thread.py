import asyncio
import threading

import pytest

from overlay.tools.own_thread import ToolExit, in_own_thread


async def test_a_function_gives_its_value():
    assert await in_own_thread(lambda: 3) == 3


async def test_an_awaitable_is_awaited_in_the_same_thread():
    threads: list[threading.Thread] = []

    async def note() -> None:
        threads.append(threading.current_thread())

    def begin() -> object:
        threads.append(threading.current_thread())
        return note()

    await in_own_thread(begin)
    assert threads[0] is threads[1]


async def test_an_exception_of_the_thread_is_raised_as_one():
    with pytest.raises(ZeroDivisionError):
        await in_own_thread(lambda: 1 / 0)

    def leave() -> None:
        raise SystemExit(3)

    with pytest.raises(ToolExit) as caught:
        await in_own_thread(leave)
    assert isinstance(caught.value.error, SystemExit)


async def test_a_function_that_is_cancelled_before_it_begins_does_not_begin():
    begun = threading.Event()
    hold = threading.Event()

    async def work() -> None:
        begun.set()
        await asyncio.sleep(0)

    def late() -> object:
        hold.wait(20)
        return work()

    task = asyncio.create_task(in_own_thread(late))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    hold.set()
    left = [thread for thread in threading.enumerate() if thread.name == "overlay-tool"]
    await asyncio.to_thread(lambda: [thread.join(20) for thread in left])
    assert not begun.is_set()
