"""Measures overlay's loop in a real browser, compared with the bare page in the same run. See `--help`."""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from html import escape
from pathlib import Path
from typing import Any

import uvicorn
from playwright.async_api import Browser, Page, async_playwright
from rich.console import Console
from rich.table import Table
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Route

import overlay.demo
from bench.page_cost.bed import search_web
from bench.page_cost.history import CALL, PROFILE
from observers.cdp import call
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion

HERE = Path(__file__).parent
VENDOR = Path(overlay.demo.__file__).parent / "static" / "vendor"
PAGE = (
    '<!doctype html><meta charset="utf-8"><title>bench</title><main id="chat">{body}</main>'
    '<script type="module" src="/page.js"></script>'
)
OPEN_CHAT = "/?calls=1"
"""A chat that has been open for a while: the hiding rule is in force, and one call has been drawn."""
WORDS = {
    "node": "in one text",
    "nodes": "one element per word",
    "set": "in one text node that is set again",
    "rebuilt": "in a paragraph that is rebuilt",
}
"""The ways in which a site draws a plain answer."""
STEADY = {"fail_open": 20}
"""On a busy machine the page must not fail open during a measurement."""
Row = dict[str, Any]


class Bench:
    """Two pages of one browser, one with the companion and one bare; each measure runs on both in turn."""

    def __init__(self, browser: Browser, url: str, repeats: int) -> None:
        self.browser = browser
        self.url = url
        self.repeats = repeats

    @asynccontextmanager
    async def page(self, path: str, *, with_overlay: bool) -> AsyncGenerator[Page]:
        context = await self.browser.new_context(viewport={"width": 1000, "height": 800})
        try:
            if with_overlay:
                async with Companion(
                    self.url + path,
                    profile=PROFILE,
                    tools=[search_web],
                    context=context,
                    inspectable=True,
                    config=STEADY,
                ) as companion:
                    yield companion.page
            else:
                page = await context.new_page()
                await page.goto(self.url + path)
                yield page
        finally:
            await context.close()

    async def busy(self, page: Page, function: str, argument: Row) -> Row:
        """Run a function of the page; return its figures and the main thread's milliseconds meanwhile."""
        session = await page.context.new_cdp_session(page)
        await call(session, "Performance.enable")
        before = await _metrics(session)
        found: Row = await page.evaluate(f"(argument) => window.{function}(argument)", argument)
        await page.evaluate("() => window.settle()")
        after = await _metrics(session)
        spent = {
            name: (after[name] - before[name]) * 1000
            for name in ("TaskDuration", "ScriptDuration", "LayoutDuration")
        }
        return {**found, **spent, "longest": await page.evaluate("() => window.longest()")}

    async def pair(self, function: str, argument: Row, path: str = "/") -> tuple[Row, Row]:
        """Return the medians with the companion and on the bare page, measured in turn."""
        runs: dict[bool, list[Row]] = {True: [], False: []}
        for _ in range(self.repeats):
            for with_overlay in (True, False):
                async with self.page(path, with_overlay=with_overlay) as page:
                    await page.wait_for_function("() => window.settle")
                    if with_overlay and path == OPEN_CHAT:
                        await page.frame_locator("iframe.face").locator(".execute-button").wait_for()
                    runs[with_overlay].append(
                        await self.busy(page, function, {**argument, "overlay": with_overlay})
                    )
        return _median(runs[True]), _median(runs[False])


async def _metrics(session: Any) -> dict[str, float]:
    answer = await call(session, "Performance.getMetrics")
    return {metric["name"]: metric["value"] for metric in answer["metrics"]}


def _median(rows: Sequence[Row]) -> Row:
    names = rows[0].keys()
    return {
        name: None if any(row[name] is None for row in rows) else statistics.median(row[name] for row in rows)
        for name in names
    }


