"""Measures what recording costs a page, compared with overlay without it, and how large a recording is."""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright
from rich.console import Console
from rich.table import Table

from bench.loop import OPEN_CHAT, STEADY, serve
from bench.page_cost.bed import search_web
from bench.page_cost.history import PROFILE
from observers.cdp import call
from overlay.capture.record.atomic_save import save
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import PAGE
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion

CASES: dict[str, dict[str, Any]] = {
    "append, 100 KB in 1000 tokens": {"mode": "append", "size": 100_000, "count": 1000, "gap": 10},
    "framework, 100 KB in 1000 tokens": {"mode": "framework", "size": 100_000, "count": 1000, "gap": 10},
    "rebuild, 4 KB in 100 tokens": {"mode": "rebuild", "size": 4_000, "count": 100, "gap": 33},
}
SHARE, SIZE = 5.0, 1000.0
"""Targets: per cent of the main thread's time, KB for 100 KB streamed."""
Row = dict[str, Any]


async def once(browser: Browser, url: str, asked: Row, *, record: bool) -> Row:
    """Stream one call; return the main thread's busy ms, the elapsed ms, and the recording's size."""
    recorder = Recorder() if record else None
    context = await browser.new_context(viewport={"width": 1000, "height": 800})
    try:
        async with Companion(
            url + OPEN_CHAT,
            profile=PROFILE,
            tools=[search_web],
            context=context,
            inspectable=True,
            config=STEADY,
            recorder=recorder,
        ) as companion:
            page = companion.page
            await page.wait_for_function("() => window.settle")
            await page.frame_locator("iframe.face").locator(".execute-button").wait_for()
            session = await context.new_cdp_session(page)
            # CPU time of the thread: waiting on a busy machine does not count.
            await call(session, "Performance.enable", {"timeDomain": "threadTicks"})
            before, began = await _busy(session), time.monotonic()
            await page.evaluate("(asked) => window.streamCall(asked)", {**asked, "overlay": False})
            await page.evaluate("() => window.settle()")
            row = {"busy": await _busy(session) - before, "elapsed": (time.monotonic() - began) * 1000}
    finally:
        await context.close()
    return row | (await asyncio.to_thread(_sizes, recorder) if recorder else {})


async def _busy(session: Any) -> float:
    answer = await call(session, "Performance.getMetrics")
    return next(metric["value"] for metric in answer["metrics"] if metric["name"] == "TaskDuration") * 1000


def _sizes(recorder: Recorder) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "recording"
        began = time.monotonic()
        save(recorder, place, ended="")
        return {
            "page": (place / PAGE).stat().st_size / 1000,
            "all": sum(file.stat().st_size for file in place.rglob("*") if file.is_file()) / 1000,
            "saving": time.monotonic() - began,
        }


async def measure(repeats: int, only: str | None) -> list[Row]:
    """Return all rows of the table; `only` selects cases by a part of their name."""
    server, task, url = await serve()
    found = ensure_browser(None, headless=True, notify=lambda line: Console(stderr=True).print(line))
    rows: list[Row] = []
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options(found, headless=True))
            for name, asked in CASES.items():
                if only and only not in name:
                    continue
                runs: dict[bool, list[Row]] = {True: [], False: []}
                for _ in range(repeats):
                    for record in (True, False):
                        runs[record].append(await once(browser, url, asked, record=record))
                rows.append(_row(name, asked["size"] / 1000, runs))
            await browser.close()
    finally:
        server.should_exit = True
        await task
    return rows


def _row(name: str, kilobytes: float, runs: dict[bool, list[Row]]) -> Row:
    def median(record: bool, field: str) -> float:
        return statistics.median(run[field] for run in runs[record])

    more = median(True, "busy") - median(False, "busy")
    share = 100 * more / median(True, "elapsed")
    size = median(True, "page") * 100 / kilobytes
    return {
        "case": name,
        "busy": median(True, "busy"),
        "without": median(False, "busy"),
        "share": share,
        "size": size,
        "saving": median(True, "saving"),
        "met": share <= SHARE and size <= SIZE,
    }


def main(arguments: Sequence[str]) -> None:
    """Measure and print a table (or JSON). The exit code is 0 even if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench capture", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each measure; the median counts")
    parser.add_argument("--only", help="only cases whose name contains this")
    options = parser.parse_args(arguments)
    rows = asyncio.run(measure(options.repeats, options.only))
    if options.json:
        print(json.dumps({"rows": rows}, indent=2))
        return
    table = Table("case", "busy", "without", "share of main thread", "KB for 100 KB", "saving", "met")
    for row in rows:
        cells = [f"{row['busy']:.0f} ms", f"{row['without']:.0f} ms", f"{row['share']:.1f} %"]
        table.add_row(
            row["case"], *cells, f"{row['size']:.0f}", f"{row['saving']:.1f} s", "yes" if row["met"] else "NO"
        )
    Console(width=130).print(table)
