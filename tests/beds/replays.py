"""`python -m tests.beds.replays DIR`: records a conversation at each open bed, plays it ten times at full
speed (and at its own, where --slow says so), and says whether logs and pages are equal, byte for byte.
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import platformdirs
from playwright.async_api import Browser, async_playwright

from overlay.capture.record.atomic_save import as_written
from overlay.companion.browser import ensure_browser, launch_options
from tests.beds.install import install
from tests.beds.recorded import ReplayResults, Taken, record, replayed
from tests.beds.running import started
from tests.beds.scenario import Drawing
from tests.beds.test_assistantui import TestReactMarkdown, TestStreamdown
from tests.beds.test_deepchat import TestDeepChat
from tests.beds.test_gradio import TestGradio

BEDS: dict[str, tuple[str, Drawing]] = {
    "assistantui": ("assistantui", TestReactMarkdown()),
    "streamdown": ("assistantui", TestStreamdown()),
    "deepchat": ("deepchat", TestDeepChat()),
    "gradio": ("gradio", TestGradio()),
}
CASES = ("fenced", "three", "long", "code")


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.beds.replays", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the recordings go")
    parser.add_argument("--only", choices=BEDS, action="append", help="these beds alone")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument(
        "--slow", choices=BEDS, action="append", default=[], help="these at their own speed too"
    )
    given = parser.parse_args()
    return asyncio.run(run(given.folder, given.only or list(BEDS), given.times, given.slow))


async def run(folder: Path, names: Sequence[str], times: int, slow: Sequence[str]) -> int:
    faults = 0
    found = ensure_browser(None, headless=True, notify=say)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options(found, headless=True, loopback_only=True))
        for name in names:
            taken = await taken_of(name, browser, folder / name)
            for speed in [None, *([1.0] if name in slow else [])]:
                faults += tell(taken, await replayed(taken, browser, times, speed), speed)
        await browser.close()
    return 1 if faults else 0


async def taken_of(name: str, browser: Browser, folder: Path) -> Taken:
    bed_name, loop = BEDS[name]
    install(bed_name, platformdirs.user_cache_path("overlay", appauthor=False), say)
    with started(bed_name) as bed:
        began = time.monotonic()
        taken = await record(loop.talking(bed), browser, CASES, folder)
    say(f"{name}: recorded in {time.monotonic() - began:.1f} s, {as_written(folder)}")
    return taken


def tell(taken: Taken, results: ReplayResults, speed: float | None) -> int:
    """Say what came of it; return how many faults there are."""
    pace = "full speed" if speed is None else f"{speed:g} x"
    same = results.pages == [taken.page]
    seconds = f"{min(results.seconds):.1f} to {max(results.seconds):.1f} s"
    say(
        f"  {len(results.seconds)} replays at {pace}, {seconds}: {len(results.logs)} different logs, "
        f"the page at the end is {'the live one' if same else 'ANOTHER'}"
    )
    for line in results.apart:
        say(f"  not as it was live: {line}")
    if len(results.logs) > 1:
        say_difference(results.logs[0], results.logs[1])
    for page in results.pages:
        say_difference(taken.page, page)
    return (len(results.logs) > 1) + (not same) + len(results.apart)


def say_difference(one: str, other: str) -> None:
    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), "live", "replay", n=1, lineterm="")
    for line in [*lines][:40]:
        say(f"    {line[:400]}")


if __name__ == "__main__":
    sys.exit(main())