class Group:
    """The rows of one group of measurements."""

    def __init__(self, name: str) -> None:
        self.rows: list[Row] = []
        self._name = name

    def add(
        self,
        case: str,
        *,
        value: float | None,
        unit: str,
        bare: float | None = None,
        reach: str = "",
        met: bool | None = None,
    ) -> None:
        """Add a row; the ratio is that of `value` to `bare`."""
        self.rows.append(
            {
                "group": self._name,
                "case": case,
                "value": value,
                "unit": unit,
                "bare": bare,
                "ratio": value / bare if value is not None and bare else None,
                "to_reach": reach,
                "met": met,
            }
        )


async def _rates(bench: Bench, group: Group) -> None:
    """Tokens at several rates: how soon a call has its block, and its button."""
    for gap in (3, 10, 33, 66, "frame"):
        asked = {"mode": "append", "size": 400, "count": 120, "gap": gap}
        ours, _ = await bench.pair("streamCall", asked, OPEN_CHAT)
        label = f"a token every {gap} ms" if gap != "frame" else "a token per frame"
        group.add(f"{label}: mutation to named block", value=ours["name_ms"], unit="ms")
        frames = ours["name_frames"]
        group.add(
            f"{label}: frames until named",
            value=frames,
            unit="frames",
            reach="2",
            met=frames is not None and frames <= 2,
        )
        execute = ours["execute_ms"]
        group.add(
            f"{label}: closing tag to Execute",
            value=execute,
            unit="ms",
            reach="26.7",
            met=execute is not None and execute <= 26.7,
        )


async def _sizes(bench: Bench, group: Group) -> None:
    """Calls of several sizes, written in three ways."""
    for mode in ("append", "rebuild", "framework"):
        spent: dict[int, float] = {}
        for size in (2, 20, 200):
            steps = 60 if mode == "rebuild" else 400
            asked = {"mode": mode, "size": size * 1000, "count": steps, "gap": 4}
            ours, bare = await bench.pair("streamCall", asked, OPEN_CHAT)
            spent[size] = ours["TaskDuration"]
            reach = "ratio 1.0" if size >= 20 else ""
            met = ours["TaskDuration"] <= bare["TaskDuration"] if size >= 20 else None
            group.add(
                f"{mode}, {size} KB in {steps} steps: main thread",
                value=ours["TaskDuration"],
                unit="ms",
                bare=bare["TaskDuration"],
                reach=reach,
                met=met,
            )
            group.add(
                f"{mode}, {size} KB: script on the main thread",
                value=ours["ScriptDuration"],
                unit="ms",
                bare=bare["ScriptDuration"],
            )
        group.add(
            f"{mode}: 200 KB compared with 20 KB",
            value=spent[200] / spent[20],
            unit="x",
            reach="12",
            met=spent[200] <= 12 * spent[20],
        )


async def _history(bench: Bench, group: Group) -> None:
    """Chats that open with finished calls."""
    for calls in (50, 200, 1000):
        ours, bare = await bench.pair("history_", {"calls": calls}, f"/?calls={calls}")
        met = ours["all_ms"] <= 1000 and not ours["missing"] if calls == 1000 else None
        group.add(
            f"{calls} finished calls: until all blocks are placed",
            value=ours["all_ms"],
            unit="ms",
            reach="1000" if calls == 1000 else "",
            met=met,
        )
        group.add(
            f"{calls} finished calls: longest task",
            value=ours["longest"],
            unit="ms",
            bare=bare["longest"],
            reach="50 or bare",
            met=ours["longest"] <= max(50, bare["longest"]),
        )
        group.add(
            f"{calls} finished calls: main thread",
            value=ours["TaskDuration"],
            unit="ms",
            bare=bare["TaskDuration"],
        )


