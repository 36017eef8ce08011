"""A cursor at the end of a text is distinguished from the text."""

from __future__ import annotations

from tests.injected.lab import Lab


async def test_a_cursor_is_cut_off_with_the_space_before_it(lab: Lab) -> None:
    wrong: list[object] = []
    for text, kept in [
        ("<invoke\u200b", "<invoke"),
        ("<invoke \u258c\n", "<invoke"),
        ("<invoke\n\u25cf", "<invoke"),
        ("get_", "get"),
        ("get_x", "get_x"),
        ("a\u2588b", "a\u2588b"),
        ("a \n", "a \n"),
        ("\u200b", ""),
    ]:
        await lab.empty()
        if (found := await lab("return cursor.withoutCursor(given)", text)) != kept:
            wrong.append((text, found))
    assert wrong == []
