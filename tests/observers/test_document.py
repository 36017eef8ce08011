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
    async with listening(context, monkeypatch) as (_, ear):
        await turns(page, lambda: bool(ear.alive))
        yield ear.alive[0]


async def lifted(document: Document) -> list[int]:
    return [command["unit"] for command in await document.ask(GOT) if command["c"] == "lift"]


async def test_a_question_is_answered_with_the_value(document: Document) -> None:
    assert await document.ask("function (a, b) { return { sum: a + b }; }", 1, 2) == {"sum": 3}


async def test_a_promise_is_waited_for(document: Document) -> None:
    assert await document.ask("async function () { return 7; }") == 7


async def test_a_question_without_answer_gives_nothing(document: Document) -> None:
    assert await document.ask("function () {}") is None


async def test_what_is_thrown_there_is_an_error_here(document: Document) -> None:
    with pytest.raises(Error, match="no good"):
        await document.ask("function () { throw new TypeError('no good'); }")


async def test_what_is_thrown_that_is_no_error_is_an_error_too(document: Document) -> None:
    with pytest.raises(Error, match=r"^7$"):
        await document.ask("function () { throw 7; }")


async def test_commands_arrive_in_their_order(document: Document) -> None:
    for unit in range(5):
        document.post(Unhide(unit=unit))
    await document.flushed()
    assert await lifted(document) == [0, 1, 2, 3, 4]


async def test_many_commands_arrive_all(document: Document) -> None:
    document.post(*(Unhide(unit=unit) for unit in range(1000)))
    await document.flushed()
    assert await lifted(document) == list(range(1000))


async def test_what_is_posted_while_others_are_under_way_arrives_too(document: Document) -> None:
    document.post(Unhide(unit=1))
    await document.ask(GOT)
    document.post(Unhide(unit=2))
    document.post(Unhide(unit=3))
    await document.flushed()
    assert await lifted(document) == [1, 2, 3]


async def test_posting_nothing_sends_nothing(document: Document) -> None:
    await document.flushed()
    before = await document.ask(GOT)
    document.post()
    await document.flushed()
    assert await document.ask(GOT) == before


async def test_a_closed_document_is_sent_nothing(document: Document) -> None:
    await document.flushed()
    document.close()
    document.post(Unhide(unit=9))
    await document.flushed()
    assert await lifted(document) == []


async def test_what_waits_when_a_document_closes_is_dropped(document: Document) -> None:
    await document.flushed()
    document.post(Unhide(unit=9))
    document.close()
    await document.flushed()
    assert await lifted(document) == []


async def test_a_closed_document_can_still_be_told_a_last_word(document: Document) -> None:
    document.close()
    await document.send_now([Unhide(unit=9)])
    assert await lifted(document) == [9]


async def test_a_document_that_takes_no_commands_is_closed(document: Document) -> None:
    await document.flushed()
    await document.ask("function () { this.handle = () => { throw new Error('no'); }; }")
    document.post(Pong())
    await document.flushed()
    assert not document.alive


async def test_a_document_without_our_side_is_an_error(document: Document) -> None:
    stranger = Document(document.session, document.page, document.unique_id, document.frame_id, "nowhere")
    with pytest.raises(Error, match="the page script is not there"):
        await stranger.ask(GOT)


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


async def test_the_title_is_the_pages_present_one(document: Document, page: Page) -> None:
    await page.evaluate("document.title = 'Other words'")
    assert await document.page_title() == "Other words"


async def test_the_title_of_a_page_that_went_away_is_the_last_one(document: Document, page: Page) -> None:
    await document.page_title()
    await page.close()
    assert await document.page_title() == "Words"


async def test_the_next_document_of_a_world_is_bound_by_what_the_first_one_sent(document: Document) -> None:
    heir = document.successor()
    assert heir.messages is document.messages
    assert heir.volume is document.volume


async def test_the_next_document_of_a_world_asks_again_for_our_side(document: Document) -> None:
    await document.ask(GOT)
    await document.ask("function () { globalThis.old = this; }")
    heir = document.successor()
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


async def test_where_no_node_is_there_is_no_handle(document: Document) -> None:
    assert await document.node("function () { return null; }") is None
