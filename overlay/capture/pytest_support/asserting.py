"""`assert_blocks`: compares a recording or a live chat with the expected blocks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from overlay.capture.check.text_report import report
from overlay.capture.pytest_support.blocks import hold, wait_for_blocks
from overlay.capture.pytest_support.literals import Seen, Wanted, read
from overlay.capture.pytest_support.observed_page import TIMEOUT, ObservedPage
from overlay.capture.recording import Recording

if TYPE_CHECKING:
    from overlay.capture.pytest_support.replays import Replays
    from overlay.companion.companion import Companion

NO_TARGET = (
    "assert_blocks(...) takes the fixture `recording` or a companion, not {given}. A page alone has no "
    "blocks: write `chat = overlay_page(page)`, or `chat = await companion(page)` in an asynchronous test, "
    "and assert `chat`."
)
FORGOTTEN = (
    "{count} assert_blocks(...) of a companion was not awaited, so nothing was compared: write "
    "`await assert_blocks(...)` in an `async def` test"
)


class LiveAssertion:
    """An assertion about a live chat, which is made when it is awaited."""

    def __init__(self, companion: Companion, wanted: list[Seen], timeout: float) -> None:
        self._given = companion, wanted, timeout
        self.awaited = False

    def __await__(self) -> Generator[Any, Any, None]:
        self.awaited = True
        return wait_for_blocks(*self._given).__await__()


class AssertBlocks:
    """The value of the fixture `assert_blocks`.

    `replays` is called when the first recording is asserted; with `update`, recordings are accepted.
    """

    def __init__(self, replays: Callable[[], Replays], *, update: bool) -> None:
        self._replays = replays
        self._update = update
        self._live: list[LiveAssertion] = []

    def __call__(
        self,
        what: Recording | Companion | ObservedPage,
        blocks: Sequence[Wanted] | None = None,
        *,
        timeout: float = TIMEOUT,
    ) -> LiveAssertion | None:
        """Assert the result of a recording, or the blocks in the page of a companion.

        A recording is replayed at once. Its final blocks are compared with `blocks`; None compares everything
        with the accepted result. In a live page it waits until the blocks are as expected, at most `timeout`
        seconds; for a companion, await the result. Only blocks of calls count, not blocks of results. Raises
        AssertionError with the differences, and TypeError for anything but a recording or a companion.
        """
        __tracebackhide__ = True
        if not isinstance(what, Recording):
            return self._of_chat(what, blocks, timeout)
        if blocks is not None:
            hold(read(blocks), self._replays().blocks(what))
            return None
        verdict = self._replays().check(what, update=self._update)
        if not verdict.ok:
            advice = ["If that is meant: pytest --overlay-update"] if verdict.outcome == "different" else []
            raise AssertionError("\n".join([*report(verdict), *advice]))
        return None

    def _of_chat(
        self, what: Companion | ObservedPage, blocks: Sequence[Wanted] | None, timeout: float
    ) -> LiveAssertion | None:
        __tracebackhide__ = True
        wanted = None if blocks is None else read(blocks)
        synchronous = isinstance(what, ObservedPage)
        if not synchronous and not all(callable(getattr(what, name, None)) for name in ("blocks", "events")):
            kind = type(what)
            raise TypeError(NO_TARGET.format(given=f"{kind.__module__}.{kind.__qualname__}"))
        if wanted is None:
            raise TypeError("assert_blocks(chat, [...]) needs the blocks that should be there")
        if synchronous:
            what.wait_for(wanted, timeout)
            return None
        self._live.append(LiveAssertion(what, wanted, timeout))
        return self._live[-1]

    def forgotten(self) -> str | None:
        """Return what to tell the author of a test that did not await each assertion; None if it did."""
        count = sum(not one.awaited for one in self._live)
        return FORGOTTEN.format(count=count) if count else None
