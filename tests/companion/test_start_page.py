from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext

from overlay.chat.sites.profile import SiteProfile
from overlay.common.errors import OverlayError
from overlay.companion.start_page import StartPage, find_open_page, is_wanted
from tests.injected.pages import PageSite

SITE = SiteProfile(name="x", title="X", hosts=("chat.test/c",))


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[PageSite]:
    async with PageSite() as pages:
        yield pages


async def test_in_a_browser_of_our_own_the_page_there_is_led_to_the_address(
    context: BrowserContext, site: PageSite
) -> None:
    there = await context.new_page()
    url = site.add("<p>chat")
    assert await StartPage(context, url).open() == there
    assert there.url == url


async def test_a_browser_without_a_page_gets_one(context: BrowserContext, site: PageSite) -> None:
    url = site.add("<p>chat")
    assert (await StartPage(context, url).open()).url == url


async def test_without_an_address_the_page_there_is_left_as_it_is(
    context: BrowserContext, site: PageSite
) -> None:
    there = await context.new_page()
    await there.goto(url := site.add("<p>chat"))
    assert await StartPage(context, "", running=True).open() == there
    assert there.url == url


async def test_beside_a_running_browser_no_page_is_led_elsewhere(
    context: BrowserContext, site: PageSite
) -> None:
    there = await context.new_page()
    await there.goto(theirs := site.add("<p>theirs"))
    page = await StartPage(context, ours := site.add("<p>chat"), running=True).open()
    assert there.url == theirs
    assert page.url == ours


async def test_the_tab_of_ours_is_closed_at_the_end(context: BrowserContext, site: PageSite) -> None:
    there = await context.new_page()
    first = StartPage(context, site.add("<p>chat"), running=True)
    await first.open()
    await first.close()
    assert context.pages == [there]


async def test_a_tab_that_the_user_closed_is_gone_already(context: BrowserContext, site: PageSite) -> None:
    first = StartPage(context, site.add("<p>chat"), running=True)
    await (await first.open()).close()
    await first.close()
    assert context.pages == []


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


@pytest.mark.parametrize(("named", "found"), [(SITE, True), (None, False)])
async def test_a_chat_of_the_site_is_used_only_where_the_site_was_named(
    context: BrowserContext, site: PageSite, named: SiteProfile | None, found: bool
) -> None:
    there = await context.new_page()
    await there.goto(site.add("<p>chat", host="chat.test", path="/c/7"))
    page = find_open_page(context.pages, site.add("<p>new"), named)
    assert page is (there if found else None)


async def _closing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readline()
    writer.close()


@pytest.fixture
async def silent() -> AsyncIterator[str]:
    """A server that says nothing and hangs up."""
    server = await asyncio.start_server(_closing, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://127.0.0.1:1/", "browsers refuse that port"),
        ("http://SILENT/", "the server sent nothing"),
        ("https://SILENT/", "can't be opened"),
        ("file:///no/such/page.html", "there is no such file"),
        ("http://GONE/", "nothing answers at that port"),
    ],
)
async def test_an_address_that_does_not_load_is_one_line_and_an_advice(
    context: BrowserContext, silent: str, url: str, fault: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        gone = f"127.0.0.1:{taken.getsockname()[1]}"
    address = url.replace("SILENT", silent).replace("GONE", gone)
    with pytest.raises(OverlayError) as caught:
        await StartPage(context, address).open()
    assert fault in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.advice


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


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("http://localhost:3000/c/1", True),
        ("http://localhost:3001/", False),
        ("https://bank.example/", False),
        ("about:blank", False),
        ("http://[x", False),
    ],
)
def test_a_tab_of_an_unknown_chats_origin_is_wanted(address: str, wanted: bool) -> None:
    assert is_wanted(address, "http://localhost:3000/", SiteProfile(name="generic", title="G")) == wanted


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("https://github.com/copilot/c/1", True),
        ("https://github.com/me/private", False),
        ("https://x.example/", False),
    ],
)
def test_a_tab_of_a_known_site_is_wanted_by_its_hosts(address: str, wanted: bool) -> None:
    site = SiteProfile(name="copilot", title="C", hosts=("github.com/copilot",))
    assert is_wanted(address, "https://github.com/copilot", site) == wanted
