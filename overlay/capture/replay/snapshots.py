"""A block as it is drawn, each time it has come into another state."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from observers.document import Document
from observers.page_api import ask
from overlay.capture.model import Drawn

if TYPE_CHECKING:
    from playwright.async_api import Frame, Locator

LINES = TypeAdapter(list[str])
MARGIN = 30_000
"""Ms for a look at what stands there already: a busy machine is no difference."""


class BlockSnapshots:
    """`pictures` is the folder for the pictures, None for none."""

    def __init__(self, pictures: Path | None) -> None:
        self.made: list[Drawn] = []
        self._pictures = pictures
        self._status: dict[int, str] = {}

    def due(self, number: int, status: str) -> bool:
        """Whether block `number`, which is in `status` now, was last drawn in another."""
        return self._status.get(number) != status

    async def draw(self, number: int, status: str, block_id: str, document: Document) -> None:
        """Write down how the block stands in the page now."""
        self._status[number] = status
        lines = await ask(document, "replay.drawn", LINES, block_id)
        aria = picture = ""
        if lines and not lines[0].endswith("not in the page"):
            place = await self._locator(document, block_id)
            if place:
                aria = await place.aria_snapshot(timeout=MARGIN)
                picture = await self._picture(place, f"{number}-{status}.png")
        self.made.append(Drawn(block=number, status=status, dom="\n".join(lines), aria=aria, picture=picture))

    async def _locator(self, document: Document, block_id: str) -> Locator | None:
        frames: list[Frame] = [document.page.main_frame] if document.top else document.page.frames[1:]
        for frame in frames:
            place = frame.locator(f'[data-block-id="{block_id}"]')
            if document.top or await place.count():
                return place
        return None

    async def _picture(self, place: Locator, name: str) -> str:
        if self._pictures is None:
            return ""
        number = sum(drawn.picture.startswith(name.removesuffix(".png")) for drawn in self.made)
        name = f"{name.removesuffix('.png')}-{number + 1}.png" if number else name
        self._pictures.mkdir(parents=True, exist_ok=True)
        await place.page.evaluate("document.fonts.ready.then(() => null)")
        # To hide the caret, Playwright sets a style on every box of the page, and leaves the attribute.
        # No block has a caret: nobody types while a recording is played.
        await place.screenshot(
            path=self._pictures / name, animations="disabled", caret="initial", timeout=MARGIN
        )
        return name
