"""Clicks at a point of a document, also in a frame, through the browser's input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from observers.cdp import call

if TYPE_CHECKING:
    from observers.document import Document


async def click(document: Document, x: float, y: float) -> None:
    """Click the left button at `x`, `y` (CSS pixels from the document's top left corner).

    Raises playwright's Error when the document is gone.
    """
    if document.top:
        await document.page.mouse.click(x, y)
        return
    left, top = await _corner(document)
    where = {"x": left + x, "y": top + y, "clickCount": 1}
    for kind, button in (("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")):
        await call(document.session, "Input.dispatchMouseEvent", {**where, "type": kind, "button": button})


async def _corner(document: Document) -> tuple[float, float]:
    """Return the document's top left corner in its session's root frame; (0, 0) if it is that root frame."""
    tree = await call(document.session, "Page.getFrameTree")
    if tree["frameTree"]["frame"]["id"] == document.frame_id:
        return 0, 0
    owner = await call(document.session, "DOM.getFrameOwner", {"frameId": document.frame_id})
    box: dict[str, Any] = await call(
        document.session, "DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]}
    )
    left, top = box["model"]["content"][:2]
    return left, top
