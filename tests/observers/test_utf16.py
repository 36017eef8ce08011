from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from observers.block_text import Utf16Decoder, Utf16Offsets, Utf16Text

# Text as pages have it: any UTF-16 units, halves of pairs among them.
UNITS = st.lists(st.one_of(st.sampled_from("ab\n🙂\ud83d\ude42\u00a0"), st.characters()), max_size=12).map(
    "".join
)


def joined(*pieces: str) -> str:
    """The pieces as one JavaScript string, its pairs joined."""
    data = b"".join(piece.encode("utf-16-le", "surrogatepass") for piece in pieces)
    return data.decode("utf-16-le", "surrogatepass")


def size(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_a_text_counts_as_javascript_does() -> None:
    text = Utf16Text()
    text.splice(0, "a🙂b", 4)
    assert len(text) == 4


def test_a_splice_replaces_the_tail() -> None:
    text = Utf16Text()
    text.splice(0, "a🙂b", 4)
    assert text.splice(3, "cd", 5) == "rewritten"
    assert str(text) == "a🙂cd"


def test_halves_of_a_pair_that_come_apart_are_one_character() -> None:
    text = Utf16Text()
    text.splice(0, "\ud83d", 1)
    text.splice(1, "\ude42", 2)
    assert str(text) == "🙂"


def test_a_splice_that_does_not_fit_is_lost() -> None:
    wrong: list[object] = []
    for at, length in [(0, 2), (0, 4), (4, 7)]:
        text = Utf16Text()
        if (found := text.splice(at, "abc", length)) != "lost":
            wrong.append((at, length, found))
    assert wrong == []


def test_the_text_before_a_place_is_counted_in_units() -> None:
    text = Utf16Text()
    text.splice(0, "a🙂b", 4)
    assert text.before(3) == "a🙂"


@given(st.lists(UNITS, max_size=6))
def test_splices_at_the_end_are_the_whole(pieces: list[str]) -> None:
    text, length = Utf16Text(), 0
    for piece in pieces:
        at, length = length, length + size(piece)
        assert text.splice(at, piece, length) in ("appended", "rewritten")
    assert str(text) == joined(*pieces)


@given(st.lists(UNITS, max_size=6))
def test_the_output_and_the_rest_of_a_decoder_make_the_whole_text(pieces: list[str]) -> None:
    decoder = Utf16Decoder()
    given_out = [decoder.feed(piece) for piece in pieces]
    assert "".join([*given_out, decoder.flush()]) == joined(*pieces)


def test_a_decoder_holds_back_the_first_half_of_a_pair() -> None:
    decoder = Utf16Decoder()
    assert decoder.feed("a\ud83d") == "a"
    assert decoder.feed("\ude42b") == "🙂b"


def test_a_decoder_gives_a_lone_half_as_it_is() -> None:
    assert Utf16Decoder().feed("\ude42a") == "\ude42a"


def test_a_decoder_has_nothing_left_after_it_was_flushed() -> None:
    decoder = Utf16Decoder()
    decoder.feed("\ud83d")
    assert decoder.flush() == "\ud83d"
    assert decoder.flush() == ""


@given(st.lists(UNITS, max_size=6), st.integers(min_value=0, max_value=80))
def test_an_offset_is_that_of_the_text_before_it(pieces: list[str], points: int) -> None:
    offsets = Utf16Offsets()
    for piece in pieces:
        offsets.add(piece)
    assert offsets.units(points) == sum(size(char) for char in "".join(pieces)[:points])


def test_a_long_text_is_looked_at_in_pieces() -> None:
    offsets = Utf16Offsets()
    offsets.add("🙂" * 10_000 + "x")
    assert [offsets.units(at) for at in (1, 4096, 4097, 10_000, 10_001)] == [2, 8192, 8194, 20_000, 20_001]
