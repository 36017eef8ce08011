"""The documents of all attached pages: takes their messages, and makes them able to hide text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.hiding_sheet import Hider
from observers.layers import compare
from observers.protocol import (
    BadMessage,
    Batch,
    Detach,
    EnableHiding,
    Hello,
    Layers,
    Message,
    MessageRefused,
    Ping,
    Pong,
    Recorded,
    RecordingAck,
    parse,
)
from observers.safe_tasks import BackgroundTasks, quietly, within

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

log = logging.getLogger(__name__)
ARM_AGAIN = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between the attempts to add the hiding rule."""
ARM_WITHIN = 1.0
"""Seconds for the first attempt, doubled for each further one."""
LEAVING = 2.0
"""Seconds for each step of detaching from pages."""


class Listener(Protocol):
    """Receives the bridge's events. Browser events trigger the calls; exceptions from them are logged."""

    def opened(self, document: Document, hello: Hello) -> None:
        """Handle a new document; its blocks follow."""

    def said(self, document: Document, message: Message) -> None:
        """Handle a validated message from the document's isolated world."""

    def closed(self, document: Document) -> None:
        """Handle the end of a document (navigation, crash, closed tab)."""


class OpenDocuments:
    """The open documents by their unique ids.

    `faded` has each site's selector of texts that the site itself fades, by site name.
    `on_lifeline(document)` is called when a document wants a lifeline.
    """

    def __init__(
        self,
        listener: Listener,
        tasks: BackgroundTasks,
        *,
        mark: str,
        faded: Mapping[str, str],
        on_lifeline: Callable[[Document], None],
    ) -> None:
        self.by_id: dict[str, Document] = {}
        self.hiders: WeakKeyDictionary[CDPSession, Hider] = WeakKeyDictionary()
        self._listener = listener
        self._tasks = tasks
        self._mark = mark
        self._faded = faded
        self._on_lifeline = on_lifeline
        self._armed: WeakKeyDictionary[Page, asyncio.Event] = WeakKeyDictionary()

    def add_session(self, session: CDPSession) -> None:
        """Prepare to hide text in the documents of a session."""
        self.hiders[session] = Hider(session, self._mark)

    def of(self, page: Page) -> list[Document]:
        """Return the open documents of a page."""
        return [document for document in self.by_id.values() if document.page is page]

    def armed(self, page: Page) -> asyncio.Event:
        """Return the event that is set while text in the page can be hidden, or overlay has left the page."""
        return self._armed.setdefault(page, asyncio.Event())

    def close(self, document: Document) -> None:
        """End a document. Nothing happens if it ended before."""
        if self.by_id.pop(document.unique_id, None) is None:
            return
        document.close()
        if document.top and document.page in self._armed:
            self._armed[document.page].clear()
        self._listener.closed(document)

    async def leave(self, documents: list[Document]) -> None:
        """Restore the documents to what the site made; each step takes LEAVING seconds at most."""
        for document in documents:
            document.post(Detach())
        await within(LEAVING, [document.flushed() for document in documents])
        await within(LEAVING, [quietly(self._unhide(document)) for document in documents])

    def take(self, document: Document, payload: str) -> None:
        """Handle a message from a document: validate it, answer it, hand it to the listener."""
        if not document.alive:
            return
        if not (document.messages.take() and document.volume.take(len(payload))):
            log.warning("overlay stopped listening to %s: it sent more than a page can", document.url)
            self.close(document)
            self._tasks.spawn(quietly(document.tell([Detach()])))
            return
        try:
            message = parse(payload)
        except BadMessage as error:
            log.warning("overlay ignored a message from %s: %s", document.url, error)
            document.post(MessageRefused())
            return
        if isinstance(message, Hello):
            self._begin(document, message)
        elif isinstance(message, Ping):
            document.post(Pong())
            if message.lifeline:
                self._on_lifeline(document)
        elif isinstance(message, Layers):
            self._tasks.spawn(compare(document, message))
        else:
            self._pass_on(document, message)

    def _begin(self, document: Document, hello: Hello) -> None:
        if document.url:
            document = self._succeed(document)
        document.begin(hello)
        try:
            self._listener.opened(document, hello)
        except Exception:
            log.exception("overlay does nothing in %s", document.url)
            return
        self._tasks.spawn(self._arm(document, self._faded.get(hello.site, "")))

    def _pass_on(self, document: Document, message: Message) -> None:
        try:
            self._listener.said(document, message)
        except Exception:
            log.exception("overlay could not handle a message from %s", document.url)
            document.post(MessageRefused())
        if isinstance(message, Batch) and (message.more or message.ask):
            document.post(Pong())
        elif isinstance(message, Recorded) and message.more:
            document.post(RecordingAck())

    def _succeed(self, document: Document) -> Document:
        """Replace a document whose world sent a second Hello: it has a new document now (see main.js)."""
        heir = document.successor()
        self.close(document)
        self.by_id[heir.unique_id] = heir
        return heir

    async def _arm(self, document: Document, faded: str) -> None:
        """Add the hiding rule to the document, then enable hiding; `faded` is its site's selector.

        It is retried, since a document that the browser has just begun to parse can't take a style sheet yet.
        """
        problem: Exception | None = None
        hider = self.hiders[document.session]
        for number, wait in enumerate(ARM_AGAIN):
            try:
                await hider.hide_in(document.frame_id, within=ARM_WITHIN * 2**number, faded=faded)
            except (PlaywrightError, TimeoutError) as error:
                problem = error
            else:
                document.post(EnableHiding())
                await document.flushed()
                if document.top and document.alive:
                    self.armed(document.page).set()
                return
            if not document.alive:
                return
            await asyncio.sleep(wait)
        log.warning("overlay can't hide anything in %s: %r", document.url, problem)

    async def _unhide(self, document: Document) -> None:
        await self.hiders[document.session].clear(document.frame_id, within=LEAVING)


def faded_of(config: Mapping[str, Any]) -> dict[str, str]:
    """Return each site's `faded` selector by site name; the name is "" in a run without a site table."""
    sites: list[dict[str, Any]] = [
        *config.get("sites", ()),
        {"name": "", "profile": config.get("profile", {})},
    ]
    return {site["name"]: site["profile"].get("faded", "") for site in sites}
