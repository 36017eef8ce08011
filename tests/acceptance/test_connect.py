"""A browser that ran before overlay is, after a session, as the user left it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, CDPSession, Page, Playwright
from playwright.async_api import Error as PlaywrightError

from observers import open_documents, page_bridge
from observers.cdp import call
from overlay import Companion, tool
from overlay.calls.events import Event
from overlay.calls.ledger import Ledger
from overlay.companion.browser import Browser
from overlay.sites.profile import SiteProfile
from tests.companion.browser.running import running_browser
from tests.injected.pages import PageSite
from tests.support.scene import call as printed

CHAT = """<!doctype html><title>chat</title><main><p class=user>go</p></main><textarea id=box></textarea>
<script>
const message = document.createElement("div");
message.className = "bot";
message.innerHTML = "<p>Here:</p><pre><code class=language-xml></code></pre>";
window.write = (text) => {
    message.querySelector("code").textContent += text;
    document.querySelector("main").append(message);
};
</script>"""
SITE = SiteProfile(name="x", title="X", user=".user", assistant=".bot", composer="#box", kind="textarea")
AUTO: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "returns": {"auto_insert": True}}
CALL = printed(text="one")
HALF = CALL[: CALL.index("<parameter")]
SHOWN = "document.querySelector('pre').checkVisibility()"
WRITE = "text => window.write(text)"
ENVIRONMENT = """() => ({
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
    size: [innerWidth, innerHeight, devicePixelRatio],
    agent: navigator.userAgent,
    language: navigator.language,
    driven: navigator.webdriver,
})"""
THEIRS = ("--force-dark-mode", "--force-prefers-reduced-motion", "--window-size=1003,707")
"""Settings of this user that no program would choose."""


async def until(events: asyncio.Queue[Event | None], kind: str) -> None:
    """Wait for an event of that kind."""
    async with asyncio.timeout(60):
        while (event := await events.get()) and event.kind != kind:
            pass
    assert event, f"the companion ended without {kind}"


@dataclass
class Seen:
    """The browser before, during and after the session, seen through a connection that changes nothing of it."""

    context: BrowserContext
    page: Page
    mark: str
    hidden: bool
    inserted: str
    before: dict[str, Any]
    during: dict[str, Any]
    after: dict[str, Any]


class BrowserObserver:
    """Looks at a page and its browser on a connection of its own."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page, self._session = page, session
        self._worlds: list[str] = []
        session.on("Runtime.executionContextCreated", self._created)

    def _created(self, event: dict[str, Any]) -> None:
        self._worlds.append(event["context"]["uniqueId"])

    async def look(self) -> dict[str, Any]:
        """Return all that a session could change."""
        targets = (await call(self._session, "Target.getTargets"))["targetInfos"]
        return {
            "pages": [(each["targetId"], each["url"]) for each in targets if each["type"] == "page"],
            "contexts": {each.get("browserContextId") for each in targets},
            "environment": await self._page.evaluate(ENVIRONMENT),
            "listeners": await self._listeners(),
        }

    async def _listeners(self) -> int:
        """How many the document and its window have, in all worlds: each has its own. Playwright's locators and
        `expect` would add some.
        """
        await call(self._session, "Runtime.enable")
        count = 0
        for world in self._worlds:
            for name in ("window", "document"):
                asked = {"expression": name, "uniqueContextId": world}
                try:
                    thing = (await call(self._session, "Runtime.evaluate", asked))["result"]["objectId"]
                except PlaywrightError:  # a block's frame that is gone
                    continue
                found = await call(self._session, "DOMDebugger.getEventListeners", {"objectId": thing})
                count += len(found["listeners"])
        return count


@pytest.fixture(scope="module")
async def seen(
    playwright: Playwright, window_browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Seen]:
    """A session in which a call runs, and its result is inserted into the page that was open."""
    folder: Path = tmp_path_factory.mktemp("running")
    with pytest.MonkeyPatch.context() as patch:
        for module in (open_documents, page_bridge):
            patch.setattr(module, "DETACH_LIMIT", 30)
        async with _session(playwright, window_browser, folder) as session:
            yield session


@asynccontextmanager
async def _session(playwright: Playwright, browser: Browser, folder: Path) -> AsyncGenerator[Seen]:
    @tool
    def note(text: str) -> str:
        """Keeps a text."""
        return f"noted {text}"

    async with PageSite() as site, running_browser(browser, folder, *THEIRS) as address:
        watching = await playwright.chromium.connect_over_cdp(address, no_defaults=True)
        (context,) = watching.contexts
        (page,) = context.pages
        await page.goto(url := site.add(CHAT))
        observer = BrowserObserver(page, await context.new_cdp_session(page))
        before = await observer.look()
        async with Companion(
            url, connect=address, tools=[note], profile=SITE, config=AUTO, ledger=Ledger(None)
        ) as companion:
            events = companion.listen()
            await page.evaluate(WRITE, HALF)
            await until(events, "named")
            await page.evaluate(WRITE, CALL.removeprefix(HALF))
            await until(events, "inserted")
            during = await observer.look()
            hidden = not await page.evaluate(SHOWN)
            mark = companion.bridge.mark
        after = await observer.look()
        inserted = await page.locator("#box").input_value()
        yield Seen(context, page, mark, hidden, inserted, before, during, after)
        await watching.close()


async def test_overlay_works_in_the_page_that_was_there_and_changes_nothing_of_the_users_window(
    seen: Seen,
) -> None:
    assert len(seen.during["pages"]) == 2
    assert seen.hidden
    assert "noted one" in seen.inserted
    assert seen.during["environment"] == seen.before["environment"]
    assert seen.before["environment"]["dark"] is True
    assert seen.before["environment"]["calm"] is True


async def test_after_the_session_the_browser_is_as_before(seen: Seen) -> None:
    assert seen.after == seen.before
    # The control: the comparison sees a listener of overlay's.
    assert seen.during["listeners"] > seen.before["listeners"]


async def test_after_the_session_the_document_is_the_sites_own_and_hides_nothing(seen: Seen) -> None:
    control = await seen.context.new_page()
    await control.goto(seen.page.url)
    await control.evaluate(WRITE, CALL)
    whole = "document.documentElement.outerHTML"
    assert await seen.page.evaluate(whole) == await control.evaluate(whole)
    await control.close()
    assert await seen.page.evaluate(SHOWN)
    # No rule of overlay's is left, which would hide what follows a node with its mark.
    marked = """mark => {
        const host = document.createElement("i");
        host.setAttribute(mark, "");
        document.querySelector("pre").before(host);
        const shown = document.querySelector("pre").checkVisibility();
        host.remove();
        return shown;
    }"""
    assert await seen.page.evaluate(marked, seen.mark)


@pytest.mark.thorough
async def test_the_tab_and_the_window_that_overlay_opened_are_closed(
    playwright: Playwright, window_browser: Browser, tmp_path: Path
) -> None:
    async with PageSite() as site, running_browser(window_browser, tmp_path) as address:
        watching = await playwright.chromium.connect_over_cdp(address, no_defaults=True)
        (page,) = watching.contexts[0].pages
        observer = BrowserObserver(page, await page.context.new_cdp_session(page))
        before = (await observer.look())["pages"]
        async with Companion(site.add(CHAT), connect=address, profile=SITE, ledger=Ledger(None)):
            during = (await observer.look())["pages"]
        assert len(during) == 3
        assert (await observer.look())["pages"] == before
        await watching.close()
