"""Two companions on one page: the first one keeps it, and what a killed one left behind is taken out."""

from __future__ import annotations

import os
import signal
import sys
from asyncio import create_subprocess_exec, subprocess
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, Playwright, expect

from observers import other_companions, page_bridge
from observers.other_companions import World
from overlay.companion.browser import Browser
from overlay.companion.companion import Companion
from overlay.sites.loader import load_profiles
from tests.companion.browser.running import running_browser
from tests.injected.calls import XML
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.faces import in_face

__all__ = ["own_context", "pages"]

PAGE = "<!doctype html><title>chat</title><main></main><textarea></textarea>"
WRITE = """(text) => {
    const pre = document.createElement("pre");
    pre.textContent = text;
    document.querySelector("main").append(pre);
}"""
GIVEN: dict[str, Any] = {"config": {"fail_open": 60}, "profile": load_profiles()["generic"]}
"""Given the profile, overlay doesn't look for one, which takes seconds."""
# In its own process, which can be killed.
COMPANION = """
import asyncio, sys
from overlay.sites.loader import load_profiles
from overlay.companion.companion import Companion

async def main():
    given = {"profile": load_profiles()["generic"], "config": {"fail_open": 60}}
    async with Companion(sys.argv[1], connect=sys.argv[2], **given):
        print("there", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
async def first(context: BrowserContext, pages: PageSite) -> AsyncIterator[Companion]:
    async with Companion(pages.add(PAGE), context=context, inspectable=True, **GIVEN) as companion:
        yield companion


@asynccontextmanager
async def _second(first: Companion) -> AsyncGenerator[tuple[Companion, list[str]]]:
    said: list[str] = []
    async with Companion(
        first.url, context=first.context, inspectable=True, **GIVEN, notify=said.append
    ) as companion:
        yield companion, said


async def test_a_second_companion_leaves_each_page_to_the_first_and_says_so_once(
    first: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both are in this process. On a busy machine the first one may answer late.
    monkeypatch.setattr(other_companions, "ANSWER_LIMIT", 20)
    monkeypatch.setattr(other_companions, "HANG_LIMIT", 60)
    monkeypatch.setattr("overlay.companion.opening.WATCHING", 60)
    await (await first.context.new_page()).goto(first.page.url)
    async with _second(first) as (_, said):
        assert said.count(page_bridge.ANOTHER) == 1
        await first.page.evaluate(WRITE, XML)
        await expect(in_face(first.page, ".function-block")).to_have_count(1)
        await expect(first.page.locator("main > pre")).to_be_hidden()
    await expect(first.page.locator("main > pre")).to_be_hidden()


@pytest.mark.thorough
async def test_the_second_companion_takes_over_when_the_first_ends(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_bridge, "RETRY_AFTER", 0.05)
    async with Companion(pages.add(PAGE), context=context, inspectable=True, **GIVEN) as first:
        page = first.page
        second = _second(first)
        late, _ = await second.__aenter__()
        await page.evaluate(WRITE, XML)
        await expect(in_face(page, ".function-block")).to_have_count(1)
    mark = late.bridge.mark
    await expect(page.locator(f"[{mark}]")).to_have_count(1)
    await expect(page.locator("main > pre")).to_be_hidden()
    await second.__aexit__(None, None, None)


@pytest.mark.thorough
async def test_a_companion_that_began_later_leaves_a_page_that_it_reached_first(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both get the event of a new tab; which of them reaches it first is chance."""
    late = World(2**40 * 15, "f" * 16)
    said: list[str] = []
    url = pages.add(PAGE)
    with monkeypatch.context() as patched:
        patched.setattr(page_bridge.World, "new", lambda: late)
        stack = AsyncExitStack()
        second = await stack.enter_async_context(
            Companion(url, context=context, inspectable=True, **GIVEN, notify=said.append)
        )
    async with stack, Companion(url, context=context, inspectable=True, **GIVEN) as first:
        await first.page.evaluate(WRITE, XML)
        await expect(first.page.locator(f"[{first.bridge.mark}]")).to_have_count(1)
        await expect(first.page.locator(f"[{second.bridge.mark}]")).to_have_count(0)
        await expect(first.page.locator("main > pre")).to_be_hidden()
    assert page_bridge.ANOTHER in said


@pytest.fixture
async def killed(
    playwright: Playwright, overlay_browser: Browser, pages: PageSite, tmp_path: Path
) -> AsyncIterator[tuple[Page, str]]:
    """A page beside which a companion was killed that would keep hiding for a minute."""
    url = pages.add(PAGE)
    async with running_browser(overlay_browser, tmp_path) as address:
        watching = await playwright.chromium.connect_over_cdp(address, no_defaults=True)
        page = watching.contexts[0].pages[0]
        await page.goto(url)
        process = await create_subprocess_exec(
            sys.executable, "-c", COMPANION, url, address, stdout=subprocess.PIPE, env=dict(os.environ)
        )
        assert process.stdout
        assert (await process.stdout.readline()).strip() == b"there"
        await page.evaluate(WRITE, XML)
        await expect(page.locator("main > div")).to_have_count(1)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        yield page, address
        await watching.close()


@pytest.mark.thorough
async def test_a_page_goes_on_hiding_calls_after_a_kill_until_the_next_companion_takes_over(
    killed: tuple[Page, str],
) -> None:
    page, address = killed
    texts, hosts = page.locator("main > pre"), page.locator("main > div")
    await expect(texts).to_be_hidden()
    await page.evaluate(WRITE, XML)
    await expect(hosts).to_have_count(2)
    await expect(texts.last).to_be_hidden()
    async with Companion(page.url, connect=address, headless=True, **GIVEN) as companion:
        await expect(page.locator(f"[{companion.bridge.mark}]")).to_have_count(2)
        await expect(hosts).to_have_count(2)
    await page.evaluate(WRITE, XML)
    await expect(texts.last).to_be_visible()
    await expect(hosts).to_have_count(0)
