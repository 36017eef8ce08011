"""A signal in the page for the end of overlay's connection, so that the page need not send pings.

`CSS.forcePseudoState` (Chrome DevTools Protocol) forces a state on an element that the page can't set. The
browser resets it when the session that forced it ends. See injected_js/platform/lifeline.js.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Frame, Page

    from observers.document import Document

log = logging.getLogger(__name__)
TRIES = 3
"""Attempts per document: a page that keeps removing the element falls back to pings."""


class Lifelines:
    """The lifelines of all documents, in separate CDP sessions: a `CSS.disable` would end them."""

    def __init__(self, context: BrowserContext, entry: str) -> None:
        self._context = context
        self._entry = entry
        self._tries: WeakKeyDictionary[Document, int] = WeakKeyDictionary()
        self._pending: set[Document] = set()
        self._sessions: WeakKeyDictionary[CDPSession, CDPSession] = WeakKeyDictionary()

    def sessions(self) -> Iterable[CDPSession]:
        """Return all lifeline sessions, which the caller detaches at the end."""
        return list(self._sessions.values())

    def of(self, session: CDPSession) -> CDPSession | None:
        """Return the session with the lifelines of `session`'s documents, None if there is none."""
        return self._sessions.get(session)

    async def attach(self, document: Document, target: Page | Frame) -> None:
        """Make the document notice the end of this connection. If that fails, it continues to send pings."""
        if document in self._pending or self._tries.get(document, 0) >= TRIES:
            return
        self._pending.add(document)
        self._tries[document] = self._tries.get(document, 0) + 1
        try:
            await self._attach(document, target)
        except (PlaywrightError, KeyError) as error:
            log.debug("no lifeline for %s: %s", document.url, error)
        finally:
            self._pending.discard(document)

    async def _attach(self, document: Document, target: Page | Frame) -> None:
        session = self._sessions.get(document.session)
        if session is None:
            session = await self._context.new_cdp_session(target)
            self._sessions[document.session] = session
        place = {
            "expression": f"globalThis[{json.dumps(self._entry)}].lifeline()",
            "uniqueContextId": document.unique_id,
        }
        # Sent together, and executed in this order. CDP assigns node ids only after the tree was requested.
        _, _, _, found = await asyncio.gather(
            call(session, "DOM.enable"),
            call(session, "CSS.enable"),
            call(session, "DOM.getDocument", {"depth": 0}),
            call(session, "Runtime.evaluate", place),
        )
        node = await call(session, "DOM.requestNode", {"objectId": found["result"]["objectId"]})
        forced = {"nodeId": node["nodeId"], "forcedPseudoClasses": ["target"]}
        await call(session, "CSS.forcePseudoState", forced)
