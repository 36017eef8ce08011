"""Makes the browser run overlay's script in frames that have none.

Chromium creates the script context of each new frame only while a session has `Runtime` enabled (Chrome
DevTools Protocol). This ends when any session disables it: when the developer tools are closed, or when
another program leaves. From then on it makes no context for a frame in which the page runs no script, and so
new-document scripts do not run in that frame either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.commands import RestartFrames

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Frame, Page

    from observers.document import Document

log = logging.getLogger(__name__)


class FrameScripts:
    """One extra CDP session for each session of documents, since `Runtime.disable` removes its bindings."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._sessions: WeakKeyDictionary[CDPSession, CDPSession] = WeakKeyDictionary()
        self._one_at_a_time = asyncio.Lock()
        self._asked: WeakSet[Document] = WeakSet()

    def sessions(self) -> Iterable[CDPSession]:
        """Return all these sessions, which the caller detaches at the end."""
        return list(self._sessions.values())

    def of(self, session: CDPSession) -> CDPSession | None:
        """Return the session for the frames of `session`'s documents, None if there is none."""
        return self._sessions.get(session)

    async def run(self, document: Document, target: Page | Frame) -> None:
        """Make the script run in all frames of the page, then make the document contact its frames again.

        Further requests of the document during this time are ignored: all its frames are contacted anyway.
        """
        if document in self._asked:
            return
        self._asked.add(document)
        async with self._one_at_a_time:
            try:
                session = self._sessions.get(document.session)
                if session is None:
                    session = await self._context.new_cdp_session(target)
                    self._sessions[document.session] = session
                await call(session, "Runtime.disable")
                await call(session, "Runtime.enable")
            except PlaywrightError as error:
                log.debug("no script in the frames of %s: %s", document.url, error)
                return
            finally:
                self._asked.discard(document)
        document.post(RestartFrames())
