"""Texts of which the page draws only a part: whoever may hold a call is asked for the rest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from observers.document import Document
from observers.editor_text import whole_text
from observers.protocol import SetFullText
from overlay.chat.unit_reader import UnitReader

log = logging.getLogger(__name__)


class EditorTextFetcher:
    """Of one document; `read` gives a unit's whole text, or None.

    What it gives goes to the page's side, which compares it with what is drawn and then tells it as the
    unit's text: one way for all texts.
    """

    def __init__(
        self,
        document: Document,
        read: Callable[[Document, int], Awaitable[str | None]] = whole_text,
    ) -> None:
        self._document = document
        self._read = read
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    def took(self, reader: UnitReader) -> None:
        """A splice of the unit was read: ask for the rest, if there is one that may matter."""
        unit = reader.about.id
        if not reader.partial or not reader.watched_for_calls:
            return
        if not reader.blocks and not reader.open and len(reader.stream.text):
            return
        if unit in self._asking:
            self._again.add(unit)
        else:
            self._asking[unit] = asyncio.create_task(self._ask(unit))

    def close(self) -> None:
        """The document went away."""
        for task in self._asking.values():
            task.cancel()

    async def _ask(self, unit: int) -> None:
        try:
            while True:
                self._again.discard(unit)
                text = await self._read(self._document, unit)
                if text is not None:
                    self._document.post(SetFullText(unit=unit, text=text))
                if unit not in self._again:
                    return
        except Exception:
            log.exception("overlay could not ask for the whole of a block of %s", self._document.url)
        finally:
            del self._asking[unit]
