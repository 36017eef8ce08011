"""When a recording ends: after a quiet time or some seconds, when an element appears, or at a key press."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from playwright.async_api import Error as PlaywrightError

from overlay.common.errors import UsageError

if TYPE_CHECKING:
    from overlay.companion.companion import Companion

QUIET = 4.0
"""Seconds without any event after which the page is quiet."""
LOOK = 0.2
BUSY = ("streaming", "scheduled", "running")
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class StopCondition:
    """When to stop. `selector` is CSS; `seconds` is the length of the recording or of the quiet time."""

    kind: Literal["quiet", "selector", "seconds", "key"]
    selector: str = ""
    seconds: float = QUIET

    @property
    def words(self) -> str:
        """Why the recording ended, for the manifest."""
        return {
            "quiet": f"nothing happened for {self.seconds:g} s",
            "selector": f"{self.selector} showed up",
            "seconds": f"{self.seconds:g} s were over",
            "key": "a key was pressed",
        }[self.kind]


def parse(text: str) -> StopCondition:
    """Parse the value of `--until`: `quiet`, `key`, `selector:CSS`, or seconds. Raises UsageError."""
    if text in ("quiet", "key"):
        return StopCondition(text)
    if text.startswith("selector:") and text.removeprefix("selector:").strip():
        return StopCondition("selector", selector=text.removeprefix("selector:").strip())
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 86_400:
        raise UsageError(f"--until {text!r} says nothing", advice="Use quiet, key, selector:CSS, or seconds.")
    return StopCondition("seconds", seconds=seconds)


async def wait(
    until: StopCondition,
    companion: Companion,
    count: Callable[[], int],
    key: Callable[[], Awaitable[object]],
    sleep: Sleep = asyncio.sleep,
) -> None:
    """Wait until the condition is met.

    `count` returns the number of events so far; `key` returns when a key is pressed. Raises UsageError for an
    invalid selector.
    """
    match until.kind:
        case "seconds":
            await sleep(until.seconds)
        case "key":
            await key()
        case "selector":
            await _shown(companion, until.selector)
        case _:
            await _quiet(companion, until.seconds, count, sleep)


async def _shown(companion: Companion, selector: str) -> None:
    try:
        await companion.page.locator(selector).first.wait_for(timeout=0)
    except PlaywrightError as error:
        if companion.page.is_closed():
            return
        raise UsageError(f"--until selector:{selector}: {str(error).splitlines()[0]}") from error


async def _quiet(companion: Companion, seconds: float, count: Callable[[], int], sleep: Sleep) -> None:
    before, calm = count(), 0.0
    while calm < seconds:
        await sleep(LOOK)
        busy = any(block.status in BUSY for block in await companion.blocks())
        calm = 0.0 if busy or count() != before else calm + LOOK
        before = count()
