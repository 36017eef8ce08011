import asyncio
import threading

import pytest

from overlay.tools.context import ToolContext


class Seen(list[tuple[float | None, str]]):
    """A caller that stores the progress it gets."""

    def __call__(self, fraction: float | None, message: str) -> None:
        self.append((fraction, message))


async def in_a_thread(do: object) -> None:
    assert callable(do)
    await asyncio.to_thread(do)


async def test_progress_reaches_the_caller_within_its_bounds():
    seen = Seen()
    context = ToolContext(on_progress=seen)
    context.begin()
    context.progress(0.5, "half")
    assert seen == [(0.5, "half")]

    bounded: list[float | None] = []
    context = ToolContext(on_progress=lambda fraction, _: bounded.append(fraction))
    context.begin()
    for fraction in (-1, 7, None):
        context.progress(fraction)
    assert bounded == [0, 1, None]


async def test_progress_from_a_thread_is_reported_on_the_loop():
    threads: list[threading.Thread] = []

    def note(fraction: float | None, message: str) -> None:
        threads.append(threading.current_thread())

    context = ToolContext(on_progress=note)
    context.begin()
    await in_a_thread(lambda: context.progress(0.1))
    await asyncio.sleep(0)
    assert threads == [threading.current_thread()]


async def test_progress_after_the_end_is_dropped():
    seen = Seen()
    context = ToolContext(on_progress=seen)
    context.end(context.begin())
    context.progress(1)
    assert seen == []


async def test_progress_on_its_way_at_the_end_is_dropped():
    seen = Seen()
    context = ToolContext(on_progress=seen)
    stop = context.begin()
    thread = threading.Thread(target=lambda: context.progress(0.1))
    thread.start()
    thread.join()
    context.end(stop)
    await asyncio.sleep(0)
    assert seen == []


async def test_a_caller_that_fails_to_show_progress_does_not_hurt_the_tool(caplog: pytest.LogCaptureFixture):
    def broken(fraction: float | None, message: str) -> None:
        raise ValueError(message)

    context = ToolContext(on_progress=broken)
    context.begin()
    context.progress(0.5, "x")
    assert "showing a tool's progress failed" in caplog.text


def test_progress_without_a_caller_or_a_loop_is_harmless():
    ToolContext().progress(0.5)

    seen = Seen()
    ToolContext(on_progress=seen).progress(0.5, "x")
    assert seen == [(0.5, "x")]


async def test_cancel_wakes_a_waiting_call_also_from_a_thread():
    context = ToolContext()
    stop = context.begin()
    context.cancel()
    assert stop.is_set()
    assert context.cancelled

    context = ToolContext()
    stop = context.begin()
    await in_a_thread(context.cancel)
    await asyncio.wait_for(stop.wait(), 5)

    context = ToolContext()
    context.cancel()
    assert context.begin().is_set()


def test_progress_into_a_closed_loop_is_dropped():
    seen = Seen()
    context = ToolContext(on_progress=seen)

    async def begin() -> None:
        context.begin()

    asyncio.run(begin())
    context.progress(0.5)
    assert seen == []


def test_two_questions_at_once_count_once(monkeypatch: pytest.MonkeyPatch):
    now = iter([10.0, 15.0])
    monkeypatch.setattr("overlay.tools.context.time.monotonic", lambda: next(now))
    context = ToolContext()
    with context.asking(), context.asking():
        pass
    assert context.asked == 5.0
