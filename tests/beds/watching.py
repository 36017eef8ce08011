"""A new user writes one message in a chat application that no profile fits; overlay proposes a profile."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from playwright.async_api import BrowserContext, expect

from observers.document import Document
from observers.page_api import PageApi
from observers.protocol import TurnEnded
from overlay.chat.document_events import MessageReceived
from overlay.companion.companion import Companion
from overlay.sites.loader import load_profiles, parse_profile
from overlay.sites.profile import SiteProfile
from overlay.sites.watch.mending import new_profile
from overlay.sites.watch.proposal import propose
from overlay.sites.watch.turn import turn_of

CASE = "rivers"
"""The model writes the answer in pieces, as models do."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn that ended in a document."""

    document: Document
    turn: TurnEnded


async def proposed(context: BrowserContext, url: str, composer: str, sends: str) -> SiteProfile:
    """Return the profile that overlay proposes after one turn, without any other profile."""
    async with Companion(url, context=context, profile=load_profiles()["generic"]) as companion:
        seen: asyncio.Queue[Seen] = asyncio.Queue()

        def note(event: MessageReceived) -> None:
            if isinstance(event.message, TurnEnded):
                seen.put_nowait(Seen(event.document, event.message))

        companion.parts.events.subscribe(MessageReceived, note)
        page = companion.page
        box = page.locator(composer).last
        await box.click()
        await page.keyboard.type(f"Please, case:{CASE}")
        if sends:
            await expect(page.locator(sends)).to_be_enabled()
        await page.keyboard.press("Enter")
        one = await asyncio.wait_for(seen.get(), 60)
        tree = await PageApi(one.document).turn_tree(one.turn.number)
        turn = turn_of(tree, one.turn, one.document.url) if tree else None
        assert turn, "the page has changed since the turn ended"
        found = propose(turn)
        assert found, "no selectors were found"
        assert found.is_certain, one.turn
        await page.close()
    return parse_profile(new_profile(found, "watched", url), "watched.toml")
