from __future__ import annotations

from overlay.policy.commands.line import MAX_LINE, plain_words
from tests.support.table import for_each


@for_each(
    ("line", "words"),
    [
        ("git status", ("git", "status")),
        ("  git   log  --oneline ", ("git", "log", "--oneline")),
        ("npm run test:unit", ("npm", "run", "test:unit")),
        ("python3.12 -m pytest tests/a_b.py", ("python3.12", "-m", "pytest", "tests/a_b.py")),
        ("tool --depth=0 a@b +x,y", ("tool", "--depth=0", "a@b", "+x,y")),
    ],
)
def test_a_plain_line_is_split_at_its_spaces(line: str, words: tuple[str, ...]) -> None:
    assert plain_words(line) == words


@for_each("line", ["", " ", "./git x", "/bin/ls", "a/b", "-x", ".", "=x", "@x", "+x", ":", "_=x ls"])
def test_a_line_that_does_not_begin_with_a_bare_name_has_no_words(line: str) -> None:
    assert plain_words(line) == ()


@for_each("line", ["A=b ls", "make CC=x", "tool @file", "ls a=b"])
def test_a_setting_and_a_file_of_options_are_not_plain(line: str) -> None:
    assert plain_words(line) == ()


def test_a_line_may_have_a_thousand_characters() -> None:
    assert plain_words("a" * MAX_LINE)
    assert plain_words("a" * (MAX_LINE + 1)) == ()


@for_each("other", [None, 1, ["git", "status"], b"git status"])
def test_a_command_line_that_is_no_text_has_no_words(other: object) -> None:
    assert plain_words(other) == ()
