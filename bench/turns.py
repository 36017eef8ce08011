"""Measures a turn of the automatic loop in chat applications.

A turn goes from the moment at which the page shows an answer's last text to the next request.
Installs the chat applications of tests/beds if necessary. See `--help`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import platformdirs
from playwright.async_api import BrowserContext, CDPSession, async_playwright
from rich.console import Console
from rich.table import Table

from bench.page_cost.processes import renderer_mb
from observers.cdp import call
from overlay.companion.browser import ensure_browser, launch_options
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile
from tests.beds.install import install
from tests.beds.running import Bed, started
from tests.beds.talk import SPELLED, Talk
from tests.beds.test_nicegui import TestNiceGUI

CASE, TURNS = "forty", 40
NO_ANSWER = 30.0
"""Seconds without another request after which a loop has stopped."""
FEW = 5
"""Turns at the beginning and at the end of the loop that are compared."""
BEDS: dict[str, tuple[str, SiteProfile | None]] = {
    "assistantui": (".aui-composer-input", None),
    "deepchat": ("#text-input", None),
    "n8n": ("textarea", None),
    "gradio": ('textarea[data-testid="textbox"]', None),
    "nicegui": ("input", TestNiceGUI.profile),
}
"""By application: the selector of its message box, and a profile where overlay has none."""
SHOWN = """(() => {
    window.shownTurns = {};
    const take = (text) => {
        for (const [, number] of (text ?? "").matchAll(/Turn (\\d+)\\./g))
            window.shownTurns[number] ??= Date.now() / 1000;
    };
    const observer = new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
            if (type === "characterData") take(target.data);
            else for (const node of addedNodes) take(node.textContent);
        }
    });
    const observe = (root) => observer.observe(root, { childList: true, subtree: true, characterData: true });
    observe(document);
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
        const root = attach.call(this, init);
        observe(root);
        return root;
    };
})()"""
"""Notes in the page when it shows the last words of each answer."""


@dataclass(frozen=True, slots=True)
class Loop:
    """Medians in milliseconds after the page shows the last text of an answer, and the page's memory.

    `shown` is how long the application takes to show the last text after it was sent.
    """

    bed: str
    turns: int
    shown: float
    ran: float
    inserted: float
    asked: float
    first: float
    last: float
    page_ms: float
    nodes_before: float
    nodes: float
    heap_before: float
    heap: float
    renderer: float
    bare_nodes: float
    bare_heap: float
    bare_renderer: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What the page has at the end: nodes, and MB of its heap and of its renderers."""

    nodes: float
    heap: float
    renderer: float


async def bare(context: BrowserContext, bed: Bed, turns: int) -> Memory:
    """Send as many results of the same length without overlay, and return the memory of the page."""
    composer, _ = BEDS[bed.name]
    page = await context.new_page()
    await page.goto(bed.url)
    session = await context.new_cdp_session(page)
    await call(session, "Performance.enable")
    box = page.locator(composer).last
    for number in range(turns):
        text = f"<function_results>\n{SPELLED}\n</function_results>" if number else f"Please, case:{CASE}"
        await box.fill(text)
        await box.press("Enter")
        await page.get_by_text(f"Turn {number}.").filter(visible=True).last.wait_for()
    return await _memory(session)


async def _memory(session: CDPSession) -> Memory:
    metrics = await _metrics(session)
    return Memory(metrics["Nodes"], metrics["JSHeapUsedSize"] / 1e6, renderer_mb())


async def loop(context: BrowserContext, bed: Bed, turns: int, *, signed: bool, without: Memory) -> Loop:
    """Let the model ask for a tool `turns` times; `without`: the memory of the page without overlay."""
    composer, profile = BEDS[bed.name]
    if not signed:
        profile = (profile or load_profiles()[bed.name]).model_copy(update={"streaming": ""})
    await context.add_init_script(SHOWN)
    async with Talk(bed, context, composer, profile=profile, inspectable=False) as talk:
        talk.run_automatically()
        talk.companion.config.returns.max_rounds = turns
        session = await context.new_cdp_session(talk.page)
        await call(session, "Performance.enable")
        before = await _metrics(session)
        times: dict[str, list[float]] = {"done": [], "inserted": []}
        listener = asyncio.create_task(_listen(talk, times))
        await talk.person.ask(CASE)
        asked = await _until(bed, turns)
        after = await _metrics(session)
        renderer = renderer_mb()
        shown: dict[str, float] = await talk.page.evaluate("window.shownTurns")
        listener.cancel()
    ends = [(max(spoke, shown.get(str(n), spoke)), end) for n, (spoke, end) in enumerate(asked)]
    return Loop(
        bed.name,
        len(asked),
        _median([showed - spoke for (spoke, _), (showed, _) in zip(asked, ends, strict=True)]),
        _median([_after(times["done"], showed, end) for showed, end in ends]),
        _median([_after(times["inserted"], showed, end) for showed, end in ends]),
        _median([end - showed for showed, end in ends]),
        _median([end - showed for showed, end in ends[:FEW]]),
        _median([end - showed for showed, end in ends[-FEW:]]),
        (after["TaskDuration"] - before["TaskDuration"]) * 1000 / max(1, len(asked)),
        before["Nodes"],
        after["Nodes"],
        before["JSHeapUsedSize"] / 1e6,
        after["JSHeapUsedSize"] / 1e6,
        renderer,
        without.nodes,
        without.heap,
        without.renderer,
    )


