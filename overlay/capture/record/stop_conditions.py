"""When a recording ends: after a quiet time or some seconds, when an element appears, or at a key press."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from playwright.async_api import Error as PlaywrightError

from overlay.capture.record.quiet import Activity, Sleep, wait_until_quiet
from overlay.common.errors import UsageError

if TYPE_CHECKING:
    from overlay.companion.companion import Companion

QUIET = 4.0
"""Seconds without any event after which the page is quiet."""


@dataclass(frozen=True, slots=True)
class StopCondition:
    """When to stop. `selector` is CSS; `seconds` is the length of the recording or of the quiet time."""

    kind: Literal["quiet", "selector", "seconds", "key"]
    selector: str = ""
    seconds: float = QUIET


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
    activity: Activity,
    key: Callable[[], Awaitable[object]],
    sleep: Sleep = asyncio.sleep,
) -> str:
    """Wait until the condition is met; return why the recording ends, for its manifest.

    `activity` tells what was recorded so far; `key` returns when a key is pressed. Raises UsageError for an
    invalid selector.
    """
    match until.kind:
        case "seconds":
            await sleep(until.seconds)
            return f"{until.seconds:g} s were over"
        case "key":
            await key()
            return "a key was pressed"
        case "selector":
            await _shown(companion, until.selector)
            return f"{until.selector} showed up"
        case _:
            return await wait_until_quiet(companion, until.seconds, activity, sleep)


async def _shown(companion: Companion, selector: str) -> None:
    try:
        await companion.page.locator(selector).first.wait_for(timeout=0)
    except PlaywrightError as error:
        if companion.page.is_closed():
            return
        raise UsageError(f"--until selector:{selector}: {str(error).splitlines()[0]}") from error
