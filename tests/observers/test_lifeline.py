"""The page sees that a session of overlay's ended, by an element whose state only that session keeps."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Page

from observers.cdp import call
from observers.document import Document
from observers.lifeline import TRIES, Lifelines
from tests.observers.page_document import document_in

PAGE = """<style>i { display: block; width: 1px; } i:target { width: 2px; }</style><i></i><script>
window.asked = 0;
window.entry = { lifeline: () => { window.asked += 1; return document.querySelector("i"); } };
</script>"""
WIDTH = "getComputedStyle(document.querySelector('i')).width"


@pytest.fixture
async def document(context: BrowserContext, page: Page) -> Document:
    return await document_in(context, page, PAGE)


async def test_a_lifeline_holds_while_its_session_does(context: BrowserContext, document: Document) -> None:
    lines = Lifelines(context, "entry")
    await lines.attach(document, document.page)
    assert await document.page.evaluate(WIDTH) == "2px"


async def test_a_lifeline_is_let_go_when_its_session_ends(
    context: BrowserContext, document: Document
) -> None:
    lines = Lifelines(context, "entry")
    await lines.attach(document, document.page)
    for session in lines.sessions():
        await session.detach()
    assert await document.page.evaluate(WIDTH) == "1px"


async def test_another_session_that_reads_styles_does_not_end_the_lifeline(
    context: BrowserContext, document: Document
) -> None:
    await Lifelines(context, "entry").attach(document, document.page)
    for method in ("DOM.enable", "CSS.enable", "CSS.disable", "DOM.disable"):
        await call(document.session, method)
    assert await document.page.evaluate(WIDTH) == "2px"


async def test_a_page_that_removes_the_lifeline_again_and_again_gets_no_further_one(
    context: BrowserContext, document: Document
) -> None:
    lines = Lifelines(context, "entry")
    for _ in range(TRIES + 2):
        await lines.attach(document, document.page)
    assert await document.page.evaluate("window.asked") == TRIES


async def test_a_page_without_a_lifeline_goes_on(context: BrowserContext, document: Document) -> None:
    await document.page.evaluate("delete window.entry.lifeline")
    await Lifelines(context, "entry").attach(document, document.page)
    assert await document.page.evaluate(WIDTH) == "1px"
