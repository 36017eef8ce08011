"""Closes the panel windows of earlier runs that were killed: a running browser keeps them.

The panel's isolated world has a name that follows one pattern. `Runtime.enable` (Chrome DevTools Protocol)
reports it; the scripts of pages can't see or make such a world. The window of a run that still works answers
through its binding; see `alive` in static/main.js.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.safe_tasks import guarded

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

log = logging.getLogger(__name__)
WORLD = "overlay.panel.{}"
"""The name of the panel's isolated world, with the random name of its entry object."""
ALIVE = "alive"
"""The message with which a window asks its process whether it still works."""
_NAMED = re.compile(r"overlay\.panel\.(x[0-9a-f]{16})")
ANSWER_LIMIT = 2.0
"""Seconds within which the Python process of a window must answer."""
PATIENCE = 5.0
"""Seconds for each window: one that hangs is left."""


async def close_leftovers(context: BrowserContext, pages: Iterable[Page]) -> int:
    """Close the windows of runs that ended without closing them; return their number."""
    empty = [page for page in pages if page.url == "about:blank"]
    return sum(await asyncio.gather(*(_close_if_left(context, page) for page in empty)))


async def _close_if_left(context: BrowserContext, page: Page) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            session = await context.new_cdp_session(page)
            left = await _is_left(session)
            await session.detach()
            if left:
                await page.close()
            return left
    except (PlaywrightError, TimeoutError) as error:
        log.debug("an empty page was left: %s", error)
        return False


async def _is_left(session: CDPSession) -> bool:
    """Return whether the page is a panel's whose process does not answer."""
    found: list[tuple[str, str]] = []

    def created(event: dict[str, Any]) -> None:
        if name := _NAMED.fullmatch(event["context"]["name"]):
            found.append((name[1], event["context"]["uniqueId"]))

    session.on("Runtime.executionContextCreated", guarded(created))
    await call(session, "Runtime.enable")
    for entry, unique_id in found:
        expression = f"globalThis[{json.dumps(entry)}].alive({ANSWER_LIMIT * 1000})"
        what = {"expression": expression, "uniqueContextId": unique_id, "awaitPromise": True}
        answer = await call(session, "Runtime.evaluate", {**what, "returnByValue": True})
        if answer["result"].get("value") is True:
            return False
    return bool(found)
