"""Proposes a profile for a chat in which overlay saw a turn; saves it when the user says that it is right."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from playwright.async_api import Error as PlaywrightError

from observers.commands import PartOutline, SiteEntry, UseSite
from observers.page_api import PageApi
from observers.protocol import TurnEnded
from overlay.calls.events import ChatsChanged
from overlay.chat.document_events import DocumentOpened, MessageReceived
from overlay.chat.session import ChatSession
from overlay.common.errors import OverlayError
from overlay.common.language import Phrase, mark, translate
from overlay.common.tasks import Tasks
from overlay.common.terminal_text import inline
from overlay.common.whole_file import write_whole
from overlay.companion.session_sites import SessionSites
from overlay.companion.wiring import Parts
from overlay.policy.origins import NO_SITE, origin_of
from overlay.sites.learn.own_profile import file_for, free_name
from overlay.sites.loader import parse_profile
from overlay.sites.page_table import row_of
from overlay.sites.profile import SiteProfile
from overlay.sites.seen_whole import SeenWhole
from overlay.sites.watch.mending import has_file, mended_fields, mended_profile, missed, new_profile
from overlay.sites.watch.proposal import Proposal, confirm, propose
from overlay.sites.watch.turn import turn_of

log = logging.getLogger(__name__)
NEW = mark("overlay found your messages and the answers.")
CHANGED = mark("This site has changed. overlay found again what it missed.")
WITHDRAWN = mark(
    "The second turn was unlike the first: overlay can't tell your messages from the answers here."
)
SAVED = mark("Saved as {}. overlay uses it from now on.")
LESS = mark("Not saved: with the new selectors overlay finds less in the recording {}.")
OTHER = mark(
    "overlay has found something else since you looked. It is outlined now: look, then press Right again."
)
GONE = mark("The page was drawn again. Send another message first.")
LABELS = {
    "user": mark("Your message"),
    "composer": mark("Message box"),
    "send": mark("Send button"),
    "assistant": mark("Answer"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """The finding of overlay on the pages of an origin.

    `mended` are the new selectors of a known site, {} for a site that no profile fits. `unsure`: a turn
    contradicted an earlier one, so another one must agree before it is shown.
    """

    proposal: Proposal
    mended: dict[str, str]
    missing: list[str]
    unsure: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether the user may see it."""
        return self.proposal.is_certain and (len(self.proposal.turns) > 1 or not self.unsure)


