"""The copy of an answer for screen readers, which the page script knows by the class names of its elements."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

IN_COPY = "return reader_copy.inCopyForReaders(document.querySelector('pre'));"
COPIES = [
    "sr-only",
    "sr cdk-visually-hidden",
    "Chat_visuallyHidden__x1",
    "screen-reader-text",
    "a ScreenReaderOnly",
]
SEEN = ["", "answer", "not-sr-only", "sm:sr-only", "sr", "hidden"]


def cases(names: list[str], wanted: bool) -> dict[str, Case]:
    """Each name is given to an element around a block of code."""
    return {
        name: Case(IN_COPY, wanted, html=f"<main><div class='{name}'><p><pre>x</pre></div></main>")
        for name in names
    }


async def test_a_block_in_an_element_that_is_named_as_for_screen_readers_is_in_a_copy(lab: Lab) -> None:
    assert await lab.differing("", cases(COPIES, True)) == {}


async def test_a_block_in_an_element_of_another_name_is_in_no_copy(lab: Lab) -> None:
    assert await lab.differing("", cases(SEEN, False)) == {}
