"""Fetches the whole text of units that the page draws only in part, if they may contain a call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from observers.commands import SetFullText
from observers.document import Document
from observers.editor_text import full_text
from observers.unit_queries import scrolled_text
from overlay.chat.unit_reader import UnitReader

log = logging.getLogger(__name__)
Read = Callable[[Document, int], Awaitable[str | None]]
NEVER = -1
"""In place of the length at the last refresh."""


class EditorTextFetcher:
    """Fetches texts of one document; `read` returns a unit's whole text, or None; `scroll` does so slowly.

    `on_failure(unit)` is called when a refresh could read no more than the page draws.

    The text is sent to the page script, which compares it with the drawn part and then sends it as the unit's
    text, so that all texts arrive in the same way.
    """

    def __init__(
        self,
        document: Document,
        read: Read = full_text,
        scroll: Read = scrolled_text,
        on_failure: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._document = document
        self._read = read
        self._scroll = scroll
        self._on_failure = on_failure
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._refreshed: dict[int, int] = {}
        self._scrolled: set[int] = set()

    def text_changed(self, reader: UnitReader) -> None:
        """Handle a change of the unit: fetch its whole text if the missing part may belong to a call."""
        unit = reader.about.id
        if not reader.partial or not reader.watched_for_calls:
            return
        if not reader.blocks and not reader.open and len(reader.text):
            return
        self._start(unit)

    def is_fetched(self, reader: UnitReader) -> bool:
        """Return whether the text was fetched: the page need not show that it grows."""
        return reader.about.id in self._refreshed

    def refresh(self, reader: UnitReader, *, again: bool = False) -> bool:
        """Fetch a text that no longer grows, unless it had this length at the last refresh.

        `again`: fetch it even then, if it was fetched before. Returns whether it does. The editor may have
        grown out of view, where the page draws nothing of it. A text that could not be fetched is read by
        scrolling.
        """
        unit, length = reader.about.id, len(reader.text)
        if unit in self._scrolled:
            return True
        known = self._refreshed.get(unit, NEVER if reader.partial else length) == length
        if known and not (again and unit in self._refreshed):
            return False
        self._refreshed[unit] = length
        if not self._document.held:  # a replay has no time to scroll
            self._scrolled.add(unit)
        self._start(unit)
        return True

    def forget(self, unit: int) -> None:
        """Forget a unit that left the page."""
        self._refreshed.pop(unit, None)

    def _start(self, unit: int) -> None:
        if unit in self._asking:
            self._again.add(unit)
        else:
            self._asking[unit] = asyncio.create_task(self._ask(unit))

    def close(self) -> None:
        """Stop fetching: the document is gone."""
        for task in self._asking.values():
            task.cancel()

    async def _ask(self, unit: int) -> None:
        failed = False
        try:
            while True:
                self._again.discard(unit)
                scrolls = unit in self._scrolled
                text = await self._read(self._document, unit)
                if text is None and scrolls:
                    text = await self._scroll(self._document, unit)
                if text is not None:
                    self._refreshed.setdefault(unit, NEVER)
                    self._document.post(SetFullText(unit=unit, text=text))
                if scrolls:
                    self._scrolled.discard(unit)
                failed = text is None and (scrolls or failed)
                if unit not in self._again:
                    break
        except Exception:
            log.exception("overlay could not fetch the whole text of a block of %s", self._document.url)
        finally:
            self._scrolled.discard(unit)
            del self._asking[unit]
        if failed:
            self._on_failure(unit)
