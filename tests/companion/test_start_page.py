from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext

from overlay.common.errors import OverlayError
from overlay.companion.start_page import StartPage, find_open_page, is_wanted
from overlay.sites.profile import SiteProfile
from tests.injected.pages import PageSite

SITE = SiteProfile(name="x", title="X", hosts=("chat.test/c",))


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[PageSite]:
    async with PageSite() as pages:
        yield pages


async def test_in_a_browser_of_our_own_its_page_or_a_new_one_is_led_to_the_address(
    context: BrowserContext, site: PageSite
) -> None:
    url = site.add("<p>chat")
    there = await StartPage(context, url).open()
    assert there.url == url
    other = site.add("<p>other")
    assert await StartPage(context, other).open() == there
    assert there.url == other
    # Without an address the page is left as it is.
    assert await StartPage(context, "", running=True).open() == there
    assert there.url == other


@pytest.mark.thorough
async def test_in_a_running_browser_the_chat_gets_a_tab_that_is_closed_at_the_end(
    context: BrowserContext, site: PageSite
) -> None:
    there = await context.new_page()
    await there.goto(theirs := site.add("<p>theirs"))
    first = StartPage(context, ours := site.add("<p>chat"), running=True)
    page = await first.open()
    assert page.url == ours
    assert there.url == theirs
    await first.close()
    assert context.pages == [there]
    # A tab that the user closed is gone already.
    second = StartPage(context, ours, running=True)
    await (await second.open()).close()
    await second.close()
    assert context.pages == [there]


async def test_a_page_that_shows_the_address_is_used_as_it_is(
    context: BrowserContext, site: PageSite
) -> None:
    there = await context.new_page()
    await there.goto(url := site.add("<p>chat"))
    await there.evaluate("document.title = 'kept'")
    first = StartPage(context, url, running=True)
    page = await first.open()
    await first.close()
    assert page == there
    assert not page.is_closed()
    assert await page.title() == "kept"
    # Another chat of the site is used only if the site was named.
    await there.goto(site.add("<p>chat", host="chat.test", path="/c/7"))
    new = site.add("<p>new")
    assert find_open_page(context.pages, new, SITE) is there
    assert find_open_page(context.pages, new, None) is None


async def _closing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readline()
    writer.close()


@pytest.fixture
async def silent() -> AsyncIterator[str]:
    """A server that says nothing and hangs up."""
    server = await asyncio.start_server(_closing, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def test_an_address_that_does_not_load_is_one_line_and_an_advice(
    context: BrowserContext, silent: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        gone = f"127.0.0.1:{taken.getsockname()[1]}"
    faults = {
        "http://127.0.0.1:1/": "browsers refuse that port",
        f"http://{silent}/": "the server sent nothing",
        f"https://{silent}/": "can't be opened",
        "file:///no/such/page.html": "there is no such file",
        f"http://{gone}/": "nothing answers at that port",
    }
    wrong: list[object] = []
    for address, fault in faults.items():
        with pytest.raises(OverlayError) as caught:
            await StartPage(context, address).open()
        message = caught.value.message
        if fault not in message or "\n" in message or not caught.value.advice:
            wrong.append((address, message, caught.value.advice))
    assert wrong == []


async def test_a_window_that_is_closed_while_the_page_loads_is_said(context: BrowserContext) -> None:
    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        asked.set()
        await reader.read()
        writer.close()

    asked = asyncio.Event()
    server = await asyncio.start_server(hang, "127.0.0.1", 0)
    there = await context.new_page()
    opening = asyncio.ensure_future(
        StartPage(context, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/").open()
    )
    await asked.wait()
    await there.close()
    with pytest.raises(OverlayError, match="the window was closed"):
        await opening
    server.close()


def test_a_tab_of_the_chats_origin_or_of_the_sites_hosts_is_wanted() -> None:
    local = SiteProfile(name="generic", title="G")
    copilot = SiteProfile(name="copilot", title="C", hosts=("github.com/copilot",))
    wanted = {
        "http://localhost:3000/c/1": True,
        "http://localhost:3001/": False,
        "https://bank.example/": False,
        "about:blank": False,
        "http://[x": False,
    }
    assert {address: is_wanted(address, "http://localhost:3000/", local) for address in wanted} == wanted
    wanted = {
        "https://github.com/copilot/c/1": True,
        "https://github.com/me/private": False,
        "https://x.example/": False,
    }
    assert {
        address: is_wanted(address, "https://github.com/copilot", copilot) for address in wanted
    } == wanted
