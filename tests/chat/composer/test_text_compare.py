from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from overlay.chat.composer.text_compare import ESCAPED, equivalent, one_line, pieces


def test_texts_are_compared_as_a_chat_keeps_them() -> None:
    wrong: list[object] = []
    for found, wanted, alike in [
        ("a\r\nb", "a\nb", True),
        ("a \u00a0b", "a  b", True),
        ("\n a \n", "a", True),
        ("a\u200bb", "ab", True),
        ("a\nb", "a b", False),
        ("ab", "a b", False),
    ]:
        if (found := equivalent(found, wanted)) is not alike:
            wrong.append((found, wanted, found))
    assert wrong == []


def test_one_line_says_that_it_is_one_and_leaves_quotes() -> None:
    assert one_line('a\n"b"\\n\té') == (
        r"(On one line, with the escapes of JSON: \n is a line end, \\ a backslash.) "
        r'a\n"b"\\n\té'
    )


@given(st.text(st.one_of(st.sampled_from('\\n"u2028 \n\r\t\x0b\x0c\x1c\x85\u2028\u2029'), st.characters())))
def test_one_line_can_be_read_back_as_the_text_that_it_was(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) == 1
    assert json.loads('"{}"'.format(line.removeprefix(ESCAPED).replace('"', '\\"')), strict=True) == text


def test_a_no_break_space_differs_from_a_space_if_spaces_count() -> None:
    assert not equivalent("a\u00a0b", "a b", spaces=True)


def test_a_text_is_cut_at_its_line_ends_where_it_can_be() -> None:
    wrong: list[object] = []
    for text, cut in [
        ("", []),
        ("abc", ["abc"]),
        ("ab\ncd\nef", ["ab", "\ncd", "\nef"]),
        ("abcdefgh\ni", ["abcd", "efgh", "\ni"]),
        ("\n\n\n\n\n\n", ["\n\n\n\n", "\n\n"]),
    ]:
        if (found := pieces(text, 4)) != cut:
            wrong.append((text, found))
    assert wrong == []


def test_the_pieces_are_the_text() -> None:
    wrong = [
        (text, found)
        for text in ["a\nb" * 40, "\n" * 50, "x" * 99, "\na" * 7 + "\n"]
        if (found := "".join(pieces(text, 8))) != text
    ]
    assert wrong == []
