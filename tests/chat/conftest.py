"""One page for all tests of this folder, and the composer of whatever it shows."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from observers.document import Document
from observers.page_bridge import Bridge
from observers.protocol import Hello, Message
from overlay.chat.composer.composer import Composer
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.sites.loader import SiteProfile, load_profiles

SITE = SiteProfile(
    name="x", title="X", composer="#box", send="#send", file="#file", user=".u", streaming="#stop"
)
SOON = ComposerTimeouts(
    box=0.1, keep=0, still=0, user=0.2, answer=0.2, button=0.05, digest=1, empty=0.2, sending=0.2, file=0.2
)


class Room:
    """A page on which composers are tried. `said` collects what the page's side says besides greetings."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._documents: asyncio.Queue[Document] = asyncio.Queue()

    def opened(self, document: Document, hello: Hello) -> None:
        self._documents.put_nowait(document)

    def received(self, document: Document, message: Message) -> None:
        pass

    def lost(self, document: Document, *, recorded: bool, flood: bool) -> None:
        pass

    def closed(self, document: Document) -> None:
        pass

    async def document(self, body: str) -> Document:
        """Open a page with that body, and give its document."""
        while not self._documents.empty():
            self._documents.get_nowait()
        html = f"<!doctype html><meta charset=utf-8><body>{body}</body>"
        await self.page.goto("data:text/html;base64," + base64.b64encode(html.encode()).decode())
        return await self.framed()

    async def framed(self) -> Document:
        """Give the next document that began since."""
        return await asyncio.wait_for(self._documents.get(), 10)

    async def show(self, body: str, waits: ComposerTimeouts = SOON, **more: Any) -> Composer:
        """Open a page with that body, and give its composer."""
        return Composer(await self.document(body), SITE.send, waits, SITE.file, **more)


def once(
    patch: pytest.MonkeyPatch,
    owner: type,
    name: str,
    act: Callable[[], Awaitable[object]],
    *,
    after: bool = True,
    at: int = 1,
) -> None:
    """Have the person act just after (or before) the `at`th time that a method does its work."""
    original: Any = getattr(owner, name)
    count = 0

    async def wrapped(self: Any, *given: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count == at and not after:
            await act()
        answer = await original(self, *given, **named)
        if count == at and after:
            await act()
        return answer

    patch.setattr(owner, name, wrapped)


@asynccontextmanager
async def room_of(browser: Browser, profile: SiteProfile) -> AsyncGenerator[Room]:
    """Give a page whose sites have that profile."""
    context = await browser.new_context()
    room = Room(await context.new_page())
    bridge = Bridge(context, {"profile": profile.for_page(), "openers": [], "inspectable": False}, room)
    await bridge.start()
    yield room
    await bridge.stop()
    await context.close()


@pytest.fixture(scope="session")
async def room(browser: Browser) -> AsyncIterator[Room]:
    async with room_of(browser, SITE) as room:
        yield room


@pytest.fixture(scope="session")
async def unknown(browser: Browser) -> AsyncIterator[Room]:
    """The page of a site without a profile of its own."""
    async with room_of(browser, load_profiles()["generic"]) as room:
        yield room
