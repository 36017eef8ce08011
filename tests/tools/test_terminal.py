import pytest

from overlay.tools.terminal import one_line, safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb", "a\\rb"),
        ("\u202egnp", "\\u202egnp"),
        ("\x9b1A", "\\x9b1A"),
        ("\ud800", "\\ud800"),
        ("äöü 日本 🙂", "äöü 日本 🙂"),
    ],
)
def test_what_acts_on_the_terminal_is_written_out(text: str, shown: str):
    assert safe(text) == shown


def test_one_line_is_the_first():
    assert one_line("\n one\ntwo", 80) == "one"


def test_a_long_line_is_cut_to_the_limit():
    assert one_line("abcdef", 4) == "abc…"
