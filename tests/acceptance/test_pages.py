"""Several pages of several sites in one browser: each call belongs to its page, each result to its composer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Frame, Page, Route, expect

from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.chat.session import ChatSession
from overlay.chat.sites.loader import load_profiles
from overlay.demo.server import DemoSite
from overlay.tools import ToolRegistry, tool
from tests.injected.fixtures import own_context
from tests.injected.pages import PageSite
from tests.support.faces import in_face
from tests.support.scene import call
from tests.support.telling import told_by

__all__ = ["own_context"]

DEMO = load_profiles()["demo"]
HOME = DEMO.model_copy(update={"hosts": ("127.0.0.1",)})
FADED = '[data-turn="assistant"]'
OTHER = DEMO.model_copy(
    update={"name": "other", "title": "Other", "url": "", "hosts": ("localhost",), "faded": FADED}
)
INSERTS: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "returns": {"auto_insert": True}}
FRAMED = """(url) => { const frame = document.createElement("iframe"); frame.src = url;
    frame.style.cssText = "position: fixed; left: 40px; top: 30px; width: 700px; height: 600px; z-index: 9; background: white";
    document.body.append(frame); }"""


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[DemoSite]:
    async with DemoSite(rate=60) as running:
        yield running


class Room:
    """A companion on the bundled chat; `work` holds every run of the tool until it is set."""

    def __init__(self, companion: Companion, site: DemoSite, ran: list[str], work: asyncio.Event) -> None:
        self.companion = companion
        self.ran = ran
        self.work = work
        self.other = site.url.replace("127.0.0.1", "localhost")
        self.stranger = site.url.replace("127.0.0.1", "stranger.test")

    async def tab(self, url: str) -> Page:
        page = await self.companion.context.new_page()
        await page.goto(url)
        return page

    async def chat(self, url: str) -> ChatSession:
        """The chat that is read of the document at that address."""
        async with asyncio.timeout(30):
            while True:
                for chat in self.companion.parts.chats:  # pyright: ignore[reportPrivateUsage]
                    if chat.document.url.startswith(url):
                        return chat
                await asyncio.sleep(0.01)

    async def block(self, name: str, status: str) -> BlockInfo:
        """The block of the call whose text is `name`, once it stands so."""
        async with asyncio.timeout(30):
            while True:
                for block in await self.companion.blocks():
                    if block.arguments.get("text") == name and block.status == status:
                        return block
                await asyncio.sleep(0.02)


@asynccontextmanager
async def opened(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch, *, everywhere: bool = True
) -> AsyncGenerator[Room]:
    ran: list[str] = []
    work = asyncio.Event()
    work.set()

    @tool(on_loop=True)  # it waits for an event of the test's loop
    async def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        await work.wait()
        return f"noted {text}"

    known = load_profiles() | {"demo": HOME, "other": OTHER}
    for module in ("overlay.companion.session_sites", "overlay.chat.sites.loader"):
        monkeypatch.setattr(f"{module}.load_profiles", lambda: known)
    async with Companion(
        site.url, context=context, registry=ToolRegistry([note]), config=INSERTS, inspectable=True
    ) as companion:
        if everywhere:
            companion.policy.limit_auto_execute(None)
        with told_by(companion):
            yield Room(companion, site, ran, work)


async def say(page: Page | Frame, name: str) -> None:
    """Let the model of that page print a call."""
    await page.fill("#composer", f"say:\nHere:\n\n```xml\n{call(text=name)}```\n")
    await page.click('[data-testid="send"]')


async def holds(page: Page | Frame, text: str) -> None:
    await expect(page.locator("#composer")).to_have_value(re.compile(text), timeout=30_000)


async def test_each_page_is_read_by_the_profile_of_its_own_site(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        await room.tab(room.other)
        await room.tab(room.stranger)
        found = [(await room.chat(url)).profile.name for url in (site.url, room.other, room.stranger)]
        assert found == ["demo", "other", "generic"]


async def test_two_tabs_of_two_sites_get_their_own_results(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        second = await room.tab(room.other)
        await say(room.companion.page, "one")
        await say(second, "two")
        await holds(room.companion.page, "noted one")
        await holds(second, "noted two")


async def test_a_result_reaches_its_own_tab_though_another_is_in_front(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        second = await room.tab(room.other)
        room.work.clear()
        await room.companion.page.bring_to_front()
        await say(room.companion.page, "one")
        await room.block("one", "running")
        await second.bring_to_front()
        room.work.set()
        await holds(room.companion.page, "noted one")
        await expect(second.locator("#composer")).to_have_value("")


async def test_a_popup_of_another_site_has_its_own_calls(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        async with room.companion.page.expect_popup() as popup:
            await room.companion.page.evaluate("(url) => { window.open(url); }", room.other)
        page = await popup.value
        await (await room.chat(room.other)).document.flushed()
        await say(page, "pop")
        await holds(page, "noted pop")
        await expect(room.companion.page.locator("#composer")).to_have_value("")


async def test_what_is_set_to_run_automatically_does_not_on_another_site(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch, everywhere=False) as room:
        second = await room.tab(room.other)
        await say(second, "two")
        block = await room.block("two", "ready")
        assert room.ran == []
        assert "but not on http://localhost" in block.note


async def without_its_rules(route: Route) -> None:
    """The bundled site lets nobody frame it; a site that does says so by not having these rules."""
    response = await route.fetch()
    kept = {name: value for name, value in response.headers.items() if name != "content-security-policy"}
    await route.fulfill(response=response, headers=kept)


async def test_a_frame_of_another_site_runs_by_a_press_and_gets_its_own_result(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await context.route(re.compile(r"^http://[^/]+/(\?.*)?$"), without_its_rules)
    async with opened(site, context, monkeypatch) as room:
        page = room.companion.page
        await page.evaluate(FRAMED, room.other)
        await room.chat(room.other)
        frame = page.frames[1]
        await say(frame, "deep")
        block = await room.block("deep", "ready")
        assert room.ran == []
        await expect(in_face(frame, ".execute-button")).to_be_visible()
        async with asyncio.timeout(30):
            while not room.ran:
                await room.companion.click(block.id)
                await frame.evaluate("new Promise((done) => setTimeout(done, 300))")
        await room.block("deep", "done")
        assert await room.companion.click(block.id, "insert")
        await holds(frame, "noted deep")
        await expect(page.locator("#composer")).to_have_value("")


async def test_what_a_site_fades_is_clear_on_its_own_pages_alone(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        pages = [room.companion.page, await room.tab(room.other)]
        clear: list[str] = []
        for page in pages:
            await say(page, "one")
            await expect(in_face(page, ".function-block")).to_have_count(1)
            answer = page.locator(FADED)
            await answer.evaluate("(answer) => { answer.style.opacity = '.5'; }")
            clear.append(await answer.evaluate("(answer) => getComputedStyle(answer).opacity"))
        assert clear == ["0.5", "1"]


APPLICATION = """<!doctype html><meta charset=utf-8><title>An application</title><main></main><script>
setTimeout(() => {
    document.querySelector("main").innerHTML =
        '<div class=message-render id=m1><div class=agent-turn><pre></pre></div></div>' +
        '<textarea id=prompt-textarea data-testid=text-input></textarea>';
}, 100);
window.answer = async (text) => {
    for (const part of text.match(/[^]{1,30}/g)) {
        document.querySelector("pre").append(part);
        await new Promise((go) => setTimeout(go, 30));
    }
};
</script>"""


async def application(room: Room, pages: PageSite) -> tuple[Page, ChatSession]:
    """A tab of an application on a host that nobody knows, once it was told by what it shows."""
    url = pages.add(APPLICATION, host="stranger.test")
    page = await room.tab(url)
    async with asyncio.timeout(30):
        while True:
            chat = await room.chat(url)
            if chat.profile.name != "generic":
                return page, chat
            await asyncio.sleep(0.01)


async def test_a_tab_of_an_application_on_any_host_is_read_by_its_own_profile(
    site: DemoSite, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        page, chat = await application(room, pages)
        assert chat.profile.name == "librechat"
        assert chat.profile.guessed
        assert chat.document.url == page.url


async def test_what_a_page_shows_itself_to_be_lets_nothing_run_automatically(
    site: DemoSite, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Auto-execution is on for all tools, and here for all sites."""
    async with opened(site, context, monkeypatch) as room:
        page, _ = await application(room, pages)
        await page.evaluate("answer", call(text="app"))
        await room.block("app", "ready")
        assert room.ran == []


