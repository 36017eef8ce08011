"""Where a block stands in its page, and the real mouse on it."""

from __future__ import annotations

from observers.document import Document
from observers.pointer import click


async def place_of(
    document: Document, block: str, part: str = "", *, scroll: bool = False
) -> dict[str, float] | None:
    """Return the middle (`x`, `y` in pixels of the page) of a block, or of the part with that class name.

    None when the document doesn't show it. `scroll` brings the block into view first. Raises playwright's
    Error when the document is gone.
    """
    await document.flushed()
    asked = "function (block, part, scroll) { return this.place(block, part, scroll); }"
    where: dict[str, float] | None = await document.ask(asked, block, part, scroll)
    return where


async def press(document: Document, block: str, part: str) -> bool:
    """Bring a part of a block into view and click it, where it stands then; whether there was one.

    Raises playwright's Error when the document is gone.
    """
    if await place_of(document, block, part, scroll=True) is None:
        return False
    where = await place_of(document, block, part)
    if where is None:
        return False
    await click(document, where["x"], where["y"])
    return True
