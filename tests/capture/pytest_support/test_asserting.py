from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from overlay.calls.events import BlockInfo
from overlay.capture.check.model import Verdict
from overlay.capture.pytest_support import blocks
from overlay.capture.pytest_support.asserting import AssertBlocks
from overlay.capture.pytest_support.literals import Seen
from overlay.capture.recording import Recording
from overlay.companion.companion import Companion
from tests.capture.check.runner.recorded import DEMO
from tests.capture.check.verdicts import ARGUMENT, different, same


class Replayed:
    """The border to the browser: says what a replay gave."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.updates: list[bool] = []

    def check(self, recording: Recording, *, update: bool) -> Verdict:
        self.updates.append(update)
        return self.verdict

    def blocks(self, recording: Recording) -> list[Seen]:
        return [Seen("read", {}, "done")]


class Chat:
    """A companion whose blocks come one at a time, with an event each; then nothing happens any more."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.shown = 0

    async def blocks(self) -> list[BlockInfo]:
        calls = [
            BlockInfo(id=name, kind="call", name=name, call_id="", status="ready")
            for name in self.names[: self.shown]
        ]
        return [*calls, BlockInfo(id="r", kind="result", name="Result", call_id="", status="result")]

    async def events(self) -> AsyncIterator[str]:
        while self.shown < len(self.names):
            self.shown += 1
            yield "event"
        await asyncio.Event().wait()


def asserting(replayed: Replayed | None = None, *, update: bool = False) -> Any:
    return AssertBlocks(lambda: cast("Any", replayed), update=update)


@pytest.fixture
def recording() -> Recording:
    return Recording.open(DEMO)


def test_a_recording_that_is_the_same_passes_and_an_update_is_passed_on(recording: Recording) -> None:
    for update in (False, True):
        replayed = Replayed(same())
        asserting(replayed, update=update)(recording)
        assert replayed.updates == [update]


def test_a_recording_that_differs_fails_with_the_diff(recording: Recording) -> None:
    with pytest.raises(
        AssertionError, match=r"argument path of read_file \(2\) is missing(?s:.*)--overlay-update"
    ):
        asserting(Replayed(different(ARGUMENT)))(recording)


def test_a_recording_can_be_compared_with_blocks(recording: Recording) -> None:
    asserting(Replayed(same()))(recording, [("read", "done")])
    with pytest.raises(AssertionError, match="the state is done, not failed"):
        asserting(Replayed(same()))(recording, [("read", "failed")])


async def test_the_assertion_waits_for_the_blocks_of_a_chat_until_its_time_limit() -> None:
    await asserting()(cast("Companion", Chat("a", "b")), ["a", ("b", "ready")])
    with pytest.raises(AssertionError, match=r"- c\(…\) is missing(?s:.*)\('a', {}, 'ready'\)"):
        await asserting()(cast("Companion", Chat("a", "b")), ["a", "b", "c"], timeout=0.05)


@pytest.mark.parametrize("wanted", [[], ["a", "b"]])
async def test_a_chat_is_looked_at_once_whatever_the_time_limit_is(wanted: list[str]) -> None:
    class Slow(Chat):
        async def blocks(self) -> list[BlockInfo]:
            for _ in range(100):
                await asyncio.sleep(0)
            self.shown = 1
            return await super().blocks()

    with pytest.raises(AssertionError, match=r"that are there:(?s:.*)\('a', {}, 'ready'\)"):
        await asserting()(cast("Companion", Slow("a")), wanted, timeout=0)


async def test_a_page_that_hangs_is_told_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hangs(Chat):
        async def blocks(self) -> list[BlockInfo]:
            await asyncio.Event().wait()
            return []

    monkeypatch.setattr(blocks, "FIRST_LOOK", 0.01)
    with pytest.raises(AssertionError, match=r"did not answer within 0\.02 seconds"):
        await asserting()(cast("Companion", Hangs()), [], timeout=0.02)


async def test_one_comparison_covers_all_events_that_came_together() -> None:
    looks = 0

    class Counted(Chat):
        async def blocks(self) -> list[BlockInfo]:
            nonlocal looks
            looks += 1
            return await super().blocks()

    names = [str(number) for number in range(100)]
    await asserting()(cast("Companion", Counted(*names)), names)
    assert looks <= 3


async def test_a_chat_needs_blocks() -> None:
    with pytest.raises(TypeError, match="needs the blocks"):
        asserting()(cast("Companion", Chat()))


async def test_a_closed_companion_is_not_waited_for() -> None:
    class Closed(Chat):
        async def events(self) -> AsyncIterator[str]:
            return
            yield

    with pytest.raises(AssertionError, match="a"):
        await asserting()(cast("Companion", Closed()), ["a"])


@pytest.mark.parametrize("target", [42, None, "demo", object()])
def test_anything_but_a_recording_or_a_companion_is_an_error_at_once(target: object) -> None:
    with pytest.raises(TypeError, match="takes the fixture `recording` or a companion"):
        asserting()(target, ["no_such_call"])
