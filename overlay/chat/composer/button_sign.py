"""Tells by the send button that an answer has ended, in a page without another sign of a streaming answer."""

from __future__ import annotations

from collections import deque

from playwright.async_api import Error as PlaywrightError

from observers.composer_api import ComposerApi, SendState
from observers.document import Document
from overlay.common.clock import Clock
from overlay.common.tasks import Tasks

PAUSE = 0.5
"""Seconds between two looks while an answer grows."""
_USE = {"none": 0, "off": 1, "covered": 2, "on": 2}


class ButtonSign:
    """The send button of one document.

    Many sites take their send button away or disable it while they write. If it was less usable while the
    answer grew than later, with the same text in the message box, the answer has ended.
    """

    def __init__(self, document: Document, clock: Clock) -> None:
        self._document = document
        self._clock = clock
        self._api = ComposerApi(document)
        self._tasks = Tasks()
        self._looked = -PAUSE
        self._told = False
        # The last look may be one after the end.
        self._written: deque[SendState] = deque(maxlen=2)

    def text_grew(self) -> None:
        """Look at the button, since a text became longer; at most once in `PAUSE` seconds."""
        self._told = False
        # In a replay the page does not answer.
        if self._clock.now() - self._looked >= PAUSE and not self._document.held:
            self._looked = self._clock.now()
            self._tasks.spawn(self._note())

    async def ended(self) -> bool:
        """Return whether the button has told that the answer has ended."""
        # A text that is inserted after the end changes the button again.
        if not self._told and self._written and (now := await self._state()):
            self._told = any(
                before.empty == now.empty and _USE[now.button] > _USE[before.button]
                for before in self._written
            )
        return self._told

    async def _note(self) -> None:
        if state := await self._state():
            self._written.append(state)

    async def _state(self) -> SendState | None:
        try:
            return await self._api.readiness(0)
        except PlaywrightError:
            return None