async def _words(bench: Bench, group: Group) -> None:
    """Answers of plain words."""
    for how, label in WORDS.items():
        for count in (10_000, 20_000) if how in ("node", "nodes") else (10_000,):
            asked = {"count": count, "ms": 10_000, "how": how}
            ours, bare = await bench.pair("streamWords", asked)
            kb = count * 6 // 1000
            group.add(
                f"{kb} KB of plain words in 10 s, {label}: until drawn",
                value=ours["all_ms"],
                unit="ms",
                bare=bare["all_ms"],
                reach="ratio 1.05",
                met=ours["all_ms"] <= 1.05 * bare["all_ms"],
            )
            group.add(
                f"{kb} KB of plain words in 10 s, {label}: main thread",
                value=ours["TaskDuration"],
                unit="ms",
                bare=bare["TaskDuration"],
                reach="ratio 1.25",
                met=ours["TaskDuration"] <= 1.25 * bare["TaskDuration"],
            )


async def _idle(bench: Bench, group: Group) -> None:
    """A page on which nothing, or no call, is written."""
    ours, bare = await bench.pair("streamPlain", {"count": 1, "gap": 3000}, "/?calls=50")
    group.add(
        "50 blocks, 3 s of a still page: main thread",
        value=ours["TaskDuration"],
        unit="ms",
        bare=bare["TaskDuration"],
    )
    ours, bare = await bench.pair("streamPlain", {"count": 400, "gap": 4})
    group.add(
        "400 tokens of plain words, no call: main thread",
        value=ours["TaskDuration"],
        unit="ms",
        bare=bare["TaskDuration"],
    )


GROUPS = {"rates": _rates, "sizes": _sizes, "history": _history, "words": _words, "idle": _idle}


async def measure(bench: Bench, only: str | None) -> list[Row]:
    """Return all rows of the table; `only` selects one group."""
    rows: list[Row] = []
    for name, run in GROUPS.items():
        if only in (None, name):
            group = Group(name)
            await run(bench, group)
            rows += group.rows
    return rows


async def serve() -> tuple[uvicorn.Server, asyncio.Task[None], str]:
    """Serve the benchmark's page on loopback."""

    async def index(request: Request) -> HTMLResponse:
        calls = int(request.query_params.get("calls", "0"))
        blocks = [f"<pre>{escape(CALL.format(n=n))}</pre>" for n in range(calls)]
        return HTMLResponse(
            PAGE.format(body="".join(f'<div data-turn="assistant">{b}</div>' for b in blocks))
        )

    async def script(_: Request) -> FileResponse:
        return FileResponse(HERE / "loop_page.js")

    async def preact(_: Request) -> FileResponse:
        return FileResponse(next(VENDOR.glob("**/preact*.js")), media_type="text/javascript")

    app = Starlette(routes=[Route("/", index), Route("/page.js", script), Route("/preact.js", preact)])
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical"))
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event to wait on
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    return server, task, f"http://127.0.0.1:{port}"


async def run(options: argparse.Namespace) -> list[Row]:
    server, task, url = await serve()
    found = ensure_browser(None, notify=lambda line: Console(stderr=True).print(line))
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options(found, headless=True))
            rows = await measure(Bench(browser, url, options.repeats), options.only)
            await browser.close()
    finally:
        server.should_exit = True
        await task
    return rows


def main(arguments: Sequence[str]) -> None:
    """Measure and print a table (or JSON). The exit code is 0 even if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench loop", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each measure; the median counts")
    parser.add_argument("--only", choices=list(GROUPS), help="one group")
    options = parser.parse_args(arguments)
    rows = asyncio.run(run(options))
    if options.json:
        print(json.dumps({"rows": rows}, indent=2))
        return
    table = Table("case", "overlay", "bare page", "ratio", "to reach", "met")
    for row in rows:
        cells = [
            _number(row["value"], row["unit"]),
            _number(row["bare"], row["unit"]),
            _number(row["ratio"], "x"),
        ]
        table.add_row(row["case"], *cells, row["to_reach"], {None: "", True: "yes", False: "NO"}[row["met"]])
    Console(width=130).print(table)


def _number(value: float | None, unit: str) -> str:
    return "" if value is None else f"{value:.1f} {unit}"
