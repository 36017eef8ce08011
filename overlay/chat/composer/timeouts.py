"""The timeouts of a composer, and polling until a condition is true."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

POLL_SECONDS = 0.05
"""Seconds between two checks."""


@dataclass(frozen=True, slots=True)
class ComposerTimeouts:
    """Seconds for which a composer waits.

    `box`: for a box to appear; `keep`: before a text is read back, since a site may replace its box;
    `still`: since the user's last key; `user`: for the user to leave the box; `answer`: for the site to
    finish its answer; `button`: for a send button to appear; `digest`: for the button to be enabled; `empty`:
    for the box to empty after a press of the button; `sending`: after Enter, and for a site that is still
    sending (its button is gone or disabled); `file`: for the site to show that it took a file.
    """

    box: float = 5.0
    keep: float = 0.1
    still: float = 1.5
    user: float = 120.0
    answer: float = 120.0
    button: float = 3.0
    digest: float = 30.0
    empty: float = 4.0
    sending: float = 10.0
    file: float = 3.0


T = TypeVar("T")
DEFAULT_TIMEOUTS = ComposerTimeouts()


async def until(check: Callable[[], Awaitable[T]], seconds: float) -> T:
    """Call `check` until it returns something true or the time has passed. Return its last result."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        answer = await check()
        if answer or asyncio.get_running_loop().time() >= deadline:
            return answer
        await asyncio.sleep(POLL_SECONDS)
