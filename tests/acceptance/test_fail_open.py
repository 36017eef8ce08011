"""With Python gone, the page is as the site made it."""

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

COMPANION = """
import asyncio, sys
from overlay.companion.companion import Companion
from overlay.chat.sites.loader import load_profiles
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
async def companion_of_its_own(url: str, connect: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A companion in a process that may be killed."""
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


async def test_a_killed_companion_leaves_the_page_as_it_was_within_half_a_second(
    playwright: Playwright, window_browser: Browser, demo: Demo, tmp_path: Path
) -> None:
    message = demo.lay([Said(HALF), Pause(60)])
    async with running_browser(window_browser, tmp_path) as address:
        watcher = await playwright.chromium.connect_over_cdp(address)
        async with companion_of_its_own(f"{demo.url}/?rate=300", address) as companion:
            page = next(page for page in watcher.contexts[0].pages if page.url.startswith(demo.url))
            await page.locator("#composer").fill(message)
            await page.locator('[data-testid="send"]').click()
            await expect(page.locator(".code-card pre")).to_contain_text("quagga")
            await expect(page.locator(".code-card pre")).to_be_hidden()
            await page.evaluate(WATCH)
            companion.send_signal(signal.SIGKILL)
            await companion.wait()
            dead = await page.evaluate("performance.now()")
            await expect(page.locator(".code-card pre")).to_be_visible()
            # The promise itself, not a measurement: its 500 ms are part of what the page is promised.
            assert await page.evaluate("window.open_since - window.stalled") - dead <= 500
            await expect(page.locator(".code-card pre")).to_be_visible()
        await watcher.close()


# An element of ours outside of the body: its connection was asked for because the page is at rest.
AT_REST = """() => new Promise((go) => {
    const look = () => (document.documentElement.lastElementChild.localName === "div" ? setTimeout(go, 300) : setTimeout(look, 20));
    look();
})"""


async def test_a_companion_killed_while_the_page_rests_leaves_it_as_it_was_within_half_a_second(
    playwright: Playwright, window_browser: Browser, demo: Demo, tmp_path: Path
) -> None:
    message = demo.lay([Said(HALF), Pause(60)])
    async with running_browser(window_browser, tmp_path) as address:
        watcher = await playwright.chromium.connect_over_cdp(address)
        async with companion_of_its_own(f"{demo.url}/?rate=300", address) as companion:
            page = next(page for page in watcher.contexts[0].pages if page.url.startswith(demo.url))
            await page.locator("#composer").fill(message)
            await page.locator('[data-testid="send"]').click()
            await expect(page.locator(".code-card pre")).to_be_hidden()
            await page.evaluate(AT_REST)
            await page.evaluate(WATCH)
            companion.send_signal(signal.SIGKILL)
            await companion.wait()
            dead = await page.evaluate("performance.now()")
            await expect(page.locator(".code-card pre")).to_be_visible()
            assert await page.evaluate("window.open_since - window.stalled") - dead <= 500
        await watcher.close()


async def _streaming(stage: Stage, demo: Demo) -> Page:
    await stage.ask(demo.lay([Said(f"Before.\n\n{fenced('xml')}\n\n{HALF}"), Pause(60)]))
    await stage.until("named", 2)
    await expect(stage.page.locator(".code-card pre").last).to_be_hidden()
    return stage.page


@pytest.mark.parametrize("mode", MODES)
async def test_a_companion_that_ends_leaves_no_trace(context: BrowserContext, demo: Demo, mode: str) -> None:
    async with Stage(context, f"{demo.url}/?rate=300&render={mode}", site="demo") as stage:
        page = await _streaming(stage, demo)
        mark = stage.companion.bridge.mark
    await expect(page.locator(".code-card pre")).to_have_count(2)
    assert await page.locator(f"[{mark}]").count() == 0


async def test_a_companion_that_ends_shows_what_it_hid(context: BrowserContext, demo: Demo) -> None:
    async with Stage(context, f"{demo.url}/?rate=300", site="demo") as stage:
        page = await _streaming(stage, demo)
    await expect(page.locator(".code-card pre").first).to_be_visible()
    await expect(page.locator(".code-card pre").last).to_be_visible()


async def test_a_companion_that_ended_hides_nothing_more(context: BrowserContext, demo: Demo) -> None:
    async with Stage(context, f"{demo.url}/?rate=300", site="demo") as stage:
        page = stage.page
    await page.locator("#composer").fill(demo.lay(fenced("xml")))
    await page.locator('[data-testid="send"]').click()
    await expect(page.locator(".code-card pre")).to_be_visible()


async def test_a_killed_companion_leaves_no_strip_at_the_message_box(
    playwright: Playwright,
    window_browser: Browser,
    demo: Demo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    InstructedSites(data_dir() / "told_sites.json").add(origin_of(demo.url))
    async with running_browser(window_browser, tmp_path) as address:
        watcher = await playwright.chromium.connect_over_cdp(address)
        async with companion_of_its_own(demo.url, address) as companion:
            page = next(page for page in watcher.contexts[0].pages if page.url.startswith(demo.url))
            await expect_strip(page, True)
            companion.send_signal(signal.SIGKILL)
            await companion.wait()
            await expect_strip(page, False)


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
