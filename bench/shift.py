"""Measures how much a call's block moves the page: the layout shift of the demo, with and without overlay."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser, Page, async_playwright, expect
from rich.console import Console

from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion
from overlay.demo.script import Said, Script
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from overlay.tools import tool

MOST = 0.02
"""Layout shift that overlay may add. https://web.dev/articles/cls calls a page with less than 0.1 good."""
ANSWER = """I look it up.

```xml
<function_calls>
<invoke name="search" call_id="1">
<parameter name="query">tapir</parameter>
</invoke>
</function_calls>
```

That was the call, and this is what comes after it."""
WATCH = """() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries()))
        .observe({ type: "layout-shift", buffered: true });
}"""
READ = """() => shifts.map((entry) => ({
    at: Math.round(entry.startTime), value: entry.value,
    moved: entry.sources.map(({ node, previousRect, currentRect }) =>
        `${node?.localName ?? "?"} ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`),
}))"""


@tool(read_only=True)
def search(query: str) -> str:
    """A tool for the benchmark."""
    return f"found {query}"


async def ask(page: Page) -> None:
    """Send a message, and wait for the end of the answer."""
    await page.evaluate(WATCH)
    await page.locator("#composer").fill("Go on")
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator("[data-turn=assistant]")).to_have_count(1)
    await expect(page.locator('[data-testid="stop"]')).to_have_count(0, timeout=30_000)


async def measure(browser: Browser, *, with_overlay: bool) -> list[dict[str, Any]]:
    """Return each layout shift of a visit in which a call streams, counts down, runs and is closed."""
    async with DemoSite(script=Script(lambda _: [Said(ANSWER)])) as site:
        context = await browser.new_context(viewport={"width": 1000, "height": 720})
        try:
            if not with_overlay:
                page = await context.new_page()
                await page.goto(site.url)
                await ask(page)
                return await page.evaluate(READ)
            config: dict[str, Any] = {"policy": {"auto_execute": ["search"], "delay": 0.5}}
            async with Companion(
                site.url, context=context, tools=[search], profile=load_profiles()["demo"], config=config
            ) as companion:
                events = companion.listen()
                await ask(companion.page)
                while (event := await events.get()) and event.kind != "done":
                    pass
                await asyncio.sleep(2)  # the block is closed a moment after its call has ended
                return await companion.page.evaluate(READ)
        finally:
            await context.close()


async def both() -> dict[str, list[dict[str, Any]]]:
    """Measure the bare page and the page with overlay."""
    async with async_playwright() as playwright:
        found = ensure_browser(None, notify=lambda line: Console(stderr=True).print(line))
        browser = await playwright.chromium.launch(**launch_options(found, headless=True))
        try:
            return {
                "bare": await measure(browser, with_overlay=False),
                "overlay": await measure(browser, with_overlay=True),
            }
        finally:
            await browser.close()


def main(arguments: Sequence[str]) -> int:
    """Print the shifts; return 1 if overlay adds more than MOST."""
    parser = argparse.ArgumentParser(prog="python -m bench shift", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print every shift as JSON")
    asked = parser.parse_args(arguments)
    found = asyncio.run(both())
    sums = {name: sum(one["value"] for one in shifts) for name, shifts in found.items()}
    added = sums["overlay"] - sums["bare"]
    if asked.json:
        json.dump({"added": added, "to_reach": MOST, "shifts": found}, sys.stdout)
    else:
        console = Console()
        for name, shifts in found.items():
            console.print(f"{name:<8} {sums[name]:.4f}")
            for one in shifts:
                console.print(f"    {one['at']:>6} ms  {one['value']:.4f}  {'; '.join(one['moved'])}")
        console.print(f"added    {added:.4f} (at most {MOST})")
    return 0 if added <= MOST else 1
