from __future__ import annotations

import pytest

from overlay.chat.composer.text_compare import equivalent, one_line, pieces


@pytest.mark.parametrize(
    ("found", "wanted", "alike"),
    [
        ("a\r\nb", "a\nb", True),
        ("a \u00a0b", "a  b", True),
        ("\n a \n", "a", True),
        ("a\u200bb", "ab", True),
        ("a\nb", "a b", False),
        ("ab", "a b", False),
    ],
)
def test_texts_are_compared_as_a_chat_keeps_them(found: str, wanted: str, alike: bool) -> None:
    assert equivalent(found, wanted) is alike


def test_one_line_writes_line_ends_out_and_leaves_quotes() -> None:
    assert one_line('a\n"b"\\n\té') == 'a\\n"b"\\\\n\\té'


def test_with_spaces_a_no_break_one_is_another() -> None:
    assert not equivalent("a\u00a0b", "a b", spaces=True)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", []),
        ("abc", ["abc"]),
        ("ab\ncd\nef", ["ab", "\ncd", "\nef"]),
        ("abcdefgh\ni", ["abcd", "efgh", "\ni"]),
        ("\n\n\n\n\n\n", ["\n\n\n\n", "\n\n"]),
    ],
)
def test_a_text_is_cut_at_its_line_ends_where_it_can_be(text: str, cut: list[str]) -> None:
    assert pieces(text, 4) == cut


@pytest.mark.parametrize("text", ["a\nb" * 40, "\n" * 50, "x" * 99, "\na" * 7 + "\n"])
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(pieces(text, 8)) == text
