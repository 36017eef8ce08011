import re

from overlay.detection.opener_pattern import any_case, longest_of
from tests.support.table import for_each

LITERALS = ("<tool", "<tool_call>", "<tools>", "<think>", "{", "[x")


def found(text: str, first: str = "<", guards: dict[str, str] | None = None) -> str | None:
    match = re.match(re.escape(first) + longest_of(LITERALS, first, guards or {}), text)
    return match[0] if match else None


@for_each(
    ("text", "opener"),
    [
        ("<tool_call>", "<tool_call>"),
        ("<tool_cal", "<tool"),
        ("<tools>", "<tools>"),
        ("<toolx", "<tool"),
        ("<thin", None),
        ("<", None),
    ],
)
def test_the_longest_literal_is_found(text: str, opener: str | None) -> None:
    assert found(text) == opener


@for_each("text", ["<TOOL_CALL>", "<Think>"])
def test_openers_are_found_in_any_case(text: str) -> None:
    assert found(text) == text


@for_each("text", ["<thin\u212a>", "<tool\u017f>"])
def test_a_letter_that_only_folds_to_one_is_another(text: str) -> None:
    assert found(text) in (None, "<tool")


def test_a_guard_says_what_must_follow() -> None:
    assert [found(text, "{", {"{": "(?=a)"}) for text in ("{a", "{b")] == ["{", None]


def test_a_sign_of_regular_expressions_is_itself() -> None:
    assert [bool(re.fullmatch(any_case("a.*ß"), text)) for text in ("A.*ß", "abcß")] == [True, False]
