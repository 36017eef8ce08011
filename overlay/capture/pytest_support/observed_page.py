"""A page of pytest-playwright's synchronous interface, with overlay in it.

overlay works in a thread of its own, with its own connection to the test's browser (see `debugging_port`).
"""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import AsyncExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from playwright.async_api import Error as PlaywrightError

from overlay.capture.pytest_support.blocks import CLOSED, wait_for_blocks

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from overlay.calls.events import BlockInfo
    from overlay.capture.pytest_support.literals import Seen
    from overlay.capture.pytest_support.loop_thread import LoopThread
    from overlay.companion.companion import Companion

T = TypeVar("T")
TIMEOUT = 10.0
"""Seconds in which a page must do what a test expects."""
TICK = 20
"""Milliseconds between two looks at what overlay's thread has done."""


class ObservedPage:
    """The chat in a `page` of a test: what `overlay_page(page)` returns.

    `companion` is open in `thread`; `stack` closes it.
    """

    def __init__(self, page: Page, companion: Companion, thread: LoopThread, stack: AsyncExitStack) -> None:
        self.page = page
        self._companion = companion
        self._thread = thread
        self._stack = stack

    def blocks(self) -> list[BlockInfo]:
        """Return the blocks in the page, in page order."""
        return self._read(self._companion.blocks())

    def click(self, block_id: str, action: str = "execute", *, timeout: float = TIMEOUT) -> None:
        """Press a block's button with real mouse input, as soon as a click counts; see `Companion.click`.

        Raises AssertionError with the reason if none counts within `timeout` seconds.
        """
        __tracebackhide__ = True
        ends = monotonic() + timeout
        while not (result := self._wait(self._companion.click(block_id, action))) and monotonic() < ends:
            self.page.wait_for_timeout(TICK)
        if not result:
            raise AssertionError(result.refusal or f"no page shows the block {block_id} with this button")

    def wait_for(self, wanted: list[Seen], seconds: float) -> None:
        """Wait until the blocks are as `wanted`. Raises AssertionError with the differences."""
        __tracebackhide__ = True
        self._read(wait_for_blocks(self._companion, wanted, seconds))

    def close(self) -> None:
        """Take overlay out of the page; the page stays open."""
        self._thread.run(self._stack.aclose())

    def _read(self, work: Coroutine[Any, Any, T]) -> T:
        __tracebackhide__ = True
        found = self._wait(work)
        if self.page.is_closed():  # the work may have ended before the page was looked at
            raise AssertionError(CLOSED)
        return found

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        __tracebackhide__ = True
        return wait_in(self.page, self._thread, work)


def wait_in(page: Page, thread: LoopThread, work: Coroutine[Any, Any, T]) -> T:
    """Do `work` in overlay's thread. Meanwhile Playwright goes on calling the test's own handlers.

    The page may need one to go on, such as that of `page.route`. Raises AssertionError if the page is closed.
    """
    __tracebackhide__ = True
    future = thread.start(work)
    try:
        while not future.done():
            page.wait_for_timeout(TICK)
    except PlaywrightError:
        if page.is_closed():
            raise AssertionError(CLOSED) from None
        raise
    finally:
        future.cancel()
    if error := future.exception():
        raise error  # `result` would add its own lines to the report
    return future.result()
