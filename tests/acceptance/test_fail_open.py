"""When overlay ends or is killed, the page is as the site made it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, Playwright, expect

from overlay.common.paths import data_dir
from overlay.companion.browser import Browser
from overlay.companion.instructed_sites import InstructedSites
from overlay.demo.script import Pause, Said
from overlay.policy import origin_of
from tests.companion.browser.running import running_browser
from tests.injected.calls import XML, fenced
from tests.injected.stage import MODES, Demo, Stage
from tests.support.effort import corners

COMPANION = """
import asyncio, sys
from overlay.companion.companion import Companion
from overlay.sites.loader import load_profiles
from overlay.tools import tool

@tool
def look() -> str:
    "Looks."
    return "seen"

async def main():
    profile = load_profiles()["demo"]
    async with Companion(sys.argv[1], connect=sys.argv[2], profile=profile, tools=[look]) as companion:
        print("there", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""
HALF = "```xml\n" + XML[: XML.index("okapi")]
# Notes, by the page's clock, since when all of the site's code is shown again and none of our nodes is left, and for
# how long the machine kept the page from looking.
WATCH = """() => {
    window.open_since = window.stalled = 0;
    let last = performance.now();
    const look = () => {
        const now = performance.now();
        if (!window.open_since) window.stalled += Math.max(0, now - last - 10);
        last = now;
        const codes = [...document.querySelectorAll(".code-card pre")];
        const hosts = document.querySelectorAll(".markdown > div:not([class])").length;
        const open = codes.length > 0 && codes.every((code) => code.checkVisibility()) && !hosts;
        if (!open) window.open_since = 0;
        else if (!window.open_since) window.open_since = performance.now();
        setTimeout(look, 5);
    };
    look();
}"""


@asynccontextmanager
async def companion_in_a_process(url: str, connect: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A companion in a process that the test may kill."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COMPANION, url, connect, stdout=asyncio.subprocess.PIPE, env=dict(os.environ)
    )
    assert process.stdout
    try:
        assert (await process.stdout.readline()).strip() == b"there"
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


# An element of ours outside of the body: its connection was asked for because the page is at rest.
AT_REST = """() => new Promise((go) => {
    const look = () => (document.documentElement.lastElementChild.localName === "div" ? setTimeout(go, 300) : setTimeout(look, 20));
    look();
})"""


async def _window(page: Page) -> Page:
    """Another window: Chromium slows down the timers of a tab that another tab covers."""
    async with page.expect_popup() as popup:
        await page.evaluate("() => { window.open('about:blank', '', 'popup,width=900,height=700'); }")
    return await popup.value


async def _ask_half(page: Page, demo: Demo) -> Page:
    """Let the model begin a call and go on without an end; wait until the call is hidden."""
    await page.locator("#composer").fill(demo.prepare([Said(HALF), Pause(60)]))
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator(".code-card pre")).to_contain_text("quagga")
    await expect(page.locator(".code-card pre")).to_be_hidden()
    return page


async def test_a_killed_companion_leaves_each_page_as_the_site_made_it_within_half_a_second(
    playwright: Playwright,
    overlay_browser: Browser,
    demo: Demo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One page streams, one has been idle, and a new chat has the strip at its message box."""
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    InstructedSites(data_dir() / "told_sites.json").add(origin_of(demo.url))
    async with running_browser(overlay_browser, tmp_path) as address:
        watcher = await playwright.chromium.connect_over_cdp(address)
        async with companion_in_a_process(f"{demo.url}/?rate=300", address) as companion:
            new = next(page for page in watcher.contexts[0].pages if page.url.startswith(demo.url))
            await expect_strip(new, True)
            idle, streaming = await _window(new), await _window(new)
            for page in (idle, streaming):
                await page.goto(f"{demo.url}/?rate=300")
                await _ask_half(page, demo)
                if page is idle:
                    await page.evaluate(AT_REST)
                await page.evaluate(WATCH)
            companion.send_signal(signal.SIGKILL)
            await companion.wait()
            late: dict[str, float] = {}
            dead = {page: await page.evaluate("performance.now()") for page in (idle, streaming)}
            for name, page in (("idle", idle), ("streaming", streaming)):
                await expect(page.locator(".code-card pre")).to_be_visible()
                # The promise itself, not a measurement: overlay promises the 500 ms to the page.
                took = await page.evaluate("window.open_since - window.stalled") - dead[page]
                if took > 500:
                    late[name] = took
                await expect(page.locator(".code-card pre")).to_be_visible()
            assert late == {}
            await expect_strip(new, False)
        await watcher.close()


@pytest.mark.parametrize("mode", corners(MODES, "framework"))
async def test_a_companion_that_ends_leaves_no_trace_and_hides_nothing_more(
    context: BrowserContext, demo: Demo, mode: str
) -> None:
    async with Stage(context, f"{demo.url}/?rate=300&render={mode}", site="demo") as stage:
        await stage.ask(demo.prepare([Said(f"Before.\n\n{fenced('xml')}\n\n{HALF}"), Pause(2)]))
        await stage.until("named", 2)
        await expect(stage.page.locator(".code-card pre").last).to_be_hidden()
        page, mark = stage.page, stage.companion.bridge.mark
    await expect(page.locator(".code-card pre:visible")).to_have_count(2)
    assert await page.locator(f"[{mark}]").count() == 0
    await page.goto(f"{demo.url}/?rate=300&render={mode}")
    await page.locator("#composer").fill(demo.prepare(fenced("xml")))
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator(".code-card pre:visible")).to_contain_text("tapir")


async def expect_strip(page: Page, wanted: bool) -> None:
    """Wait until an element of overlay's layer takes presses somewhere above the message box, or none does."""
    await page.wait_for_function(
        """(wanted) => {
            const { left, right, top } = document.querySelector("#composer").getBoundingClientRect();
            let found = false;
            for (let x = left; x < right; x += 10) {
                for (let y = top - 60; y < top; y += 10) {
                    const element = document.elementFromPoint(x, y);
                    found ||= element?.localName === "div" && element.parentElement === document.documentElement;
                }
            }
            return found === wanted;
        }""",
        arg=wanted,
    )
