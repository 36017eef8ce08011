"""The sites' profiles on their reconstructed pages, in a real browser, through the real page side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Route

from observers.protocol import Batch
from overlay.calls.events import BlockInfo
from overlay.chat.document_events import MessageReceived
from overlay.chat.sites.check import Recording, Report, check, recording_of
from overlay.chat.sites.loader import load_profiles
from overlay.companion.companion import Companion
from overlay.tools import tool

FOLDER = Path(__file__).parent / "pages"
PAGES = sorted(path.stem for path in FOLDER.glob("*.html"))
KNOWN = load_profiles()
EXPECTED: dict[str, Recording] = {
    name: recording_of(FOLDER / f"{name}.html") or Recording() for name in PAGES
}
# Puts what stands there while an answer is written in the place of what stands there otherwise.
STREAM = """() => {
    for (const part of document.querySelector('#while-streaming').content.cloneNode(true).children)
        document.querySelector(part.dataset.put).replaceWith(part);
}"""

FRAME = "new Promise((go) => requestAnimationFrame(() => setTimeout(go, 20)))"


@tool
def look(zebra: str = "") -> str:
    """Look at a zebra."""
    return zebra


class Listening(Companion):
    """Notes whether the site was seen to stream."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.streaming = [False]

        self.parts.events.subscribe(MessageReceived, self.note)

    def note(self, event: MessageReceived) -> None:
        """Note what the site's sign says."""
        message = event.message
        if isinstance(message, Batch) and message.streaming != self.streaming[-1]:
            self.streaming.append(message.streaming)


async def settled(companion: Companion, calls: int = 0) -> list[BlockInfo]:
    """The blocks, once there are as many as are to come, and the page and Python have heard of each other."""
    async with asyncio.timeout(20):
        while len(await companion.blocks()) < calls:
            await companion.page.evaluate(FRAME)
    for _ in range(3):
        await companion.page.evaluate(FRAME)
        await companion.blocks()
    return await companion.blocks()


@dataclass
class Visit:
    """What was seen on one page."""

    name: str
    report: Report
    while_streaming: Report
    blocks: list[BlockInfo] = field(default_factory=list[BlockInfo])
    after: list[BlockInfo] = field(default_factory=list[BlockInfo])
    streaming: list[bool] = field(default_factory=list[bool])

    @property
    def expected(self) -> Recording:
        return EXPECTED[self.name]


@pytest.fixture(scope="module")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context()

    async def serve(route: Route) -> None:
        name = next((name for name in PAGES if route.request.url == EXPECTED[name].url), "")
        if name:
            await route.fulfill(
                body=(FOLDER / f"{name}.html").read_text("utf-8"), content_type="text/html; charset=utf-8"
            )
        else:
            await route.abort()

    await context.route("**/*", serve)
    yield context
    await context.close()


@pytest.fixture(scope="module", params=PAGES)
async def visit(context: BrowserContext, request: pytest.FixtureRequest) -> Visit:
    name, expected = request.param, EXPECTED[request.param]
    async with Listening(expected.url, context=context, tools=[look]) as companion:
        assert companion.profile.name == name
        page = companion.page
        blocks = await settled(companion, len(expected.calls or ()))
        report = await check(page, companion.profile, expected)
        if expected.streaming:
            await page.evaluate(STREAM)
            await settled(companion)
        streaming = Recording(url=expected.url, count=expected.streaming)
        while_streaming = await check(page, companion.profile, streaming)
        await page.reload()
        after = await settled(companion, len(expected.calls or ()))
        streamed = companion.streaming
    await page.close()
    return Visit(name, report, while_streaming, blocks, after, streamed)


def test_every_public_site_has_a_reconstructed_page() -> None:
    public = {name for name, site in KNOWN.items() if site.hosts}
    assert public - set(PAGES) == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_that_it_is_reconstructed(name: str) -> None:
    text = (FOLDER / f"{name}.html").read_text("utf-8")
    assert '<meta name="overlay-recording" content="reconstructed">' in text


@pytest.mark.parametrize("name", PAGES)
def test_every_selector_of_a_site_is_counted_on_its_page(name: str) -> None:
    fields = ("user", "assistant", "reasoning", "code", "fence", "turn", "composer", "send", "file")
    has = {field for field in fields if KNOWN[name].selectors(field)}
    assert has <= set(EXPECTED[name].count)


async def test_each_selector_finds_what_the_page_has_of_it(visit: Visit) -> None:
    wrong = [(found.field, found.status, found.count, found.words) for found in visit.report.failed]
    assert wrong == []


async def test_no_fallback_is_in_use(visit: Visit) -> None:
    assert [found for found in visit.report.findings if found.status in ("fallback", "differs")] == []


async def test_the_sign_of_an_answer_is_found_while_it_is_written(visit: Visit) -> None:
    found = visit.while_streaming.finding("streaming")
    assert (found.status, found.count) == (("ok", 1) if visit.expected.streaming else ("not known", 0)), found


async def test_the_companion_hears_when_an_answer_is_written_and_when_it_is_over(visit: Visit) -> None:
    if visit.expected.streaming:
        assert visit.streaming[:2] == [False, True]
    else:
        assert visit.streaming == [False]


async def test_calls_are_told_by_who_said_them(visit: Visit) -> None:
    if visit.expected.calls is not None:
        assert [block.role for block in visit.blocks] == list(visit.expected.calls)


async def test_each_call_is_read_as_it_was_written(visit: Visit) -> None:
    said = {"assistant": "answer", "reasoning": "thought"}
    found = [(block.name, block.arguments.get("zebra")) for block in visit.blocks]
    assert found == [("look", said[role]) for role in visit.expected.calls or ()]


async def test_a_call_stands_in_the_same_turn_after_a_reload(visit: Visit) -> None:
    assert [(block.role, block.turn) for block in visit.after] == [
        (block.role, block.turn) for block in visit.blocks
    ]
