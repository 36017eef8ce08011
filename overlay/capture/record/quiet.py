"""Tells when nothing more comes on a page: no answer, no call and no result.

A page may change for ever, with a clock or a counter. Such changes don't count after a while: only texts that
overlay reads and that become longer, its own events, and texts of the page with a length never seen before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame
from pydantic import TypeAdapter, ValidationError

if TYPE_CHECKING:
    from overlay.companion.companion import Companion

LOOK = 0.2
"""Seconds between two looks."""
STEADY = 10.0
"""Seconds without anything new after which a page that keeps changing is quiet."""
LATE = 20.0
"""Seconds that something which is still to come may be late."""
ENDLESS = 120.0
"""Seconds without anything new after which the site's sign of an answer that is being written is ignored."""
BUSY = ("scheduled", "running")
_PATIENCE = 5.0
_NUMBER = TypeAdapter(int)
_LENGTH = """() => {
    const length = (root) => {
        const shadows = [...root.querySelectorAll("*")].map((each) => each.shadowRoot).filter(Boolean);
        return shadows.reduce((sum, each) => sum + length(each), root.textContent.length);
    };
    return document.body ? length(document.body) : 0;
}"""
Sleep = Callable[[float], Awaitable[None]]


class Activity(Protocol):
    """What has happened in a run so far."""

    @property
    def count(self) -> int:
        """The number of changes of the page, of texts and of overlay's events."""
        ...

    @property
    def progress(self) -> int:
        """A number that grows with each event of overlay and each text that becomes longer than before."""
        ...

    @property
    def grown(self) -> int:
        """The number of characters by which texts that overlay reads became longer than before."""
        ...


async def wait_until_quiet(
    companion: Companion,
    seconds: float,
    activity: Activity,
    sleep: Sleep = asyncio.sleep,
    enough: Callable[[], bool] = lambda: True,
    endless: Callable[[], int] = lambda: 0,
) -> str:
    """Wait until nothing has happened for `seconds`, or nothing new for longer; return which, in words.

    While `enough` says that something is still to come, nothing new must have come for LATE seconds.
    `endless` returns the number of running calls that are not waited for.
    """
    count, progress = activity.count, activity.progress
    calm = steady = 0.0
    lengths: set[int] = set()
    while True:
        await sleep(LOOK)
        changed = activity.count != count
        new = activity.progress != progress
        if changed:
            length = await _length(companion)
            new = new or length not in lengths
            lengths.add(length)
        count, progress = activity.count, activity.progress
        statuses = [block.status for block in await companion.blocks()]
        if sum(status in BUSY for status in statuses) > endless():
            calm = steady = 0.0
            continue
        calm = 0.0 if changed else calm + LOOK
        steady = 0.0 if new else steady + LOOK
        if "streaming" in statuses or any(chat.streaming for chat in companion.parts.chats):
            if steady >= max(seconds, ENDLESS):
                return f"the answer did not end, and nothing new came for {max(seconds, ENDLESS):g} s"
            continue
        late = 0.0 if enough() else LATE
        if calm >= seconds and steady >= late:
            return f"nothing happened for {seconds:g} s"
        if steady >= max(seconds, STEADY, late):
            return f"nothing new came for {max(seconds, STEADY):g} s, though the page kept changing"


async def _length(companion: Companion) -> int:
    """Return the length of all texts of the page; of a frame that does not answer, 0."""
    return sum(await asyncio.gather(*(_length_in(frame) for frame in companion.page.frames)))


async def _length_in(frame: Frame) -> int:
    try:
        async with asyncio.timeout(_PATIENCE):
            return _NUMBER.validate_python(await frame.evaluate(_LENGTH))
    except (PlaywrightError, TimeoutError, ValidationError):
        return 0
