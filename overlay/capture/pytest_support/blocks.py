"""The comparison of a chat's blocks with those that a test expects; a failure prints the actual ones."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from overlay.capture.pytest_support.literals import Seen, compare, literal, why

if TYPE_CHECKING:
    from overlay.companion.companion import Companion

FIRST_LOOK = 10.0
"""Seconds within which a page must answer once, whatever the time limit of the assertion is."""
HANGS = (
    "the page did not answer within {seconds:g} seconds, so its blocks are not known: does its script hang?"
)
CLOSED = "the page is closed, and its blocks with it: assert them before the page is closed"


async def wait_for_blocks(companion: Companion, wanted: list[Seen], patience: float) -> None:
    """Wait until the blocks of calls are as `wanted`, at most `patience` seconds.

    Raises AssertionError with the differences, or if the page is closed or does not answer.
    """
    __tracebackhide__ = True
    changed = asyncio.Event()

    async def watch() -> None:
        async for _ in companion.events():
            changed.set()
        changed.set()

    watching = asyncio.create_task(watch())
    try:
        # Without one look nothing is known, so `patience` may be too short for it.
        first = max(patience, FIRST_LOOK)
        try:
            async with asyncio.timeout(first):
                seen = await _seen(companion)
        except TimeoutError:
            raise AssertionError(HANGS.format(seconds=first)) from None
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                # A comparison takes longer than an event, so one comparison covers all events until then.
                while compare(wanted, seen) and not watching.done():
                    await changed.wait()
                    changed.clear()
                    seen = await _seen(companion)
    finally:
        watching.cancel()
    page = getattr(companion, "page", None)  # no page: a companion of the test's own
    if not seen and page and all(each.is_closed() for each in (page, *page.context.pages)):
        raise AssertionError(CLOSED)
    hold(wanted, seen)


async def _seen(companion: Companion) -> list[Seen]:
    return [
        Seen(block.name, block.arguments, block.status, why(block.note, block.result, block.error_code))
        for block in await companion.blocks()
        if block.kind == "call"
    ]


def hold(wanted: list[Seen], seen: list[Seen]) -> None:
    """Raise AssertionError with the differences, if there are any."""
    __tracebackhide__ = True
    wrong = compare(wanted, seen)
    if wrong:
        lines = ["the blocks are not as they should be:", *(f"  {line}" for line in wrong)]
        raise AssertionError("\n".join([*lines, "The blocks that are there:", literal(seen)]))