async def test_a_fault_in_a_call_of_such_a_page_is_not_reported_to_it_automatically(
    site: DemoSite, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or any page could ask which tools there are."""
    async with opened(site, context, monkeypatch) as room:
        page, _ = await application(room, pages)
        await page.evaluate("answer", call("no_such_tool", text="app"))
        await room.block("app", "ready")
        await expect(page.locator("textarea")).to_have_value("")


async def test_a_call_of_such_a_page_runs_by_a_press_and_its_result_goes_into_its_composer(
    site: DemoSite, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(site, context, monkeypatch) as room:
        page, _ = await application(room, pages)
        await page.evaluate("answer", call(text="app"))
        block = await room.block("app", "ready")
        async with asyncio.timeout(30):
            while not room.ran:
                await room.companion.click(block.id)
                await page.evaluate("new Promise((done) => setTimeout(done, 300))")
        await expect(page.locator("textarea")).to_have_value(re.compile("noted app"), timeout=30_000)


async def test_another_page_can_not_pass_for_a_conversation_of_the_chat_that_was_opened(
    site: DemoSite, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows the same signs, at an address with the same key."""
    async with opened(site, context, monkeypatch) as room:
        page, chat = await application(room, pages)
        await page.evaluate("history.pushState(null, '', '/c/01234567-0123-0123-0123-0123456789ab')")
        async with asyncio.timeout(30):
            while not chat.conversation.endswith("6789ab"):
                await page.evaluate("new Promise((done) => setTimeout(done, 20))")
        real = load_profiles()["librechat"]
        assert chat.conversation != f"{real.name}|{real.conversation_key(page.url)}"
