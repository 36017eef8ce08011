"""Finds the tabs that prevent overlay from attaching to a browser: they answer nothing on the debugging port.

Source: the HTTP endpoint `/json/list` of the Chrome DevTools Protocol.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from overlay.common.terminal_text import inline

SECONDS = 5.0
"""Time for a tab to answer."""
MOST = 200
LARGEST = 10_000_000


async def silent_tabs(address: str) -> list[str]:
    """Return title and address of each tab that answers nothing; [] if the browser lists none."""
    try:
        tabs = await asyncio.to_thread(_tabs, address)
    except (OSError, ValueError):
        return []
    answers = await asyncio.gather(*(_answers(str(tab.get("webSocketDebuggerUrl"))) for tab in tabs))
    silent = (tab for tab, answered in zip(tabs, answers, strict=True) if not answered)
    return [f"{inline(str(tab.get('title', '')))} ({inline(str(tab.get('url', '')))})" for tab in silent]


def _tabs(address: str) -> list[dict[str, Any]]:
    parts = urlsplit(address)
    scheme = "https" if parts.scheme in ("https", "wss") else "http"
    from urllib.request import ProxyHandler, build_opener  # imports email and http, which takes 10 ms

    direct = build_opener(ProxyHandler({}))
    with direct.open(f"{scheme}://{parts.netloc}/json/list", timeout=SECONDS) as answer:
        found = json.loads(answer.read(LARGEST))
    return [tab for tab in found if tab.get("type") == "page" and tab.get("webSocketDebuggerUrl")][:MOST]


async def _answers(socket: str) -> bool:
    from websockets.asyncio.client import connect
    from websockets.exceptions import WebSocketException

    request = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": "0"}}
    try:
        async with (
            asyncio.timeout(SECONDS),
            connect(socket, proxy=None, compression=None, close_timeout=0.5) as tab,
        ):
            await tab.send(json.dumps(request))
            await tab.recv()
    except (OSError, ValueError, WebSocketException):
        return False
    return True
