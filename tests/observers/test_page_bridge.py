"""Attaching to pages, frames and tabs of a real browser, and what is done with what comes through."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext, CDPSession, Frame, Page

from observers.cdp import call
from observers.commands import Unhide
from observers.hiding_sheet import Hider
from observers.page_bridge import Bridge
from observers.protocol import Batch, Ping, UrlChanged
from observers.safe_tasks import guarded
from tests.injected.pages import PageSite
from tests.observers.world import GOT, SAY, PageListener, listening, turns

PLAIN = "<!doctype html><meta charset=utf-8><title>A page</title><p>words</p>"
MOVED = json.dumps({"t": "url", "url": "http://127.0.0.1/moved"})


@pytest.fixture
async def world(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Bridge, PageListener]]:
    async with listening(context, monkeypatch) as found:
        yield found


async def opened(
    context: BrowserContext, world: tuple[Bridge, PageListener], url: str, documents: int = 1
) -> Page:
    """A new page whose documents have all said hello."""
    page = await context.new_page()
    await page.goto(url)
    listener = world[1]
    await turns(page, lambda: sum(document.url != "about:blank" for document in listener.alive) >= documents)
    return page


def at(listener: PageListener, url: str) -> list[str]:
    return [document.url for document in listener.documents if document.url == url]


async def test_a_page_that_opens_says_hello_once_and_is_a_new_document_after_a_reload_and_on_another_site(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    url, other = pages.add(PLAIN), pages.add(PLAIN, host="localhost")
    page = await opened(context, world, url)
    listener = world[1]
    assert [document.top for document in listener.alive if document.url == url] == [True]
    await page.reload()
    await turns(page, lambda: len(at(listener, url)) == 2)
    assert [document.alive for document in listener.documents if document.url == url] == [False, True]
    await page.goto(other)
    await turns(page, lambda: at(listener, other) == [other])
    assert [document.url for document in listener.alive] == [other]


@pytest.mark.thorough
async def test_a_page_that_was_there_before_says_hello_too(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await context.new_page()
    url = pages.add(PLAIN)
    await page.goto(url)
    async with listening(context, monkeypatch) as (_, listener):
        await turns(page, lambda: at(listener, url) == [url])


async def test_a_message_reaches_the_listener_and_a_ping_is_answered_without_it(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    listener = world[1]
    document = listener.alive[-1]
    await document.ask(SAY, Ping(t="ping").model_dump_json())
    while {"c": "pong"} not in await document.ask(GOT):
        pass
    assert listener.words == []
    await document.ask(SAY, MOVED)
    await turns(page, lambda: listener.words == ["url"])
    assert listener.heard == [(document, UrlChanged(t="url", url="http://127.0.0.1/moved"))]


async def test_a_piece_of_a_report_is_acknowledged_once_it_was_read(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    listener = world[1]
    document = listener.alive[-1]
    pongs: list[int] = []
    for count, (more, ask) in enumerate([(False, False), (True, False), (False, True)], 1):
        batch = Batch(t="batch", items=[], streaming=False, more=more, ask=ask)
        await document.ask(SAY, batch.model_dump_json())
        await turns(page, lambda count=count: listener.words == ["batch"] * count)
        await document.flushed()
        pongs.append((await document.ask(GOT)).count({"c": "pong"}))
    assert pongs == [0, 1, 2]


async def test_a_document_is_armed_once_the_hiding_rule_is_there(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    document = world[1].alive[-1]
    while {"c": "enable_hiding"} not in await document.ask(GOT):
        pass
    await page.evaluate(f"document.body.innerHTML = '<i {world[0].mark}></i><p id=p>x</p><p id=q>y</p>'")
    assert await page.locator("#p").is_hidden()
    assert await page.locator("#q").is_visible()


@pytest.mark.thorough
async def test_a_page_is_armed_once_its_own_document_is(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    page = await context.new_page()
    assert await world[0].hiding_enabled(page, within=30)
    await page.goto(pages.add(PLAIN))
    assert await world[0].hiding_enabled(page, within=30)
    assert await world[1].alive[-1].ask(GOT) == [{"c": "enable_hiding"}]


async def test_a_page_in_which_nothing_can_be_hidden_is_not_waited_for_for_ever(
    context: BrowserContext, world: tuple[Bridge, PageListener], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(hider: Hider, frame_id: str, *, within: float, faded: str = "") -> None:
        raise TimeoutError

    monkeypatch.setattr(Hider, "hide_in", never)
    assert not await world[0].hiding_enabled(await context.new_page(), within=0.01)


@pytest.mark.thorough
async def test_a_frame_of_the_same_site_says_hello_and_is_not_the_top(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    inner = pages.add(PLAIN)
    await opened(context, world, pages.add(f"<iframe src='{inner}'></iframe>"), 2)
    assert [document.top for document in world[1].alive if document.url == inner] == [False]


@pytest.mark.thorough
async def test_a_world_that_says_hello_again_is_a_new_document(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    listener = world[1]
    first = listener.alive[-1]
    again = {"t": "hello", "url": "http://127.0.0.1/again", "title": "", "top": True}
    await first.ask(SAY, json.dumps(again))
    await turns(page, lambda: listener.documents[-1].url == again["url"])
    # The page's first, empty document may have said hello too, where the machine is slow.
    gone = [document for document in listener.gone if document.url != "about:blank"]
    assert not first.alive
    assert gone == [first]
    assert listener.documents[-1].alive


async def test_a_frame_of_another_site_says_hello_once_and_hears_and_is_heard(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    inner = pages.add(PLAIN, host="localhost")
    page = await opened(context, world, pages.add(f"<iframe src='{inner}'></iframe>"), 2)
    listener = world[1]
    assert at(listener, inner) == [inner]
    [document] = [document for document in listener.alive if document.url == inner]
    await document.ask(SAY, MOVED)
    await turns(page, lambda: listener.words == ["url"])
    document.post(Unhide(unit=7))
    await document.flushed()
    assert {"c": "unhide", "unit": 7} in await document.ask(GOT)


async def test_a_frame_that_goes_from_site_to_site_is_followed(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    first, second = (pages.add(PLAIN, host=host) for host in ("localhost", "other.test"))
    home = pages.add(PLAIN)
    page = await opened(context, world, pages.add(f"<iframe src='{first}'></iframe>"), 2)
    listener = world[1]
    for url in (second, home, first):
        seen = len(at(listener, url))
        await page.evaluate("(url) => { document.querySelector('iframe').src = url }", url)
        await turns(page, lambda url=url, seen=seen: len(at(listener, url)) == seen + 1)
    assert len([document for document in listener.alive if document.url == first]) == 1


@pytest.mark.thorough
async def test_a_frame_without_an_address_asks_for_no_session(
    context: BrowserContext,
    world: tuple[Bridge, PageListener],
    pages: PageSite,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    asked: list[object] = []
    real = context.new_cdp_session

    async def noted(target: Page | Frame) -> CDPSession:
        asked.append(target)
        return await real(target)

    monkeypatch.setattr(context, "new_cdp_session", noted)
    await page.evaluate("document.body.append(document.createElement('iframe'))")
    await world[0].settled()
    assert asked == []


@pytest.mark.thorough
async def test_a_frame_that_is_taken_away_is_closed(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    inner = pages.add(PLAIN, host="localhost")
    page = await opened(context, world, pages.add(f"<iframe src='{inner}'></iframe>"), 2)
    listener = world[1]
    await page.evaluate("document.querySelector('iframe').remove()")
    await turns(page, lambda: inner not in [document.url for document in listener.alive])


@pytest.mark.thorough
async def test_a_popup_says_hello(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    url = pages.add(PLAIN)
    page = await opened(context, world, pages.add(PLAIN))
    await page.evaluate("(url) => { window.open(url) }", url)
    await turns(page, lambda: at(world[1], url) == [url])


@pytest.mark.thorough
async def test_a_closed_tab_closes_its_documents(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    url = pages.add(PLAIN)
    page = await opened(context, world, url)
    other = await context.new_page()
    await page.close()
    await turns(other, lambda: url not in [document.url for document in world[1].alive])


async def crash(context: BrowserContext, page: Page) -> CDPSession:
    """A session that outlives the crash: Playwright itself does nothing more with a crashed page."""
    session = await context.new_cdp_session(page)
    async with page.expect_event("crash"):
        # The answer never comes: who should give it is gone.
        dying = asyncio.ensure_future(call(session, "Page.crash"))
    dying.cancel()
    return session


@pytest.mark.thorough  # The page that is reloaded after a crash is closed in the same way.
async def test_a_crashed_page_closes_its_documents(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    url = pages.add(PLAIN)
    page = await opened(context, world, url)
    await crash(context, page)
    assert url not in [document.url for document in world[1].alive]


@pytest.mark.thorough
async def test_a_page_that_is_reloaded_after_a_crash_is_heard_once(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    url = pages.add(PLAIN)
    page = await opened(context, world, url)
    other = await opened(context, world, pages.add(PLAIN))
    listener = world[1]
    session = await crash(context, page)
    for times in (2, 3):
        await call(session, "Page.navigate", {"url": url})
        await turns(other, lambda times=times: len(at(listener, url)) == times)
    [document] = [document for document in listener.alive if document.url == url]
    await document.ask(SAY, MOVED)
    await turns(other, lambda: "url" in listener.words)
    await other.evaluate("new Promise((go) => setTimeout(go, 50))")
    assert len(at(listener, url)) == 3
    assert listener.words == ["url"]


BAD = [
    "",
    '{"t": "nonsense"}',
    '{"t": "url", "url": 7}',
    '{"t": "press", "block": "b", "action": "launch", "nonce": ""}',
    json.dumps({"t": "press", "block": "x" * 100_000}),
    "[" * 100_000,
    json.dumps({"t": "url", "url": "x" * 9000}),
    json.dumps({"t": "trouble", "text": "x" * 5_000_000}),
]


@pytest.mark.thorough
async def test_a_bad_message_is_ignored_and_noted_at_no_length(
    context: BrowserContext,
    world: tuple[Bridge, PageListener],
    pages: PageSite,
    caplog: pytest.LogCaptureFixture,
) -> None:
    listener = world[1]
    wrong: list[object] = []
    page = await opened(context, world, pages.add(PLAIN))
    for text in BAD:
        caplog.clear()
        listener.heard.clear()
        with caplog.at_level(logging.WARNING):
            await listener.alive[-1].ask(SAY, text)
            await listener.alive[-1].ask(SAY, MOVED)
            await turns(page, lambda: "url" in listener.words)
        if listener.words != ["url"] or "ignored a message" not in caplog.text or len(caplog.text) >= 3000:
            wrong.append((text[:80], listener.words, caplog.text[:200]))
    assert wrong == []
    assert listener.missed == ["other"] * len(BAD)
    await listener.alive[-1].ask(SAY, '{"t":"record","entries":[{"k":"unknown"}]}')
    await turns(page, lambda: listener.missed[-1] == "recorded")


async def test_a_page_that_floods_is_told_to_stop_and_heard_no_more_while_another_one_is(
    context: BrowserContext,
    world: tuple[Bridge, PageListener],
    pages: PageSite,
    caplog: pytest.LogCaptureFixture,
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    listener = world[1]
    first = listener.alive[-1]
    other = await opened(context, world, pages.add(PLAIN), 2)
    second = listener.alive[-1]
    with caplog.at_level(logging.WARNING):
        await first.ask("function (text) { for (let n = 0; n < 4000; n += 1) this.say(text); }", MOVED)
        await turns(page, lambda: not first.alive)
    assert len(listener.heard) < 4000
    assert "it sent too many messages" in caplog.text
    assert listener.missed == ["flood"]
    while {"c": "detach"} not in await first.ask(GOT):
        pass
    await second.ask(SAY, MOVED)
    await turns(other, lambda: any(document is second for document, _ in listener.heard))


async def test_a_listener_that_raises_never_fails_a_later_call(
    context: BrowserContext,
    world: tuple[Bridge, PageListener],
    pages: PageSite,
    caplog: pytest.LogCaptureFixture,
) -> None:
    listener = world[1]
    for where in ("opened", "said", "closed"):
        listener.failing = {where}
        page = await context.new_page()
        await page.goto(pages.add(PLAIN))
        await turns(page, lambda: bool(listener.alive))
        await listener.alive[-1].ask(SAY, MOVED)
        await page.goto(pages.add(PLAIN, host="localhost"))
        await page.close()
        other = await context.new_page()
        await other.goto(pages.add(PLAIN))
        assert await other.evaluate("1 + 1") == 2, where
        assert f"ZeroDivisionError: {where}" in caplog.text
        await other.close()


@pytest.mark.thorough
async def test_a_listener_that_raises_when_a_page_crashes_fails_no_later_call(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    page = await opened(context, world, pages.add(PLAIN))
    world[1].failing.add("closed")
    await crash(context, page)
    other = await context.new_page()
    await other.goto(pages.add(PLAIN))
    assert await other.evaluate("1 + 1") == 2


@pytest.mark.thorough
async def test_a_closed_bridge_hears_nothing_of_later_pages(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(context, monkeypatch) as (_, listener):
        page = await context.new_page()
    url = pages.add(PLAIN)
    await page.goto(url)
    other = await context.new_page()
    await other.goto(url)
    assert at(listener, url) == []


async def test_a_closed_bridge_tells_every_page_to_stop(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    async with listening(context, monkeypatch) as (_, listener):
        page = await context.new_page()
        await page.goto(pages.add(PLAIN))
        await turns(page, lambda: bool(listener.alive))
        document = listener.alive[-1]
        close = document.close

        def note() -> None:
            told.append(document.alive)
            close()

        document.close = note  # type: ignore[method-assign]
        await document.ask(
            "function () { const h = this.handle; this.handle = (t) => { document.title = t; h(t); } }"
        )
    assert "detach" in await page.title()
    assert told == [True]


async def test_the_names_in_the_page_differ_in_each_run(context: BrowserContext) -> None:
    one, two = (Bridge(context, {}, PageListener()) for _ in range(2))
    names = [getattr(bridge, name) for bridge in (one, two) for name in ("world", "binding", "entry", "mark")]
    assert len(set(names)) == 8


def test_a_guarded_handler_is_handed_what_it_is_for_and_raises_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    got: list[object] = []

    def fail(*_: object) -> None:
        raise ZeroDivisionError("once")

    guarded(got.append)("event")
    guarded(fail)("anything")
    assert got == ["event"]
    assert "ZeroDivisionError: once" in caplog.text


@pytest.mark.thorough  # tests/attacks/test_two_companions.py has it with two companions.
async def test_a_page_that_is_to_be_spared_is_left_alone_until_it_is_handed_over(
    context: BrowserContext, world: tuple[Bridge, PageListener], pages: PageSite
) -> None:
    url = pages.add(PLAIN)
    spared: list[Page] = []

    async def skip(page: Page) -> bool:
        if not spared:
            spared.append(page)
        return page in spared

    bridge, listener = world
    bridge._skip = skip  # pyright: ignore[reportPrivateUsage]
    page = await context.new_page()
    await page.goto(url)
    await opened(context, world, pages.add(PLAIN))
    assert at(listener, url) == []
    bridge._skip = None  # pyright: ignore[reportPrivateUsage]
    bridge.adopt(page)
    await turns(page, lambda: at(listener, url) == [url])
