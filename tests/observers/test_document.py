from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Error, Page

from observers.commands import Pong, Unhide
from observers.document import Document
from tests.injected.pages import PageSite
from tests.observers.world import GOT, listening, turns


@pytest.fixture
async def page(context: BrowserContext, pages: PageSite) -> Page:
    page = await context.new_page()
    await page.goto(pages.add("<!doctype html><title>Words</title>"))
    return page


@pytest.fixture
async def document(
    context: BrowserContext, page: Page, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Document]:
    async with listening(context, monkeypatch) as (_, listener):
        await turns(page, lambda: bool(listener.alive))
        yield listener.alive[0]


async def lifted(document: Document) -> list[int]:
    return [command["unit"] for command in await document.ask(GOT) if command["c"] == "unhide"]


async def test_a_question_is_answered_with_the_value_or_the_error(document: Document) -> None:
    assert await document.ask("function (a, b) { return { sum: a + b }; }", 1, 2) == {"sum": 3}
    assert await document.ask("async function () { return 7; }") == 7
    assert await document.ask("function () {}") is None
    with pytest.raises(Error, match="no good"):
        await document.ask("function () { throw new TypeError('no good'); }")
    with pytest.raises(Error, match=r"^7$"):
        await document.ask("function () { throw 7; }")
    stranger = Document(document.session, document.page, document.unique_id, document.frame_id, "nowhere")
    with pytest.raises(Error, match="the page script is not there"):
        await stranger.ask(GOT)


async def test_all_commands_arrive_in_their_order(document: Document) -> None:
    document.post(Unhide(unit=0))
    await document.ask(GOT)
    document.post(Unhide(unit=1))
    document.post(*(Unhide(unit=unit) for unit in range(2, 1000)))
    await document.flushed()
    assert await lifted(document) == list(range(1000))
    document.post()
    await document.flushed()
    # The bridge's own command, to enable the hiding, may come at any time.
    assert {command["c"] for command in await document.ask(GOT)} <= {"unhide", "enable_hiding"}
    assert await lifted(document) == list(range(1000))


@pytest.mark.thorough
async def test_a_closed_document_is_sent_nothing_but_a_last_command(document: Document) -> None:
    await document.flushed()
    document.post(Unhide(unit=7))  # It waits when the document closes.
    document.close()
    document.post(Unhide(unit=8))
    await document.flushed()
    assert await lifted(document) == []
    await document.send_now([Unhide(unit=9)])
    assert await lifted(document) == [9]


async def test_a_document_that_takes_no_commands_is_closed(document: Document) -> None:
    await document.flushed()
    await document.ask("function () { this.handle = () => { throw new Error('no'); }; }")
    document.post(Pong())
    await document.flushed()
    assert not document.alive


@pytest.mark.thorough
async def test_a_document_that_went_away_is_an_error(document: Document, page: Page) -> None:
    await document.ask(GOT)
    await page.reload()
    with pytest.raises(Error):
        await document.ask(GOT)


async def test_posting_to_a_document_that_went_away_raises_nothing(document: Document, page: Page) -> None:
    await document.ask(GOT)
    session_says = document.alive
    await page.reload()
    document.alive = True
    document.post(Pong())
    await document.flushed()
    assert session_says
    assert not document.alive


@pytest.mark.thorough
async def test_the_title_is_the_pages_present_one_and_the_last_one_when_it_went_away(
    document: Document, page: Page
) -> None:
    await page.evaluate("document.title = 'Other words'")
    assert await document.page_title() == "Other words"
    await page.close()
    assert await document.page_title() == "Other words"


async def test_the_next_document_of_a_world_has_the_limits_of_the_first_and_asks_again(
    document: Document,
) -> None:
    await document.ask("function () { globalThis.old = this; }")
    heir = document.successor()
    assert heir.messages is document.messages
    assert heir.volume is document.volume
    assert await heir.ask("function () { return this === globalThis.old; }")


async def test_a_node_is_handed_out_in_the_pages_own_world(document: Document) -> None:
    await document.page.evaluate("document.body.mine = 'the page'")
    node = await document.node("function () { return document.body; }")
    session: Any = document.session
    answer = await session.send(
        "Runtime.callFunctionOn",
        {"objectId": node, "functionDeclaration": "function () { return this.mine }", "returnByValue": True},
    )
    assert answer["result"]["value"] == "the page"
    assert await document.node("function () { return null; }") is None
