"""Tells the user of a chat's page that has died or does not answer; loads it again if nobody else can."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.safe_tasks import BackgroundTasks, guarded
from overlay.common.language import Phrase, mark
from overlay.common.terminal_text import inline
from overlay.companion.watch.pulse import Pulse

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from observers.document import Document
    from overlay.chat.session import ChatSession

log = logging.getLogger(__name__)
PAUSE = 0.6
"""Seconds between two questions to a page. With the time for an answer, less than two seconds."""
REOPENS_AFTER = 60.0
"""Seconds after which overlay opens the same address again: another death at once has a lasting cause."""
DIED = mark("The page {} has died. Reload it: its calls show again what became of them.")
REOPENED = mark("The page {} has died. overlay opens it again: its calls show again what became of them.")
SILENT = mark("The page {} does not answer: it hangs or shows a dialog. If that stays so, reload it.")
ANSWERS = mark("The page {} answers again.")
EMPTY = "about:blank"
"""The address of overlay's own window, which has its own message and opens again for the next question."""
_WAITING = frozenset(("streaming", "ready", "scheduled", "running"))


class PageWatch:
    """The pages of a `context`. `chats` returns the open chats; `notify` is called with lines for the user.

    If the user has no window to reload a page that has died, overlay opens it again in a new tab, and calls
    `replaced(dead, page)`.
    """

    def __init__(
        self,
        context: BrowserContext,
        chats: Callable[[], Iterable[ChatSession]],
        notify: Callable[[str], None],
        *,
        replaced: Callable[[Page, Page], None] | None,
    ) -> None:
        self._context = context
        self._chats = chats
        self._notify = notify
        self._replaced = replaced
        self._pulses: dict[Document, Pulse] = {}
        self._reopened: dict[str, float] = {}
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        """Watch the pages from now on."""
        self._context.on("page", guarded(self._watch))
        for page in self._context.pages:
            self._watch(page)
        self._tasks.spawn(self._beat())

    def close(self) -> None:
        """Watch no longer."""
        self._tasks.stop()
        for pulse in self._pulses.values():
            pulse.close()

    def _watch(self, page: Page) -> None:
        page.on("crash", guarded(self._died))

    def _died(self, page: Page) -> None:
        now, url = asyncio.get_running_loop().time(), page.url
        if url == EMPTY:
            return
        again = self._replaced is not None and now - self._reopened.get(url, -REOPENS_AFTER) >= REOPENS_AFTER
        self._notify(Phrase(REOPENED if again else DIED, inline(url)))
        if again:
            self._reopened[url] = now
            self._tasks.spawn(self._reopen(page))

    async def _reopen(self, dead: Page) -> None:
        """Open the page again in a new tab: Playwright does nothing more in a tab whose page has died."""
        try:
            page = await self._context.new_page()
            if self._replaced:
                self._replaced(dead, page)
            await page.goto(dead.url, wait_until="commit")
            await dead.close()
        except PlaywrightError as error:
            log.warning("overlay could not open %s again: %s", dead.url, error)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            documents = [chat.document for chat in self._chats() if _matters(chat)]
            self._pulses = {document: self._pulse_of(document) for document in documents}
            await asyncio.gather(*(_check(pulse) for pulse in self._pulses.values()))

    def _pulse_of(self, document: Document) -> Pulse:
        return self._pulses.get(document) or Pulse(
            lambda: call(document.session, "Runtime.evaluate", {"expression": "0"}),
            lambda answers: self._notify(Phrase(ANSWERS if answers else SILENT, inline(document.url))),
        )


async def _check(pulse: Pulse) -> None:
    with suppress(PlaywrightError):  # the document is gone: that has its own event
        await pulse.check()


def _matters(chat: ChatSession) -> bool:
    """Return whether something in the chat waits for the page; an idle page may sleep."""
    return chat.document.top and (
        chat.document.pending or any(block.call.status in _WAITING for block in chat.blocks.values())
    )
