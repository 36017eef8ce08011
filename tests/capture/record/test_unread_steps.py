"""Which steps of a document overlay had not read when it was closed."""

from __future__ import annotations

import pytest

from overlay.capture.record import unread_steps
from overlay.capture.record.page_log import Pages
from overlay.capture.record.unread_steps import UnreadSteps
from tests.capture.record.told import begin, document, moment, put, record


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds since 1970, in a list."""
    seconds = [0.0]
    monkeypatch.setattr(unread_steps.time, "time", lambda: seconds[0])
    return seconds


class Chat:
    """One document that is recorded."""

    def __init__(self) -> None:
        self.document, self.pages, self.unread = document(), Pages(lambda at: at or 0), UnreadSteps()
        self.node = 2
        self.take(begin(), moment(put(1, 2, tag="p"), at=1))

    def take(self, *entries: dict[str, object]) -> None:
        message = record(*entries)
        lines = self.pages.took(self.document, message)
        self.unread.add(self.document, self.pages.number(self.document), message, lines)

    def step(self, *at: float) -> None:
        """Add a node at each of these times (milliseconds), all told in one message."""
        entries: list[dict[str, object]] = []
        for each in at:
            self.node += 1
            entries.append(moment(put(2, self.node, text="x"), at=each))
        self.take(*entries)


def test_what_came_after_the_last_reading_is_unread(now: list[float]) -> None:
    chat = Chat()
    chat.step(10, 20)
    now[0] = 0.025
    chat.unread.read(chat.document)
    chat.step(30)
    chat.step(40)
    assert chat.unread.closed(chat.document) == (True, 3)


def test_a_step_that_is_told_after_it_was_read_is_read(now: list[float]) -> None:
    chat = Chat()
    now[0] = 0.025
    chat.unread.read(chat.document)
    chat.step(10, 20)
    assert chat.unread.closed(chat.document) == (True, None)


def test_a_document_that_was_never_read_says_so(now: list[float]) -> None:
    del now
    chat = Chat()
    chat.step(10)
    was_read, _ = chat.unread.closed(chat.document)
    assert not was_read
