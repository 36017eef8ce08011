"""Fetches the whole text of units that the page draws only in part, if they may hold a call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from observers.document import Document
from observers.editor_text import full_text
from observers.protocol import SetFullText
from overlay.chat.unit_reader import UnitReader

log = logging.getLogger(__name__)


class EditorTextFetcher:
    """Of one document; `read` returns a unit's whole text, or None.

    The text goes to the page script, which compares it with what is drawn and then sends it as the unit's
    text, so that all texts take one way.
    """

    def __init__(
        self,
        document: Document,
        read: Callable[[Document, int], Awaitable[str | None]] = full_text,
    ) -> None:
        self._document = document
        self._read = read
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    def took(self, reader: UnitReader) -> None:
        """A change of the unit was read: fetch the rest, if there is a rest that may matter."""
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
        """Stop: the document is gone."""
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
