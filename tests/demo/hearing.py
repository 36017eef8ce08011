"""The messages that the demo's model was sent, once the server has them: the page may show it a moment earlier."""

from __future__ import annotations

import asyncio

from overlay.demo.server import DemoSite


async def heard(site: DemoSite, place: int) -> str:
    """Wait for the message at that place of the site's log, and return its text."""
    async with asyncio.timeout(30):
        while True:
            if len(site.log) > place:
                return str(site.log[place]["text"])
            await asyncio.sleep(0.01)
