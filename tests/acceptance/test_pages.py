"""Several pages of several sites in one browser: each call belongs to its page, each result to its message box."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Frame, Page, Route, expect

from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.chat.session import ChatSession
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from overlay.tools import ToolRegistry, tool
from tests.injected.pages import PageSite
from tests.support.faces import in_face
from tests.support.scene import call

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


class Room:
    """A companion on the bundled chat; each run of the tool waits until `work` is set."""

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
        """Wait for the chat of the document at that address."""
        async with asyncio.timeout(30):
            while True:
                for chat in self.companion.parts.chats:  # pyright: ignore[reportPrivateUsage]
                    if chat.document.url.startswith(url):
                        return chat
                await asyncio.sleep(0.01)

    async def block(self, name: str, status: str) -> BlockInfo:
        """Wait until the call with this text has this status."""
        async with asyncio.timeout(30):
            while True:
                for block in await self.companion.blocks():
                    if block.arguments.get("text") == name and block.status == status:
                        return block
                await asyncio.sleep(0.02)


@asynccontextmanager
async def opened(site: DemoSite, browser: Browser, *, everywhere: bool = True) -> AsyncGenerator[Room]:
    """`everywhere`: calls may run automatically on all sites, not only on the one that was opened."""
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
    context = await browser.new_context()
    with pytest.MonkeyPatch.context() as patch:
        for module in ("overlay.companion.session_sites", "overlay.sites.loader"):
            patch.setattr(f"{module}.load_profiles", lambda: known)
        async with Companion(
            site.url, context=context, registry=ToolRegistry([note]), config=INSERTS, inspectable=True
        ) as companion:
            if everywhere:
                companion.policy.limit_auto_execute(None)
            yield Room(companion, site, ran, work)
    await context.close()


@pytest.fixture(scope="module")
async def one_room(browser: Browser, site: DemoSite) -> AsyncIterator[Room]:
    async with opened(site, browser) as room:
        yield room


@pytest.fixture
async def room(one_room: Room, site: DemoSite) -> AsyncIterator[Room]:
    """One companion for all tests: each begins with a new chat on the opened site, and no other tab."""
    one_room.ran.clear()
    await one_room.companion.page.goto(site.url)
    yield one_room
    for page in one_room.companion.context.pages:
        if page is not one_room.companion.page:
            await page.close()


async def say(page: Page | Frame, name: str) -> None:
    """Let the model of that page print a call."""
    await page.fill("#composer", f"say:\nHere:\n\n```xml\n{call(text=name)}```\n")
    await page.click('[data-testid="send"]')


async def holds(page: Page | Frame, text: str) -> None:
    await expect(page.locator("#composer")).to_have_value(re.compile(text), timeout=30_000)


@pytest.mark.thorough
async def test_each_page_is_read_by_the_profile_of_its_own_site(room: Room, site: DemoSite) -> None:
    await room.tab(room.other)
    await room.tab(room.stranger)
    found = [(await room.chat(url)).profile.name for url in (site.url, room.other, room.stranger)]
    assert found == ["demo", "other", "generic"]


async def test_each_tab_gets_its_own_result_though_another_is_in_front(room: Room) -> None:
    first, second = room.companion.page, await room.tab(room.other)
    room.work.clear()
    await first.bring_to_front()
    await say(first, "one")
    await room.block("one", "running")
    await second.bring_to_front()
    await expect(second.locator("#composer")).to_have_value("")
    room.work.set()
    await holds(first, "noted one")
    await expect(second.locator("#composer")).to_have_value("")
    await say(second, "two")
    await holds(second, "noted two")
    await expect(first.locator("#composer")).not_to_have_value(re.compile("noted two"))


@pytest.mark.thorough
async def test_a_popup_of_another_site_has_its_own_calls(room: Room) -> None:
    async with room.companion.page.expect_popup() as popup:
        await room.companion.page.evaluate("(url) => { window.open(url); }", room.other)
    page = await popup.value
    await (await room.chat(room.other)).document.flushed()
    await say(page, "pop")
    await holds(page, "noted pop")
    await expect(room.companion.page.locator("#composer")).to_have_value("")


@pytest.mark.thorough
async def test_a_tool_that_runs_automatically_on_one_site_does_not_on_another(
    site: DemoSite, browser: Browser
) -> None:
    async with opened(site, browser, everywhere=False) as room:
        second = await room.tab(room.other)
        await say(second, "two")
        block = await room.block("two", "ready")
        assert room.ran == []
        assert "but not on http://localhost" in block.note
        # The control: it does on the site that was opened.
        await say(room.companion.page, "one")
        await room.block("one", "done")
        assert room.ran == ["one"]


async def without_its_rules(route: Route) -> None:
    """The bundled site lets nobody frame it; a site that does says so by not having these rules."""
    response = await route.fetch()
    kept = {name: value for name, value in response.headers.items() if name != "content-security-policy"}
    await route.fulfill(response=response, headers=kept)


async def test_a_frame_of_another_site_runs_by_a_press_and_gets_its_own_result(room: Room) -> None:
    await room.companion.context.route(re.compile(r"^http://[^/]+/(\?.*)?$"), without_its_rules)
    page = room.companion.page
    await page.reload()
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
    async with asyncio.timeout(30):
        while not await room.companion.click(block.id, "insert"):
            pass
    await holds(frame, "noted deep")
    await expect(page.locator("#composer")).to_have_value("")


@pytest.mark.thorough
async def test_overlay_clears_what_a_site_fades_only_on_pages_of_that_site(room: Room) -> None:
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
    """Open a page of an application on an unknown host, and wait until overlay has recognised it by what it shows."""
    url = pages.add(APPLICATION, host="stranger.test")
    page = await room.tab(url)
    async with asyncio.timeout(30):
        while True:
            chat = await room.chat(url)
            if chat.profile.name != "generic":
                return page, chat
            await asyncio.sleep(0.01)


@pytest.mark.thorough
async def test_a_page_that_shows_itself_as_an_application_is_read_by_its_profile_but_runs_nothing_automatically(
    room: Room, pages: PageSite
) -> None:
    """Auto-execution is on for all tools, and here for all sites."""
    page, chat = await application(room, pages)
    assert chat.profile.name == "librechat"
    assert chat.profile.guessed
    assert chat.document.url == page.url
    await page.evaluate("answer", call(text="app"))
    block = await room.block("app", "ready")
    assert "app" not in room.ran
    async with asyncio.timeout(30):
        while "app" not in room.ran:
            await room.companion.click(block.id)
            await page.evaluate("new Promise((done) => setTimeout(done, 300))")
    await expect(page.locator("textarea")).to_have_value(re.compile("noted app"), timeout=30_000)


@pytest.mark.thorough
async def test_a_page_that_shows_itself_as_an_application_gets_no_automatic_report_of_a_wrong_call(
    room: Room, pages: PageSite
) -> None:
    """Otherwise any page could ask which tools there are."""
    page, _ = await application(room, pages)
    await page.evaluate("answer", call("no_such_tool", text="app"))
    await room.block("app", "ready")
    await expect(page.locator("textarea")).to_have_value("")


async def test_a_page_of_another_host_can_not_pass_for_a_conversation_of_the_chat_that_was_opened(
    room: Room, pages: PageSite
) -> None:
    """The other page shows the same signs, at an address with the same key."""
    page, chat = await application(room, pages)
    await page.evaluate("history.pushState(null, '', '/c/01234567-0123-0123-0123-0123456789ab')")
    async with asyncio.timeout(30):
        while not chat.conversation.endswith("6789ab"):
            await room.companion.blocks()
    real = load_profiles()["librechat"]
    assert chat.conversation != f"{real.name}|{real.conversation_key(page.url)}"
