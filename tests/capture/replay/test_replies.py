from __future__ import annotations

import pytest

from overlay.capture.replay.replies import ALL, Replies, UnexpectedReply


def test_a_document_goes_on_until_its_next_known_reply() -> None:
    replies = Replies({1: [1, 3]})
    quiet: list[int] = []
    for replied in (False, True, False, True):
        quiet.append(replies.quiet(1))
        replies.take(1, replied=replied, stopped=quiet[-1] == 0)
    assert quiet == [1, 0, 1, 0]
    assert replies.quiet(1) == ALL
    assert replies.quiet(2) == ALL
    assert replies.found == {1: [1, 3]}


def test_without_known_replies_a_document_stops_after_each_sending() -> None:
    replies = Replies(None)
    replies.take(1, replied=False, stopped=True)
    assert replies.quiet(1) == 0
    assert replies.found == {}


def test_a_reply_to_a_document_that_went_on_is_an_error() -> None:
    with pytest.raises(UnexpectedReply):
        Replies({}).take(1, replied=True, stopped=False)
