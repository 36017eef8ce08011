"""A page of a synchronous test, with overlay in it."""

from __future__ import annotations

from collections.abc import Coroutine
from concurrent.futures import Future, wait
from contextlib import AsyncExitStack
from typing import Any, cast

import pytest

from overlay.calls.events import BlockInfo
from overlay.capture.pytest_support.blocks import CLOSED
from overlay.capture.pytest_support.chat_options import chat_options
from overlay.capture.pytest_support.loop_thread import LoopThread
from overlay.capture.pytest_support.observed_page import ObservedPage


class ClosedPage:
    """Plays a page of Playwright that the test has closed."""

    def is_closed(self) -> bool:
        return True


class Empty:
    """Plays a companion that finds no blocks."""

    async def blocks(self) -> list[BlockInfo]:
        return []


class Quick(LoopThread):
    """Its work has ended when `start` returns, as on a machine that is fast."""

    def start(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        future = super().start(work)
        wait([future])
        return future


def test_no_blocks_are_not_the_blocks_of_a_closed_page() -> None:
    thread = Quick("overlay pages")
    chat = ObservedPage(cast("Any", ClosedPage()), cast("Any", Empty()), thread, AsyncExitStack())
    try:
        with pytest.raises(AssertionError, match=CLOSED):
            chat.blocks()
    finally:
        thread.close()


def test_a_tool_to_run_automatically_that_is_not_in_a_list_is_refused() -> None:
    with pytest.raises(TypeError, match=r'auto_execute is a list of tools, such as \["clock"\]'):
        chat_options("http://127.0.0.1/", {"auto_execute": "clock"})
