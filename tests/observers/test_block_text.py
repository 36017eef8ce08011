from __future__ import annotations

import pytest

from observers.block_text import Appended, BlockStream, OutOfStep, Rewritten, Utf16Text
from observers.protocol import BlockOpened, TextDelta


@pytest.fixture
def stream() -> BlockStream:
    about = BlockOpened(
        k="open", id=1, kind="fence", role="assistant", language="", turn=0, message="", live=True, held=False
    )
    return BlockStream(about)


def item(at: int, text: str, length: int) -> TextDelta:
    return TextDelta(k="text", id=1, at=at, text=text, length=length)


def test_text_added_at_the_end_is_reported_as_added(stream: BlockStream) -> None:
    stream.apply(item(0, "ab", 2))
    assert stream.apply(item(2, "c", 3)) == Appended("c", 3)


def test_a_change_before_the_end_is_reported_with_the_whole_text(stream: BlockStream) -> None:
    stream.apply(item(0, "abc", 3))
    assert stream.apply(item(1, "X", 2)) == Rewritten("aX", 2)


def test_a_pair_cut_between_two_splices_is_reported_whole(stream: BlockStream) -> None:
    first = stream.apply(item(0, "a\ud83d", 2))
    assert first == Appended("a", 2)
    assert stream.apply(item(2, "\ude42", 3)) == Appended("🙂", 3)


def test_a_rewrite_forgets_the_half_that_waited(stream: BlockStream) -> None:
    stream.apply(item(0, "a\ud83d", 2))
    stream.apply(item(0, "b", 1))
    assert stream.apply(item(1, "c", 2)) == Appended("c", 2)


def test_a_gap_asks_for_everything(stream: BlockStream) -> None:
    assert stream.apply(item(5, "x", 6)) == OutOfStep()


def test_a_wrong_length_asks_for_everything(stream: BlockStream) -> None:
    assert stream.apply(item(0, "ab", 3)) == OutOfStep()


def test_the_text_of_a_block_is_asked_for_once_until_everything_came(stream: BlockStream) -> None:
    stream.apply(item(5, "x", 6))
    assert stream.apply(item(6, "y", 7)) is None


def test_a_text_sent_again_after_a_lost_piece_is_correct(stream: BlockStream) -> None:
    stream.apply(item(5, "x", 6))
    stream.apply(item(0, "abcdexy", 7))
    assert str(stream.text) == "abcdexy"


def test_the_text_of_a_block_may_be_asked_for_again_after_it_was_set_right(stream: BlockStream) -> None:
    stream.apply(item(5, "x", 6))
    stream.apply(item(0, "abc", 3))
    assert stream.apply(item(9, "x", 10)) == OutOfStep()


def test_a_text_sent_again_that_does_not_fit_is_an_error(stream: BlockStream) -> None:
    stream.apply(item(5, "x", 6))
    with pytest.raises(ValueError, match="block 1: 2 units after a resync, 9 expected"):
        stream.apply(item(0, "ab", 9))


def test_a_text_of_ascii_takes_other_characters_at_any_place() -> None:
    wrong: list[object] = []
    for text in ["plain é", "é", "plain 😀", "\ud83d"]:
        kept = Utf16Text()
        size = len(text.encode("utf-16-le", "surrogatepass")) // 2
        if (found := kept.splice(0, "abcdef", 6)) != "appended":
            wrong.append((text, found))
        if (found := kept.splice(3, text, 3 + size)) != "rewritten":
            wrong.append((text, found))
        if (found := str(kept)) != "abc" + text:
            wrong.append((text, found))
        if (found := len(kept)) != 3 + size:
            wrong.append((text, found))
        if (found := kept.before(2)) != "ab":
            wrong.append((text, found))
        if (found := kept.splice(4 + size, "x", 5 + size)) != "lost":
            wrong.append((text, found))
    assert wrong == []
