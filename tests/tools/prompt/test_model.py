from __future__ import annotations

from overlay.tools.prompt.model import chars_for_tokens, tokens_of
from tests.support.table import for_each


@for_each(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("äöüß", 1)])
def test_a_token_is_four_characters_and_a_part_of_one_counts_whole(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens


def test_a_text_that_fills_its_room_has_as_many_tokens() -> None:
    assert tokens_of("x" * chars_for_tokens(7)) == 7
