"""Where a click in a frame's document really lands."""

from __future__ import annotations

from typing import Any, cast

from observers.document import Document
from observers.input import click
from tests.observers.mouse import Page

OWN, INNER = "F-own", "F-inner"


class Session:
    """Answers as the protocol does: the session's own frame is `OWN`, another one is drawn at 70, 50."""

    def __init__(self) -> None:
        self.pressed: list[tuple[str, float, float]] = []

    async def send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "Page.getFrameTree":
            return {"frameTree": {"frame": {"id": OWN}}}
        if method == "DOM.getFrameOwner":
            assert params == {"frameId": INNER}
            return {"backendNodeId": 7}
        if method == "DOM.getBoxModel":
            assert params == {"backendNodeId": 7}
            return {"model": {"content": [70, 50, 370, 50, 370, 200, 70, 200]}}
        self.pressed.append((params["type"], params["x"], params["y"]))
        return {}


def document(frame: str, *, top: bool = False) -> tuple[Document, Session, Page]:
    session, page = Session(), Page()
    made = Document(cast("Any", session), cast("Any", page), "u", frame, "entry")
    made.top = top
    return made, session, page


async def test_a_click_in_a_frame_counts_from_its_corner() -> None:
    wrong: list[object] = []
    for frame, x, y in [(OWN, 3, 4), (INNER, 73, 54)]:
        made, session, _ = document(frame)
        await click(made, 3, 4)
        if (found := session.pressed) != [
            ("mouseMoved", x, y),
            ("mousePressed", x, y),
            ("mouseReleased", x, y),
        ]:
            wrong.append((frame, found))
    assert wrong == []


async def test_the_pages_own_document_is_clicked_with_the_pages_mouse() -> None:
    made, session, page = document(OWN, top=True)
    await click(made, 3, 4)
    assert page.mouse.clicked == [(3, 4)]
    assert session.pressed == []
