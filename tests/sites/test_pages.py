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
from overlay.companion.companion import Companion
from overlay.sites.check import ExpectedFindings, Report, check, recording_of
from overlay.sites.loader import load_profiles
from overlay.tools import tool
from tests.support.effort import corners

FOLDER = Path(__file__).parent / "pages"
PAGES = sorted(path.stem for path in FOLDER.glob("*.html"))
REAL = sorted(path.stem for path in (FOLDER.parent / "real/pages").glob("*.html"))
KNOWN = load_profiles()
EXPECTED: dict[str, ExpectedFindings] = {
    name: recording_of(FOLDER / f"{name}.html") or ExpectedFindings() for name in PAGES
}
# A page for each kind of box, and one that is known by what it shows and not by its host.
DIFFERENT = ["kimi", "zai", "streamlit"]
OTHERS = [name for name in PAGES if name not in DIFFERENT]
# Replaces the elements that are shown otherwise by those that are shown while an answer is written.
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
    """Notes whether the site's sign of an answer was seen."""

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
    """The blocks, once there are as many as are to come, and the page and Python have answered each other."""
    async with asyncio.timeout(20):
        while len(await companion.blocks()) < calls:
            await companion.page.evaluate(FRAME)
    for _ in range(3):
        await companion.page.evaluate(FRAME)
        await companion.blocks()
    return await companion.blocks()


@dataclass
class Visit:
    """The findings on one page."""

    name: str
    profile: str
    blocks: list[BlockInfo] = field(default_factory=list[BlockInfo])
    after: list[BlockInfo] = field(default_factory=list[BlockInfo])
    streaming: list[bool] = field(default_factory=list[bool])

    @property
    def expected(self) -> ExpectedFindings:
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


async def visited(companion: Listening, name: str) -> Visit:
    expected, page = EXPECTED[name], companion.page
    companion.streaming = [False]
    await page.goto(expected.url)
    blocks = await settled(companion, len(expected.calls or ()))
    [chat] = companion.parts.chats
    if expected.streaming:
        await page.evaluate(STREAM)
        await settled(companion)
    await page.reload()
    after = await settled(companion, len(expected.calls or ()))
    return Visit(name, chat.profile.name, blocks, after, companion.streaming)


@pytest.fixture(scope="module", params=corners([DIFFERENT, OTHERS], DIFFERENT), ids=["different", "others"])
def names(request: pytest.FixtureRequest) -> list[str]:
    return request.param


@pytest.fixture(scope="module")
async def visits(context: BrowserContext, names: list[str]) -> list[Visit]:
    """One companion goes from site to site; an application that is known only by what its page shows has its own."""
    found: list[Visit] = []
    hosted = [name for name in names if KNOWN[name].hosts]
    for opened in [hosted, *([name] for name in names if name not in hosted)]:
        async with Listening(EXPECTED[opened[0]].url, context=context, tools=[look]) as companion:
            for name in opened:
                try:
                    found.append(await visited(companion, name))
                except Exception as error:
                    error.add_note(f"on the page of {name}")
                    raise
            page = companion.page
        await page.close()
    return found


@pytest.fixture(scope="module")
async def reports(context: BrowserContext, names: list[str]) -> dict[str, tuple[Report, int]]:
    """The findings of the check of each page, without a companion, and how often the sign of an answer is there once
    one is written."""
    found: dict[str, tuple[Report, int]] = {}
    page = await context.new_page()
    for name in names:
        expected = EXPECTED[name]
        await page.goto(expected.url)
        report = await check(page, KNOWN[name], expected)
        if expected.streaming:
            await page.evaluate(STREAM)
        sign = KNOWN[name].streaming
        found[name] = (report, await page.locator(f"css={sign}").count() if sign else 0)
    await page.close()
    return found


def test_every_public_site_that_is_not_guessed_has_a_page() -> None:
    public = {name for name, site in KNOWN.items() if site.hosts and not site.guessed}
    real = {name.partition("-")[0] for name in REAL}
    assert public - set(PAGES) - real == set()


def test_each_page_says_that_it_is_reconstructed() -> None:
    mark = '<meta name="overlay-recording" content="reconstructed">'
    assert [name for name in PAGES if mark not in (FOLDER / f"{name}.html").read_text("utf-8")] == []


def test_every_selector_of_a_site_is_counted_on_its_page() -> None:
    fields = ("user", "assistant", "reasoning", "code", "fence", "turn", "composer", "send", "file")
    has = {name: {field for field in fields if KNOWN[name].selectors(field)} for name in PAGES}
    assert {name: missing for name in PAGES if (missing := has[name] - set(EXPECTED[name].count))} == {}


async def test_each_page_is_read_with_its_sites_profile(visits: list[Visit]) -> None:
    assert [(visit.name, visit.profile) for visit in visits if visit.profile != visit.name] == []


@pytest.mark.thorough
async def test_each_selector_finds_what_the_page_has_of_it(
    reports: dict[str, tuple[Report, int]],
) -> None:
    wrong = {
        name: [(found.field, found.status, found.count, found.words) for found in report.failed]
        for name, (report, _) in reports.items()
        if report.failed
    }
    assert wrong == {}


@pytest.mark.thorough
async def test_a_selector_that_is_only_a_fallback_is_in_use_on_older_pages_alone(
    reports: dict[str, tuple[Report, int]],
) -> None:
    wrong = [
        (name, found)
        for name, (report, _) in reports.items()
        for found in report.findings
        if found.status == "differs" or (found.status == "fallback" and not KNOWN[name].held)
    ]
    assert wrong == []


async def test_the_sign_of_an_answer_is_found_while_it_is_written(
    reports: dict[str, tuple[Report, int]],
) -> None:
    wrong = {
        name: count
        for name, (_, count) in reports.items()
        if bool(count) != bool(EXPECTED[name].streaming.get("streaming"))
    }
    assert wrong == {}


async def test_the_companion_hears_when_an_answer_begins_and_when_it_ends(visits: list[Visit]) -> None:
    wrong = [
        (visit.name, visit.streaming)
        for visit in visits
        if visit.streaming[:2] != ([False, True] if visit.expected.streaming else [False])
    ]
    assert wrong == []


async def test_each_call_is_read_as_it_was_written_by_who_said_it(visits: list[Visit]) -> None:
    said = {"assistant": "answer", "reasoning": "thought"}
    wrong: list[object] = []
    for visit in visits:
        found = [(block.role, block.name, block.arguments.get("zebra")) for block in visit.blocks]
        if found != [(role, "look", said[role]) for role in visit.expected.calls or ()]:
            wrong.append((visit.name, found))
    assert wrong == []


async def test_a_call_is_in_the_same_turn_after_a_reload(visits: list[Visit]) -> None:
    wrong: list[object] = []
    for visit in visits:
        before, after = ([(block.role, block.turn) for block in some] for some in (visit.blocks, visit.after))
        if after != before:
            wrong.append((visit.name, before, after))
    assert wrong == []
