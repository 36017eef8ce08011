"""A browser with a tab that hangs for good, used by its name: only the chat's tab is attached to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.async_api import Page, expect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from overlay import Companion
from overlay.calls.ledger import Ledger
from overlay.common.errors import UsageError
from overlay.companion import browser_context
from overlay.companion.browser import Browser
from overlay.companion.browser.silent_tabs import silent_tabs
from overlay.companion.browser.tab_filter import TabFilter, filtered
from overlay.companion.browser_context import open_context
from overlay.companion.start_page import is_chat
from overlay.sites.profile import SiteProfile
from tests.companion.browser.running import running_browser
from tests.injected.pages import PageSite

CHAT = (
    "<!doctype html><title>chat</title><p id=x>chat</p><a href=/popup.html target=_blank rel=opener>more</a>"
)
HANGS = """<!doctype html><title>my bank</title><script>
addEventListener("load", () => setTimeout(() => {
  const request = new XMLHttpRequest();
  request.open("GET", "http://localhost:PORT/", false);
  request.send();
}, 0));
</script>"""
SITE = SiteProfile(name="x", title="X", user=".user", assistant=".bot", composer="#x", kind="textarea")


@dataclass
class Everyday:
    """A browser as the user has it: a chat and a tab that hangs, each of another site."""

    address: str
    chat: str
    hanging: str
    said: list[str] = field(default_factory=list[str])

    async def targets(self) -> list[dict[str, Any]]:
        """The browser's tabs; `attached` says whether anything is attached to one."""
        async with connect(self.address, proxy=None) as socket:
            await socket.send(json.dumps({"id": 1, "method": "Target.getTargets"}))
            return list(json.loads(await socket.recv())["result"]["targetInfos"])

    def open(self, url: str) -> Any:
        return open_context(
            headless=True,
            profile_dir=None,
            browser=None,
            connect="chromium",
            notify=self.said.append,
            wanted=lambda address: is_chat(address, url),
        )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which overlay looks for the user's browsers."""
    folder = tmp_path_factory.mktemp("config")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder))
        patch.delenv("CHROME_CONFIG_HOME", raising=False)
        yield folder


@pytest.fixture(scope="module")
async def everyday(window_browser: Browser, home: Path) -> AsyncIterator[Everyday]:
    """One browser for all tests: each leaves it as it was."""

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until the browser has ended: the tab waits all the time
        writer.close()

    server = await asyncio.start_server(never, "localhost", 0)
    port = server.sockets[0].getsockname()[1]
    async with (
        server,
        PageSite() as site,
        running_browser(window_browser, home / "chromium", closed_by_test=True) as address,
    ):
        chat = site.add(CHAT, path="/chat.html")
        site.add("<title>popup</title><p>popup</p>", path="/popup.html")
        hanging = site.add(HANGS.replace("PORT", str(port)), host="localhost")
        async with connect(address, proxy=None) as socket:
            for number, url in enumerate((chat, hanging)):
                made = {"id": number, "method": "Target.createTarget", "params": {"url": url}}
                await socket.send(json.dumps(made))
                await socket.recv()
        one = Everyday(address, chat, hanging)
        async with asyncio.timeout(60):
            while not {"chat", "my bank"} <= {each["title"] for each in await one.targets()}:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        yield one


@pytest.mark.thorough
async def test_a_tab_that_hangs_is_left_alone_and_the_chats_own_tabs_are_attached_to(
    everyday: Everyday,
) -> None:
    async with everyday.open(everyday.chat) as context:
        assert "every tab" in everyday.said[0]
        chat = context.pages[0]
        assert [page.url for page in context.pages] == [everyday.chat]
        assert await chat.locator("#x").inner_text() == "chat"
        assert {each["title"] for each in await everyday.targets() if each["attached"]} == {"chat"}
        # A tab that the chat opens.
        await chat.bring_to_front()
        async with context.expect_page() as opened:
            await chat.locator("a").click()
        # The tab is attached to while it loads, and Playwright may miss the load event then.
        popup: Page = await opened.value
        await expect(popup.locator("p")).to_have_text("popup")
        # A tab that overlay opens.
        own = await context.new_page()
        await own.goto(everyday.chat)
        assert await own.locator("#x").inner_text() == "chat"
        # A tab in which the user opens the chat.
        async with connect(everyday.address, proxy=None) as socket, context.expect_page() as opened:
            made = {"id": 1, "method": "Target.createTarget", "params": {"url": everyday.chat}}
            await socket.send(json.dumps(made))
        for page in (popup, own, await opened.value):
            await page.close()


