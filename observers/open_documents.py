"""The documents of all attached pages: handles their messages, and enables them to hide text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from observers.closed_trees import look_for_trees
from observers.commands import Detach, EnableHiding, MessageRefused, Pong, RecordingAck
from observers.document import Document
from observers.hiding_sheet import Hider
from observers.layers import compare
from observers.protocol import (
    BadMessage,
    Batch,
    FrameUnstarted,
    Hello,
    Layers,
    Message,
    Ping,
    Recorded,
    TreesAsked,
    parse,
)
from observers.safe_tasks import BackgroundTasks, quietly, within

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

log = logging.getLogger(__name__)
RETRIES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between the attempts to add the hiding rule."""
FIRST_LIMIT = 1.0
"""Seconds for the first attempt, doubled for each further one."""
RECORDED = '{"t":"record"'
"""The beginning of a message with changes for a recording, as the page script writes it."""
DETACH_LIMIT = 2.0
"""Seconds for each step of detaching from pages."""


class Listener(Protocol):
    """Receives the bridge's events. Browser events trigger the calls; exceptions from them are logged."""

    def opened(self, document: Document, hello: Hello) -> None:
        """Handle a new document; its blocks follow."""

    def received(self, document: Document, message: Message) -> None:
        """Handle a validated message from the document's isolated world."""

    def lost(self, document: Document, *, recorded: bool, flood: bool) -> None:
        """Handle that a message was not taken: it is not valid, or there were too many (`flood`).

        `recorded`: it had changes for a recording.
        """

    def closed(self, document: Document) -> None:
        """Handle the end of a document (navigation, crash, closed tab)."""


class OpenDocuments:
    """The open documents by their unique ids.

    `faded` has each site's selector of elements that the site fades, by site name.
    `on_lifeline(document)` is called when a document wants a lifeline, `on_unstarted(document)` when
    overlay's script may not run in one of its frames.
    """

    def __init__(
        self,
        listener: Listener,
        tasks: BackgroundTasks,
        *,
        mark: str,
        faded: Mapping[str, str],
        on_lifeline: Callable[[Document], None],
        on_unstarted: Callable[[Document], None],
    ) -> None:
        self.by_id: dict[str, Document] = {}
        self.hiders: WeakKeyDictionary[CDPSession, Hider] = WeakKeyDictionary()
        self._listener = listener
        self._tasks = tasks
        self._mark = mark
        self._faded = faded
        self._on_lifeline = on_lifeline
        self._on_unstarted = on_unstarted
        self._hiding: WeakKeyDictionary[Page, asyncio.Event] = WeakKeyDictionary()

    def add_session(self, session: CDPSession) -> None:
        """Prepare to hide text in the documents of a session."""
        self.hiders[session] = Hider(session, self._mark)

    def of(self, page: Page) -> list[Document]:
        """Return the open documents of a page."""
        return [document for document in self.by_id.values() if document.page is page]

    def hiding_enabled(self, page: Page) -> asyncio.Event:
        """Return the event that is set while text in the page can be hidden, or overlay has left the page."""
        return self._hiding.setdefault(page, asyncio.Event())

    def close(self, document: Document) -> None:
        """End a document, if it has not ended before."""
        if self.by_id.pop(document.unique_id, None) is None:
            return
        document.close()
        if document.top and document.page in self._hiding:
            self._hiding[document.page].clear()
        self._listener.closed(document)

    async def detach(self, documents: list[Document]) -> None:
        """Restore the documents to what the site made; each step takes DETACH_LIMIT seconds at most."""
        for document in documents:
            document.post(Detach())
        await within(DETACH_LIMIT, [document.flushed() for document in documents])
        await within(
            DETACH_LIMIT,
            [
                quietly(self.hiders[document.session].clear(document.frame_id, within=DETACH_LIMIT))
                for document in documents
            ],
        )

    def handle(self, document: Document, payload: str) -> None:
        """Handle a message from a document: validate it, answer it, pass it to the listener."""
        if not document.alive:
            return
        if not (document.messages.take() and document.volume.take(len(payload))):
            log.warning("overlay ignores %s from now on: it sent too many messages", document.url)
            self._listener.lost(document, recorded=False, flood=True)
            self.close(document)
            self._tasks.spawn(quietly(document.send_now([Detach()])))
            return
        try:
            message = parse(payload)
        except BadMessage as error:
            log.warning("overlay ignored a message from %s: %s", document.url, error)
            self._listener.lost(document, recorded=payload.startswith(RECORDED), flood=False)
            document.post(MessageRefused())
            return
        if isinstance(message, Hello):
            self._begin(document, message)
        elif isinstance(message, Ping):
            document.post(Pong())
            if message.lifeline:
                self._on_lifeline(document)
        elif isinstance(message, FrameUnstarted):
            self._on_unstarted(document)
        elif isinstance(message, Layers):
            self._tasks.spawn(compare(document, message))
        elif isinstance(message, TreesAsked):
            self._tasks.spawn(look_for_trees(document, message))
        else:
            self._pass_on(document, message)

    def _begin(self, document: Document, hello: Hello) -> None:
        if document.url:
            document = self._replace(document)
        document.begin(hello)
        try:
            self._listener.opened(document, hello)
        except Exception:
            log.exception("overlay could not start in %s", document.url)
            return
        self._tasks.spawn(self._enable_hiding(document, self._faded.get(hello.site, "")))

    def _pass_on(self, document: Document, message: Message) -> None:
        try:
            self._listener.received(document, message)
        except Exception:
            log.exception("overlay could not handle a message from %s", document.url)
            document.post(MessageRefused())
        if isinstance(message, Batch) and (message.more or message.ask):
            document.post(Pong())
        elif isinstance(message, Recorded) and message.more:
            document.post(RecordingAck())

    def _replace(self, document: Document) -> Document:
        """Replace a document whose world sent a second Hello: it has a new document now (see main.js)."""
        successor = document.successor()
        self.close(document)
        self.by_id[successor.unique_id] = successor
        return successor

    async def _enable_hiding(self, document: Document, faded: str) -> None:
        """Add the hiding rule to the document, then enable hiding; `faded` is its site's selector.

        Adding is retried: the browser accepts no style sheet for a document that it has just begun to parse.
        """
        problem: Exception | None = None
        hider = self.hiders[document.session]
        for number, wait in enumerate(RETRIES):
            try:
                await hider.hide_in(document.frame_id, within=FIRST_LIMIT * 2**number, faded=faded)
            except (PlaywrightError, TimeoutError) as error:
                problem = error
            else:
                document.post(EnableHiding())
                await document.flushed()
                if document.top and document.alive:
                    self.hiding_enabled(document.page).set()
                return
            if not document.alive:
                return
            await asyncio.sleep(wait)
        log.warning("overlay can't hide anything in %s: %r", document.url, problem)


def faded_of(config: Mapping[str, Any]) -> dict[str, str]:
    """Return each site's `faded` selector by site name; the name is "" in a run without a site table."""
    sites: list[dict[str, Any]] = [
        *config.get("sites", ()),
        {"name": "", "profile": config.get("profile", {})},
    ]
    return {site["name"]: site["profile"].get("faded", "") for site in sites}