class WatchedChats:
    """Keeps one offer for each origin. Before the user's yes, nothing in a chat changes."""

    def __init__(self, parts: Parts, sites: SessionSites, seen: SeenWhole) -> None:
        self._parts = parts
        self._sites = sites
        self._seen = seen
        self._tasks = Tasks()
        self._offers: dict[str, Offer] = {}
        self._outlined: dict[str, dict[str, str]] = {}
        """The selectors of what the user was shown last, by origin."""
        self._words: dict[str, str] = {}
        self._rows: dict[str, SiteEntry] = {}
        parts.events.subscribe(MessageReceived, self._received)
        parts.events.subscribe(DocumentOpened, self._opened)

    async def close(self) -> None:
        """Stop what is under way."""
        await self._tasks.close()

    def offer(self, chat: ChatSession) -> Offer | None:
        """Return what overlay found in this chat, if the user may see it."""
        offer = self._offers.get(_origin(chat))
        return offer if offer and offer.is_shown else None

    def headline(self, chat: ChatSession) -> str:
        """Return the line about the offer, or that it was withdrawn; "" for nothing."""
        offer = self.offer(chat)
        if offer is None:
            return self._words.get(_origin(chat), "")
        return CHANGED if offer.mended else NEW

    def differences(self, chat: ChatSession) -> list[str]:
        """Return a line for each selector of a known site that the offer changes."""
        offer = self.offer(chat)
        if offer is None:
            return []
        old = chat.profile
        return [
            inline(f"{field}: {' , '.join(old.selectors(field)) or '–'} → {css}", 300)
            for field, css in offer.mended.items()
        ]

    async def look(self, chat: ChatSession) -> str:
        """Outline what was found; return a line about it."""
        offer = self.offer(chat)
        if offer is None:
            return GONE
        parts = [
            PartOutline(
                selector=offer.proposal.fields[field],
                side="assistant" if field == "assistant" else "user",
                label=translate(label),
            )
            for field, label in LABELS.items()
            if field in offer.proposal.fields
        ]
        try:
            counts = await PageApi(chat.document).outline_parts(parts)
        except PlaywrightError:
            return GONE
        self._outlined[_origin(chat)] = offer.proposal.fields
        return "" if all(counts[:2]) else GONE

    async def accept(self, chat: ChatSession, url: str) -> str:
        """Save the offered profile and use it; `url` is the address of a new chat. Return a line about it.

        A profile that finds less in a recording of the site is not saved, nor one that was found after the
        user looked.
        """
        origin, offer = _origin(chat), self.offer(chat)
        if offer is None:
            return GONE
        if self._outlined.get(origin, offer.proposal.fields) != offer.proposal.fields:
            return await self.look(chat) or OTHER
        try:
            if offer.mended:
                file = file_for(chat.profile.name, force=True)
                text = mended_profile(chat.profile, offer.mended)
            else:
                name = free_name(url)
                file = file_for(name, force=False)
                text = new_profile(offer.proposal, name, url)
            profile = parse_profile(text, file.name, str(file))
            if offer.mended and (less := await self._less_on(chat.profile, profile)):
                return Phrase(LESS, inline(", ".join(less)))
            if self.offer(chat) is not offer:
                return GONE
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, text)
        except (OverlayError, OSError) as error:
            return inline(str(error))
        del self._offers[origin]
        self._outlined.pop(origin, None)
        row = row_of(self._sites.adopt(profile), profile, [origin])
        self._rows[origin] = SiteEntry.model_validate(row)
        for each in list(self._parts.chats):
            if origin_of(each.document.url) == origin:
                each.document.post(UseSite(site=self._rows[origin]))
        self._words[origin] = Phrase(SAVED, profile.name)
        self._parts.events.publish(ChatsChanged())
        return self._words[origin]

    async def _less_on(self, old: SiteProfile, new: SiteProfile) -> list[str]:
        tries = self._parts.runtime.try_profile
        return await tries(old, new) if tries else []

    def _opened(self, event: DocumentOpened) -> None:
        """Use the saved profile in each further document of the origin."""
        row = self._rows.get(origin_of(event.document.url))
        if row and event.hello.site != row.name:
            event.document.post(UseSite(site=row))

    def _received(self, event: MessageReceived) -> None:
        chat = self._parts.chats.get(event.document.unique_id)
        if isinstance(event.message, TurnEnded) and chat and chat.document.top:
            self._tasks.spawn(self._consider(chat, event.message))

    async def _consider(self, chat: ChatSession, ended: TurnEnded) -> None:
        origin, profile = _origin(chat), chat.profile
        if origin == NO_SITE:
            return
        missing = missed(profile, ended)
        if not profile.guessed and not missing:
            self._seen.add(profile.name)
            self._offers.pop(origin, None)
            self._parts.events.publish(ChatsChanged())
            return
        if not profile.guessed and not has_file(profile):
            return
        try:
            tree = await PageApi(chat.document).turn_tree(ended.number)
        except PlaywrightError as error:
            log.debug("no description of the turn: %s", error)
            return
        turn = turn_of(tree, ended, chat.document.url) if tree else None
        if turn is None:
            return
        before = self._offers.pop(origin, None)
        proposal = confirm(before.proposal, turn) if before else propose(turn)
        self._words.pop(origin, None)
        unsure = False
        if before and proposal is None:
            self._words[origin] = WITHDRAWN if before.is_shown else ""
            proposal, unsure = propose(turn), True
        if proposal:
            self._keep(origin, profile, Offer(proposal, {}, missing, unsure))
        self._parts.events.publish(ChatsChanged())

    def _keep(self, origin: str, profile: SiteProfile, offer: Offer) -> None:
        if not profile.guessed:
            fields = mended_fields(profile, offer.proposal, offer.missing)
            if not fields:
                return
            offer = replace(offer, mended=fields)
        self._offers[origin] = offer


def _origin(chat: ChatSession) -> str:
    return origin_of(chat.document.url)