@pytest.mark.thorough
async def test_a_chat_that_hangs_is_named(everyday: Everyday, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_context, "PATIENCE", 1_000)
    with pytest.raises(UsageError) as raised:
        async with everyday.open(everyday.hanging):
            pass
    assert f"no answer from the tab my bank ({everyday.hanging})" in str(raised.value)
    assert "reload or close it" in (raised.value.advice or "")


@pytest.mark.thorough
async def test_at_an_address_the_tab_that_hangs_keeps_overlay_out_and_is_named(
    everyday: Everyday, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_context, "PATIENCE", 1_000)
    with pytest.raises(UsageError, match="no answer from the tab my bank") as raised:
        async with open_context(
            headless=True, profile_dir=None, browser=None, connect=everyday.address, notify=lambda line: None
        ):
            pass
    assert "; " not in str(raised.value)


async def test_a_browser_without_a_list_of_tabs_names_none() -> None:
    async with PageSite() as site:
        assert await silent_tabs(site.add("x")) == []
    assert await silent_tabs("http://127.0.0.1:1") == []


@pytest.mark.thorough
async def test_a_complete_session_runs_beside_a_tab_that_hangs(everyday: Everyday) -> None:
    async with Companion(
        everyday.chat, connect="chromium", profile=SITE, ledger=Ledger(None), panel=True
    ) as companion:
        assert companion.page.url == everyday.chat
        assert companion.panel
        assert companion.panel.page
        assert everyday.hanging not in [page.url for page in companion.pages]


async def test_no_one_else_gets_in_by_the_filters_own_socket(everyday: Everyday) -> None:
    async with filtered(everyday.address, lambda _: True, within=30) as (inner, _):
        host = inner.rpartition("/")[0]
        for url, headers in ((f"{host}/", None), (inner, {"Origin": "https://evil.example"})):
            with pytest.raises(InvalidStatus):
                await connect(url, proxy=None, additional_headers=headers)
        async with connect(inner, proxy=None) as first, connect(inner, proxy=None) as second:
            await first.send(json.dumps({"id": 1, "method": "Browser.getVersion"}))
            assert "product" in json.loads(await first.recv())["result"]
            with pytest.raises(WebSocketException):
                await second.recv()


class Socket:
    """One end of the filter: gives `messages`, then stays open if it is the browser's; keeps what is sent."""

    def __init__(self, *messages: dict[str, Any], stays: bool = False) -> None:
        self._messages = messages
        self._stays = stays
        self.sent: list[dict[str, Any]] = []

    async def __aiter__(self) -> AsyncIterator[str]:
        for message in self._messages:
            yield json.dumps(message)
        if self._stays:
            await asyncio.Event().wait()

    async def send(self, message: str, **_: bool) -> None:
        self.sent.append(json.loads(message))

    async def close(self) -> None: ...


async def test_a_passive_filter_neither_pauses_documents_nor_lets_paused_ones_go_on() -> None:
    pausing = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
    browser = Socket(stays=True)
    tool = Socket(
        {"id": 1, "sessionId": "S", "method": "Target.setAutoAttach", "params": pausing},
        {"id": 2, "sessionId": "S", "method": "Runtime.runIfWaitingForDebugger"},
    )
    await TabFilter(cast("Any", browser), lambda _: False, passive=True).serve(cast("Any", tool))
    assert [message["method"] for message in browser.sent] == ["Target.setAutoAttach"]
    assert browser.sent[0]["params"] == {**pausing, "waitForDebuggerOnStart": False}
    assert tool.sent == [{"id": 2, "sessionId": "S", "result": {}}]


@pytest.mark.thorough
async def test_a_browser_that_ends_ends_the_connection(everyday: Everyday) -> None:
    # The last test of this file: it ends the browser of all.
    async with everyday.open(everyday.chat) as context:
        assert context.browser
        gone = asyncio.Event()

        def ended(_: object) -> None:
            gone.set()

        context.browser.on("disconnected", ended)
        async with connect(everyday.address, proxy=None) as socket:
            await socket.send(json.dumps({"id": 1, "method": "Browser.close"}))
            async with asyncio.timeout(60):
                await gone.wait()
