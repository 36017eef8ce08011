"""Opens a page on loopback alternately with and without the companion; measures the costs of each visit."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

from playwright.async_api import Browser, CDPSession, Page, async_playwright
from rich.console import Console

from bench.page_cost import history
from bench.page_cost.processes import cpu
from observers.cdp import call
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion
from overlay.tools import tool

HERE = Path(__file__).parent
RAW = (255, 0, 255)
"""The colour behind raw text: red, green and blue."""
PAGE = (
    '<!doctype html><meta charset="utf-8"><title>bench</title><style>pre {{ background: #f0f; }}</style>'
    '<main id="chat">{body}</main>'
    "{script}"
)
SCRIPT = '<script type="module" src="/page.js"></script><script type="module" src="/history.js"></script>'
Figures = dict[str, float | None]
WHOLE_TREE = ("all", "python", "driver", "browser", "renderer")


@tool(read_only=True)
def search_web(query: str) -> str:
    """A tool for the benchmark; it never runs."""
    return query


@dataclass
class Visit:
    """One page, with or without the companion, and its costs since `begin`."""

    page: Page
    session: CDPSession
    companion: Companion | None
    before: dict[str, float]

    @property
    def with_overlay(self) -> bool:
        """Whether a companion watches the page."""
        return self.companion is not None

    async def begin(self) -> None:
        """Begin to count."""
        self.before = await self._now()

    async def end(self, found: Figures) -> Figures:
        """Return the page's figures `found`, and the seconds of CPU and of the main thread since `begin`."""
        now = await self._now()
        spent: Figures = {name: now.get(name, 0.0) - self.before.get(name, 0.0) for name in now}
        return {**found, **spent}

    async def run(self, function: str, **argument: object) -> Figures:
        """Run a function of the page and return its figures."""
        asked = {**argument, "overlay": self.with_overlay}
        return await self.page.evaluate(f"(asked) => window.bench.{function}(asked)", asked)

    async def measured(self, function: str, *, rest: float = 0.5, **argument: object) -> Figures:
        """Like `run`, with the costs of the function and of `rest` seconds after it."""
        await self.begin()
        found = await self.run(function, **argument)
        await asyncio.sleep(rest)
        return await self.end(found)

    async def _now(self) -> dict[str, float]:
        answer = await call(self.session, "Performance.getMetrics")
        metrics = {metric["name"]: metric["value"] for metric in answer["metrics"]}
        spent = cpu()
        return {"main": metrics["TaskDuration"], **{kind: spent.get(kind, 0.0) for kind in WHOLE_TREE}}


class Bed:
    """Two pages of one browser, one with the companion and one bare; each measure runs on both in turn."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    @asynccontextmanager
    async def visit(
        self, *, with_overlay: bool, calls: int = 0, attended: bool = True
    ) -> AsyncGenerator[Visit]:
        """Open a page with `calls` finished calls; yield it when it is at rest.

        `attended`: overlay reads a long chat as for a user, who scrolls; else as in a run without a window.
        """
        context = await self.browser.new_context(viewport={"width": 1000, "height": 800})
        try:
            if with_overlay:
                async with Companion(
                    self._address(calls),
                    profile=history.PROFILE,
                    tools=[search_web],
                    context=context,
                    headless=not attended,
                    inspectable=True,
                ) as companion:
                    yield await self._arrived(companion.page, companion)
            else:
                page = await context.new_page()
                await page.goto(self._address(calls))
                yield await self._arrived(page, None)
        finally:
            await context.close()

    async def open_chat(self, visit: Visit, calls: int) -> None:
        """Go to a chat with `calls` finished calls; return when its script runs."""
        await visit.page.goto(self._address(calls))
        await visit.page.wait_for_function("() => window.bench", polling=100)

    async def open_history(self, visit: Visit, calls: int) -> None:
        """Go to a conversation with `calls` calls, their results and prose, at its end (history.py)."""
        await visit.page.goto(f"{self.url}/history?calls={calls}", timeout=120_000)
        await visit.page.wait_for_function("() => window.bench?.history_look", polling=100)

    def _address(self, calls: int) -> str:
        return f"{self.url}/?calls={calls}"

    async def _arrived(self, page: Page, companion: Companion | None) -> Visit:
        await page.wait_for_function("() => window.bench", polling=100)
        if companion:
            await page.wait_for_function("() => window.bench.ready() && !window.bench.raw()", polling=500)
        session = await page.context.new_cdp_session(page)
        await call(session, "Performance.enable")
        await asyncio.sleep(1)
        return Visit(page, session, companion, {})


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Serve a chat with `?calls=N` finished calls, a conversation with N calls, or their scripts."""
        path, _, query = self.path.partition("?")
        kind, calls = "text/html; charset=utf-8", int(parse_qs(query).get("calls", ["0"])[0])
        if path.endswith(".js"):
            kind, body = "text/javascript", (HERE / Path(path).name).read_text("utf-8")
        elif path == "/history":
            body = history.page(calls, SCRIPT)
        else:
            turns = (f"<pre>{escape(history.CALL.format(n=n))}</pre>" for n in range(calls))
            turns = (f'<div data-turn="assistant">{turn}</div>' for turn in turns)
            body = PAGE.format(body="".join(turns), script=SCRIPT)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Log no requests."""


@contextmanager
def _served() -> Generator[str]:
    """Start a server on loopback that does nothing between two requests; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    Thread(target=server.serve_forever, args=(60,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        # If the server is closed while its thread waits, the thread uses a whole processor.
        ending = Thread(target=server.shutdown)
        ending.start()
        while ending.is_alive():
            socket.create_connection(("127.0.0.1", server.server_port)).close()
            ending.join(0.1)
        server.server_close()


@asynccontextmanager
async def open_bed() -> AsyncGenerator[Bed]:
    """Start a server on loopback and a browser."""
    with _served() as url:
        async with async_playwright() as playwright:
            found = ensure_browser(None, headless=True, notify=lambda line: Console(stderr=True).print(line))
            browser = await playwright.chromium.launch(**launch_options(found, headless=True))
            yield Bed(browser, url)
            await browser.close()


def figures(runs: list[Any], name: str) -> list[float]:
    """Return one figure of several runs, without the runs that do not have it."""
    return [run[name] for run in runs if run.get(name) is not None]
