"""Detects other companions in the same browser: two of them would undo each other's changes in a page.

The names of all companions' isolated worlds follow one pattern. `Runtime.enable` (Chrome DevTools Protocol)
reports them; the page's scripts can't see them. A companion that finds another one's world in a page asks it
whether its Python process still answers, and ends it if not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import CDPSession

log = logging.getLogger(__name__)
ANSWER_LIMIT = 2.0
"""Seconds within which another companion's Python must answer."""
HANG_LIMIT = 5.0
"""Seconds after which a page that does not answer at all counts as used by another companion."""
_NAME = re.compile(r"overlay\.([0-9a-f]{11,16})\.([0-9a-f]{16})")


@dataclass(frozen=True, slots=True, order=True)
class World:
    """The isolated worlds of one companion: its start (ms since 1970) and its random token."""

    began: int
    token: str

    @classmethod
    def new(cls) -> World:
        return cls(int(time.time() * 1000), secrets.token_hex(8))

    @classmethod
    def named(cls, name: str) -> World | None:
        """Return the world with that name, None if the name does not follow the pattern."""
        found = _NAME.fullmatch(name)
        return cls(int(found[1], 16), found[2]) if found else None

    @property
    def name(self) -> str:
        return f"overlay.{self.began:011x}.{self.token}"

    @property
    def entry(self) -> str:
        """The global of that world which holds the entry object of overlay's page script."""
        return f"x{self.token}"


async def is_alive(session: CDPSession, world: World, unique_id: str) -> bool:
    """Return whether the Python process of the companion that made the world still answers."""
    try:
        async with asyncio.timeout(HANG_LIMIT):
            answer = await _ask(session, world, unique_id, f"answered({ANSWER_LIMIT * 1000})")
    except TimeoutError:
        return True
    return answer.get("value") is True


async def end(session: CDPSession, world: World, unique_id: str) -> str:
    """Make the page script of an ended companion remove its nodes; return its mark, "" if unknown."""
    try:
        async with asyncio.timeout(HANG_LIMIT):
            answer = await _ask(session, world, unique_id, "leave()")
    except TimeoutError:
        return ""
    return str(answer.get("value") or "")


async def _ask(session: CDPSession, world: World, unique_id: str, what: str) -> Mapping[str, Any]:
    try:
        answer = await call(
            session,
            "Runtime.evaluate",
            {
                "expression": f"globalThis[{json.dumps(world.entry)}]?.{what}",
                "uniqueContextId": unique_id,
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
    except PlaywrightError as error:
        log.debug("the other world is gone: %s", error)
        return {}
    return {} if "exceptionDetails" in answer else answer["result"]
