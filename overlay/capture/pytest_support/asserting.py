"""`assert_blocks`: compares a recording or a live chat with the expected blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from overlay.capture.check.text_report import report
from overlay.capture.pytest_support.literals import Seen, Wanted, compare, literal, read
from overlay.capture.recording import Recording

if TYPE_CHECKING:
    from overlay.capture.pytest_support.replays import Replays
    from overlay.companion.companion import Companion

TIMEOUT = 10.0


class AssertBlocks:
    """The value of the fixture `assert_blocks`.

    `replays` is called when the first recording is asserted; with `update`, recordings are accepted.
    """

    def __init__(self, replays: Callable[[], Replays], *, update: bool) -> None:
        self._replays = replays
        self._update = update

    def __call__(
        self,
        what: Recording | Companion,
        blocks: Sequence[Wanted] | None = None,
        *,
        timeout: float = TIMEOUT,
    ) -> Awaitable[None] | None:
        """Assert the result of a recording, or the blocks in the page of a companion.

        A recording is replayed at once. Its final blocks are compared with `blocks`; None compares everything
        with the accepted result. For a companion, await the result: it waits until the blocks are as
        expected, at most `timeout` seconds. Only blocks of calls count, not blocks of results. Raises
        AssertionError with the differences.
        """
        __tracebackhide__ = True
        if not isinstance(what, Recording):
            if blocks is None:
                raise TypeError("assert_blocks(companion, [...]) needs the blocks that should be there")
            return _wait_for(what, read(blocks), timeout)
        if blocks is not None:
            _hold(read(blocks), self._replays().blocks(what))
            return None
        verdict = self._replays().check(what, update=self._update)
        if not verdict.ok:
            advice = ["If that is meant: pytest --overlay-update"] if verdict.outcome == "different" else []
            raise AssertionError("\n".join([*report(verdict), *advice]))
        return None


async def _wait_for(companion: Companion, wanted: list[Seen], patience: float) -> None:
    __tracebackhide__ = True
    changed = asyncio.Event()

    async def watch() -> None:
        async for _ in companion.events():
            changed.set()
        changed.set()

    watching = asyncio.create_task(watch())
    seen: list[Seen] = []
    try:
        async with asyncio.timeout(patience):
            # A comparison takes longer than an event, so one comparison covers all events until then.
            while compare(wanted, seen := await _seen(companion)) and not watching.done():
                await changed.wait()
                changed.clear()
    except TimeoutError:
        pass
    finally:
        watching.cancel()
    _hold(wanted, seen)


async def _seen(companion: Companion) -> list[Seen]:
    return [
        Seen(block.name, block.arguments, block.status)
        for block in await companion.blocks()
        if block.kind == "call"
    ]


def _hold(wanted: list[Seen], seen: list[Seen]) -> None:
    __tracebackhide__ = True
    wrong = compare(wanted, seen)
    if wrong:
        lines = ["the blocks are not as they should be:", *(f"  {line}" for line in wrong)]
        raise AssertionError("\n".join([*lines, "The block's present state:", literal(seen)]))
