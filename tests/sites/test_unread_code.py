"""overlay tells the user of code blocks that can't be read."""

from __future__ import annotations

from observers.protocol import CodeSeen, UnreadCode
from overlay.sites.unread_code import unread_line
from tests.support.scene import Scene

FOLDED = UnreadCode(why="folded", button="Raw")
DRAWN = UnreadCode(why="drawn")


def said(blocks: int, *unread: UnreadCode) -> str:
    return unread_line(CodeSeen(t="code", blocks=blocks, unread=list(unread)))


def test_the_line_counts_the_blocks_and_gives_the_reason() -> None:
    picture = "the site draws it as a picture or in a frame"
    assert said(3) == ""
    assert said(1, DRAWN) == f"1 code block, it can't be read: {picture}."
    assert said(3, DRAWN) == f"3 code blocks, 1 can't be read: {picture}."
    assert said(3, DRAWN, DRAWN) == f"3 code blocks, 2 can't be read: {picture}."


def test_the_line_names_the_sites_button_as_one_short_line() -> None:
    assert said(1, FOLDED).endswith("Press “Raw” at it.")
    assert "\n" not in said(1, UnreadCode(why="tree", button="Raw\nand more"))


def test_a_run_without_a_panel_says_once_that_code_can_not_be_read() -> None:
    scene = Scene()
    page = scene.page()
    for _ in range(2):
        code = CodeSeen(t="code", blocks=1, unread=[DRAWN])
        scene.manager.received(page.document, code)  # type: ignore[arg-type]
    assert [text for kind, _, text in scene.told if kind == "trouble"] == [said(1, DRAWN)]
