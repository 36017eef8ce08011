import asyncio
import contextvars
import functools
import gc
import threading
from typing import Any

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.runner import call, in_thread, run


async def refusal(work: Any, *, context: ToolContext | None = None, limit: float | None = None) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await run("t", work, context or ToolContext(), limit)
    return caught.value


async def forever() -> None:
    await asyncio.Event().wait()


async def test_the_work_gives_its_value():
    async def work() -> int:
        return 3

    assert await run("t", work, ToolContext(), None) == 3


async def test_an_exception_is_reported_by_kind_and_text():
    async def work() -> None:
        raise ValueError("no such file")

    assert (await refusal(work)).as_dict() == {
        "code": "tool_execution_failed",
        "message": "'t' failed: ValueError: no such file",
        "data": {"type": "ValueError"},
    }


async def test_an_exception_without_text_is_reported_by_kind():
    async def work() -> None:
        raise KeyError

    assert (await refusal(work)).message == "'t' failed: KeyError"


async def test_a_tools_own_tool_error_passes_as_it_is():
    mine = ToolError("tool_denied", "not today")

    async def work() -> None:
        raise mine

    assert await refusal(work) is mine


async def test_work_past_its_time_limit_is_given_up_and_cancelled():
    fault = await refusal(forever, limit=0.01)
    assert fault.code == "tool_timeout"
    assert fault.data == {"seconds": 0.01}

    ended = asyncio.Event()

    async def work() -> None:
        try:
            await forever()
        finally:
            ended.set()

    await refusal(work, limit=0.01)
    await asyncio.wait_for(ended.wait(), 5)


async def test_work_that_ignores_its_cancellation_does_not_hold_up_the_caller():
    release = asyncio.Event()

    async def work() -> None:
        try:
            await forever()
        except asyncio.CancelledError:
            await release.wait()

    fault = await refusal(work, limit=0.01)
    release.set()
    assert fault.code == "tool_timeout"


async def test_a_late_failure_is_dropped_silently():
    gc.collect()  # what other tests left is theirs
    reported: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: reported.append(what))
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await forever()
        except asyncio.CancelledError:
            ended.set()
            raise ValueError("late") from None

    await refusal(work, limit=0.01)
    await asyncio.wait_for(ended.wait(), 5)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()
    asyncio.get_running_loop().set_exception_handler(None)
    assert reported == []


async def test_the_user_can_stop_the_work():
    context = ToolContext()

    async def work() -> None:
        context.cancel()
        await forever()

    assert (await refusal(work, context=context)).code == "tool_cancelled"


async def test_a_cancelled_caller_cancels_the_work():
    started, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        started.set()
        try:
            await forever()
        finally:
            ended.set()

    task = asyncio.ensure_future(run("t", work, ToolContext(), None))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(ended.wait(), 5)


async def test_work_that_cancels_itself_has_failed():
    async def work() -> None:
        raise asyncio.CancelledError

    fault = await refusal(work)
    assert fault.code == "tool_execution_failed"
    assert fault.message == "'t' cancelled itself"


async def test_sync_code_runs_in_a_daemon_thread_of_its_own():
    thread: threading.Thread = await in_thread(threading.current_thread)
    assert thread is not threading.current_thread()
    assert thread.daemon


async def test_sync_code_sees_the_callers_context_variables():
    variable = contextvars.ContextVar("variable", default=0)
    variable.set(7)
    assert await in_thread(variable.get) == 7


async def test_sync_code_that_exits_ends_only_itself():
    def leave() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        await in_thread(leave)


async def test_a_tool_that_exits_has_failed():
    def leave() -> None:
        raise SystemExit(3)

    fault = await refusal(lambda: call(leave, [], {}))
    assert fault.code == "tool_execution_failed"
    assert fault.message == "'t' failed: SystemExit: 3"


async def test_sync_code_that_raises_stop_iteration_is_reported():
    def stop() -> None:
        raise StopIteration("x")

    fault = await refusal(lambda: call(stop, [], {}))
    assert "StopIteration" in fault.message


async def test_the_loop_goes_on_while_sync_code_waits():
    loop = asyncio.get_running_loop()
    go = threading.Event()
    loop.call_soon(go.set)
    assert await in_thread(lambda: go.wait(10))


async def test_a_late_value_of_a_thread_is_dropped():
    go, done = threading.Event(), threading.Event()

    def slow() -> None:
        go.wait(10)
        asyncio.run_coroutine_threadsafe(mark(), loop)

    async def mark() -> None:
        done.set()

    loop = asyncio.get_running_loop()
    fault = await refusal(lambda: call(slow, [], {}), limit=0.01)
    go.set()
    await in_thread(lambda: done.wait(10))
    assert fault.code == "tool_timeout"
    assert done.is_set()


def test_a_thread_that_outlives_the_loop_ends_silently():
    go = threading.Event()
    threads: list[threading.Thread] = []

    def slow() -> None:
        threads.append(threading.current_thread())
        go.wait(10)

    async def give_up() -> None:
        with pytest.raises(ToolError):
            await run("t", lambda: call(slow, [], {}), ToolContext(), 0.01)

    asyncio.run(give_up())
    go.set()
    threads[0].join(10)
    assert not threads[0].is_alive()


async def test_async_functions_and_objects_run_beside_the_loop():
    async def where() -> threading.Thread:
        return threading.current_thread()

    assert await call(where, [], {}) is not threading.current_thread()

    class Where:
        async def __call__(self) -> threading.Thread:
            return threading.current_thread()

    assert await call(Where(), [], {}) is not threading.current_thread()


async def test_an_awaitable_that_a_sync_function_returns_is_awaited():
    async def add(a: int, b: int) -> int:
        return a + b

    assert await call(functools.partial(add, 1), [], {"b": 2}) == 3


async def test_sync_code_can_see_that_no_one_waits_for_it_any_more():
    context = ToolContext()
    await refusal(forever, context=context, limit=0.01)
    assert context.cancelled


async def test_work_that_was_done_in_time_is_not_cancelled():
    async def work() -> None: ...

    context = ToolContext()
    await run("t", work, context, 10)
    assert not context.cancelled


async def test_a_passed_time_limit_is_distinguished_from_the_users_stop():
    late, stopped = ToolContext(), ToolContext()
    stopped.cancel()
    await refusal(forever, context=late, limit=0.01)
    await refusal(forever, context=stopped)
    assert late.timed_out
    assert not stopped.timed_out


async def test_the_time_in_which_a_user_is_asked_is_not_counted():
    context = ToolContext()

    async def work() -> str:
        with context.asking():
            await asyncio.get_running_loop().run_in_executor(None, later.wait, 60)
        return "answered"

    later = threading.Event()
    asyncio.get_running_loop().call_later(0.3, later.set)
    assert await run("t", work, context, 0.1) == "answered"


async def test_the_time_limit_goes_on_once_the_user_has_answered():
    context = ToolContext()

    async def work() -> None:
        with context.asking():
            pass
        await forever()

    assert (await refusal(work, context=context, limit=0.05)).code == "tool_timeout"


async def test_an_exception_that_can_not_be_put_into_words_is_reported_by_kind():
    class Wordless(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no")

    async def work() -> None:
        raise Wordless

    error = await refusal(work)
    assert error.message == "'t' failed: Wordless: it can't say why: RuntimeError"