async def _listen(talk: Talk, times: dict[str, list[float]]) -> None:
    events = talk.companion.listen()
    while event := await events.get():
        if event.kind in times:
            times[event.kind].append(time.time())


async def _until(bed: Bed, turns: int) -> list[tuple[float, float]]:
    """Return the times of the requests, once all came or no other one comes."""
    found: list[tuple[float, float]] = []
    since = time.monotonic()
    while len(found) < turns and time.monotonic() - since < NO_ANSWER:
        await asyncio.sleep(0.5)
        now = await asyncio.to_thread(bed.turns)
        if len(now) > len(found):
            since = time.monotonic()
        found = now
    return found


async def _metrics(session: CDPSession) -> dict[str, float]:
    await call(session, "HeapProfiler.collectGarbage")
    answer = await call(session, "Performance.getMetrics")
    return {metric["name"]: metric["value"] for metric in answer["metrics"]}


def _after(times: Sequence[float], spoke: float, end: float) -> float:
    """Return when the last event before `end` came, seconds after `spoke`."""
    return max((at for at in times if at <= end), default=spoke) - spoke


def _median(seconds: Sequence[float]) -> float:
    return statistics.median(seconds) * 1000 if seconds else 0.0


async def measure(names: Sequence[str], turns: int, *, signed: bool) -> list[Loop]:
    """Play the loop in each application."""
    found = await asyncio.to_thread(
        ensure_browser, "headless-shell", notify=lambda line: print(line, file=sys.stderr)
    )
    loops: list[Loop] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options(found, headless=True, loopback_only=True))
        for name in names:
            with started(name) as bed:
                context = await browser.new_context()
                without = await bare(context, bed, turns)
                await context.close()
            with started(name) as bed:
                context = await browser.new_context()
                loops.append(await loop(context, bed, turns, signed=signed, without=without))
                await context.close()
        await browser.close()
    return loops


def main(arguments: Sequence[str]) -> None:
    """Measure and print a table (or JSON)."""
    parser = argparse.ArgumentParser(prog="python -m bench turns", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"turns of the loop, at most {TURNS}")
    parser.add_argument("--unsigned", action="store_true", help="without the profiles' streaming signs")
    parser.add_argument("beds", nargs="*", choices=[*BEDS, []], help="applications (default: all)")
    options = parser.parse_args(arguments)
    names = options.beds or list(BEDS)
    cache = platformdirs.user_cache_path("overlay", appauthor=False)
    for name in names:
        install(name, cache, lambda line: print(line, file=sys.stderr))
    loops = asyncio.run(measure(names, options.turns, signed=not options.unsigned))
    if options.json:
        print(json.dumps({"loops": [asdict(each) for each in loops]}, indent=2))
        return
    heads = (
        "turns",
        "shown",
        "ran",
        "inserted",
        "asked",
        "first 5",
        "last 5",
        "page ms a turn",
        "nodes",
        "heap MB",
        "renderer MB",
    )
    table = Table("application", *heads)
    for each in loops:
        figures = (each.shown, each.ran, each.inserted, each.asked, each.first, each.last, each.page_ms)
        table.add_row(
            each.bed,
            str(each.turns),
            *(f"{figure:.0f}" for figure in figures),
            f"{each.nodes_before:.0f} → {each.nodes:.0f} (bare {each.bare_nodes:.0f})",
            f"{each.heap_before:.1f} → {each.heap:.1f} (bare {each.bare_heap:.1f})",
            f"{each.renderer:.0f} (bare {each.bare_renderer:.0f})",
        )
    Console(width=160).print(table)
