"""A document whose frames do not answer asks for overlay's script in them."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import BrowserContext, Page

from observers.commands import Pong
from observers.document import Document
from observers.frame_scripts import FrameScripts
from tests.observers.page_document import document_in

PAGE = """<script>
window.got = [];
window.entry = { handle: (text) => { window.got.push(...JSON.parse(text).map(({ c }) => c)); } };
</script>"""


@pytest.fixture
async def document(context: BrowserContext, page: Page) -> Document:
    return await document_in(context, page, PAGE)


async def received(document: Document) -> list[str]:
    """The commands that the page got until now."""
    document.post(Pong())
    await document.page.wait_for_function("window.got.includes('pong')")
    return await document.page.evaluate("window.got")


async def test_frames_that_ask_together_are_contacted_once(
    context: BrowserContext, document: Document
) -> None:
    scripts = FrameScripts(context)
    await asyncio.gather(*(scripts.run(document, document.page) for _ in range(5)))
    assert (await received(document)).count("restart_frames") == 1


async def test_a_frame_that_asks_later_is_contacted_too(context: BrowserContext, document: Document) -> None:
    scripts = FrameScripts(context)
    await scripts.run(document, document.page)
    await scripts.run(document, document.page)
    assert (await received(document)).count("restart_frames") == 2


async def test_a_session_that_ended_raises_no_error(context: BrowserContext, document: Document) -> None:
    scripts = FrameScripts(context)
    await scripts.run(document, document.page)
    for session in scripts.sessions():
        await session.detach()
    await scripts.run(document, document.page)
    assert (await received(document)).count("restart_frames") == 1
