"""The panel's help for a chat that overlay does not know: learning the chat, and a report of its page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from overlay.calls.event_stream import EventStream
from overlay.calls.events import ChatsChanged
from overlay.chat.session import ChatSession
from overlay.common.errors import OverlayError
from overlay.common.language import Phrase, mark
from overlay.common.paths import data_dir
from overlay.common.tasks import Tasks
from overlay.common.terminal_text import inline
from overlay.common.whole_file import write_whole
from overlay.companion.opened_chat import NO_CHAT
from overlay.companion.watched_chats import WatchedChats
from overlay.policy.origins import NO_SITE, origin_of
from overlay.sites.learn.own_profile import file_for, free_name, learn_profile
from overlay.sites.report import report_break
from overlay.ui.chat_state import UnknownChat

GO_ON = mark("Go on in the chat's window: a bar at its top says what to do.")
LEARNED = mark("Learned as {0}. End overlay and type: overlay launch {0}")
CLOSED = mark("The chat was closed before everything was learned.")


class ChatHelp:
    """Help for the chat that `chat` returns; `url` returns the address that the user opened."""

    def __init__(
        self,
        events: EventStream,
        chat: Callable[[], ChatSession | None],
        url: Callable[[], str],
        watched: WatchedChats,
    ) -> None:
        self._events = events
        self._chat = chat
        self._url = url
        self._watched = watched
        self._tasks = Tasks()
        self._status_line = ""
        self._busy = False

    def unknown(self) -> UnknownChat:
        """Return whether overlay does not know the chat, and the state of learning it."""
        chat = self._chat()
        if chat is None:
            return UnknownChat(said=self._status_line)
        headline = self._watched.headline(chat)
        offered = self._watched.offer(chat) is not None
        return UnknownChat(
            shown=chat.profile.guessed or offered or self._busy,
            said=self._status_line,
            busy=self._busy,
            found=headline,
            offered=offered,
            differences=tuple(self._watched.differences(chat)),
        )

    async def look(self) -> str:
        """Outline in the chat what overlay found by watching; return a line about it."""
        chat = self._chat()
        return await self._watched.look(chat) if chat else NO_CHAT

    async def accept(self) -> str:
        """Save what overlay found by watching; return a line about it."""
        chat = self._chat()
        if chat is None:
            return NO_CHAT
        return await self._watched.accept(chat, self._new_chat_at(chat.document.page.url))

    def learn(self) -> str:
        """Start to learn the chat; return a line about it. `unknown` then has the result."""
        chat = self._chat()
        if chat is None:
            return NO_CHAT
        if not self._busy:
            self._busy = True
            self._tasks.spawn(self._teach(chat))
        return GO_ON

    async def report(self) -> str:
        """Write a report of the chat's page; return a line that says where it is."""
        chat = self._chat()
        if chat is None:
            return NO_CHAT
        try:
            offer = self._watched.offer(chat)
            found = offer.proposal.fields if offer else {}
            made = await report_break(chat.document.page, chat.profile, found)
        except PlaywrightError:
            return mark("The page could not be looked at: is it still open?")
        folder = data_dir() / "reports"
        folder.mkdir(exist_ok=True)
        file = folder / f"{chat.profile.name}-{datetime.now():%Y%m%d-%H%M%S}.html"
        write_whole(file, made.page)
        write_whole(file.with_suffix(".txt"), made.text)
        self._notify(
            Phrase(
                mark("The report is {}, and the text beside it (.txt). Neither holds your words."), str(file)
            )
        )
        return mark("The report is written. Nothing was sent.")

    async def close(self) -> None:
        """Stop learning a chat."""
        await self._tasks.close()

    async def _teach(self, chat: ChatSession) -> None:
        page = chat.document.page
        try:
            url = self._new_chat_at(page.url)
            name = free_name(url)
            await learn_profile(page, url, name, file_for(name, force=False), None, self._notify)
            self._notify(Phrase(LEARNED, name))
        except OverlayError as error:
            self._notify(inline(error.format_message().partition("\n")[0]))
        except PlaywrightError:
            self._notify(CLOSED)
        finally:
            self._busy = False
            self._events.publish(ChatsChanged())

    def _new_chat_at(self, shown: str) -> str:
        """Return the address that the user opened, if the page still is of that site, else the site's."""
        opened, origin = self._url(), origin_of(shown)
        if opened and origin_of(opened) == origin:
            return opened
        return f"{origin}/" if origin != NO_SITE and urlsplit(shown).hostname else shown

    def _notify(self, text: str) -> None:
        self._status_line = text
        self._events.publish(ChatsChanged())
