from __future__ import annotations

import json
import unicodedata

from overlay.common.terminal_text import (
    FEW,
    MARKS,
    UNSEEN,
    cut,
    in_order,
    inline,
    is_right_to_left,
    json_text,
    name,
    one_line,
    prose,
    quoted,
    visible,
)
from tests.support.table import for_each

HIDDEN = """00 07 08 0d 09 1b 7f 85 9b a0 ad 34f 61c 115f 17b4 180b 180f 200b 200d 2028 202e 2060 2066 2800 3000
3164 d800 dfff e000 fe00 fe0f feff ffa0 fff9 fffc 378"""
FURTHER = "e0041 e0101 e0fff 1d173 f0000 1bca0"


@for_each("code", HIDDEN.split())
def test_a_character_that_acts_or_is_not_seen_is_written_out(code: str) -> None:
    assert visible(f"a{chr(int(code, 16))}b") == f"a\\u{code:0>4}b"


@for_each("code", FURTHER.split())
def test_an_unseen_character_beyond_the_first_plane_has_eight_digits(code: str) -> None:
    assert visible(f"a{chr(int(code, 16))}1") == f"a\\U{code:0>8}1"


def test_each_code_point_of_the_table_is_written_out() -> None:
    table = [chr(code) for first, last in UNSEEN for code in range(first, last + 1)]
    assert set(visible("a".join(table))) & set(table) == {"\n"}


def test_no_format_or_control_character_is_missing_from_the_table() -> None:
    codes = (
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    )
    table = {code for first, last in UNSEEN for code in range(first, last + 1)}
    assert [hex(code) for code in codes if code not in table] == []


@for_each(
    "text",
    [
        '{\n  "a": "é \U0001f600"\n}',
        "日本語",
        "\u0e01\u0e33\u0e48",
        "e\u0301",
        "\u26a0\ufe0f now",
        "\u2764\ufe0e",
    ],
)
def test_ordinary_text_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == text


@for_each(
    ("text", "shown"),
    [
        ("a\ufe0f", "a\\ufe0f"),
        ("\ufe0f", "\\ufe0f"),
        ("\u26a0\ufe0f\ufe0f", "\u26a0\ufe0f\\ufe0f"),
        ("\u26a0\ufe01", "\u26a0\\ufe01"),
        ("\u0301a", "\\u0301a"),
        ("a\u0336", "a\\u0336"),
        ("\n\u0301a", "\n\\u0301a"),
        ("=\u0301", "=\\u0301"),
        ("\u26a0\ufe0f\u0301", "\u26a0\ufe0f\\u0301"),
    ],
)
def test_a_mark_or_selector_stays_only_on_what_it_belongs_to(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_marks_that_pile_up_are_written_out() -> None:
    assert visible("e" + "\u0301" * (MARKS + 2)) == "e" + "\u0301" * MARKS + "\\u0301\\u0301"


def test_a_text_that_was_made_safe_stays_the_same() -> None:
    text = "\x1b[2J\u202e\U000e0041\u26a0\ufe0f\ufe0f=\u0338" + "e" + "\u0301" * 9
    assert visible(visible(text)) == visible(text)


def test_however_many_kinds_of_unseen_signs_there_are_each_is_written_out() -> None:
    signs = "".join(chr(code) for code in range(0xE0100, 0xE0100 + FEW + 1))
    assert visible(f"a{signs}\n") == "a" + "".join(f"\\U{ord(sign):08x}" for sign in signs) + "\n"


def test_prose_keeps_tabs_and_wide_spaces_and_nothing_else_that_is_unseen() -> None:
    assert prose("a\tb\n\u3000c\xa0d\x1b") == "a\tb\n\u3000c\xa0d\\u001b"


def test_a_value_in_a_line_of_ours_has_no_line_end_and_a_bounded_length() -> None:
    assert inline("\n one\ntwo\t\r") == "one\\ntwo"
    assert inline("abcdef", 4) == "abc…"


def test_one_line_is_the_first_line_with_text_and_is_cut() -> None:
    assert one_line("\n one\ntwo", 80) == "one"
    assert one_line("abcdef", 4) == "abc…"
    assert cut("abc", 3) == "abc"


@for_each(
    ("text", "shown"),
    [
        ("files.read_file", "files.read_file"),
        ("café", "café"),
        ("r\u0435ad", "r\\u0435ad"),
        ("\u0441\u043e\u0440\u0443", "\\u0441\\u043e\\u0440\\u0443"),
        ("\uff52un", "\\uff52un"),
        ("r\u0131n", "r\\u0131n"),
        ("\u05d0b", "\\u05d0b"),
        ("\U0001d42bun", "\\U0001d42bun"),
        ("x is asked for", '"x is asked for"'),
        ('x" is', '"x\\" is"'),
        ("", '""'),
        ("a\nb", "a\\nb"),
    ],
)
def test_a_name_can_not_pass_for_another_or_for_words_of_ours(text: str, shown: str) -> None:
    assert name(text) == shown


def test_a_name_has_a_bounded_length() -> None:
    assert name("x" * 9_999) == "x" * 119 + "…"


@for_each("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_line_end_leaves_the_border(end: str) -> None:
    lines = quoted(f"a{end}Run it?").splitlines()
    assert [line for line in lines if not line.startswith("| ")] == []


@for_each("filler", ["x", " ", "\u65e5", "e\u0301", "\U0001f600"])
def test_a_line_that_is_too_long_for_the_terminal_is_wrapped_inside_the_border(filler: str) -> None:
    lines = quoted(filler * 100, width=20).split("\n")
    assert len(lines) > 5
    assert [line for line in lines if not line.startswith("| ") or len(line.replace("\u0301", "")) > 20] == []


def test_characters_that_a_long_text_loses_are_counted_outside_the_border() -> None:
    assert quoted("abcdefghij", limit=4) == "| abc\n(6 characters are left out here)\n| j"


def test_right_to_left_letters_can_be_shown_in_their_order() -> None:
    assert in_order("a\u05d0\u0661") == "a\\u05d0\\u0661"
    assert is_right_to_left("\u05d0")
    assert not is_right_to_left("é")


def test_json_holds_what_it_held_and_nothing_that_acts() -> None:
    value = {"\u202ek": ["\x1b\x7f\x9b\ud800\U000e0041", "é\u26a0\ufe0f"], "t": "=\u0338\n"}
    text = json_text(value)
    assert json.loads(text) == value
    assert visible(text) == text
    assert json_text(value, plain=True).isascii()
