"""Records how a block is rendered each time it enters another state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from observers.document import Document
from observers.page_api import ask
from overlay.capture.model import Drawn
from overlay.capture.replay.still_frames import frames

if TYPE_CHECKING:
    from playwright.async_api import Frame, Locator

Box = tuple[int, int, int, int]
"""A part of a picture: x, y, width and height in pixels."""
BOXES: TypeAdapter[list[Box]] = TypeAdapter(list[Box])
LINES = TypeAdapter(list[str])
_FIND = """(block, selectors) => {
  const frame = block.getBoundingClientRect();
  const parts = [block, ...block.querySelectorAll("*")].filter((part) => part.matches(selectors.join(", ")));
  return parts.map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const [x, y] = [Math.floor(left - frame.left), Math.floor(top - frame.top)];
    return [x, y, Math.ceil(right - frame.left) - x, Math.ceil(bottom - frame.top) - y];
  }).filter(([, , width, height]) => width && height);
}"""
MARGIN = 30_000
"""Timeout in milliseconds for elements that already exist; it is long because the machine may be busy."""


class BlockSnapshots:
    """Makes snapshots of blocks, in `made`. `pictures` is the folder for screenshots; None: take none.

    `masks` are the boxes of the parts in each picture that match one of the selectors `ignored`.
    """

    def __init__(self, pictures: Path | None, ignored: Sequence[str] = ()) -> None:
        self.made: list[Drawn] = []
        self.masks: dict[str, list[Box]] = {}
        self._ignored = list(ignored)
        self._pictures = pictures
        self._status: dict[int, str] = {}

    def due(self, number: int, status: str) -> bool:
        """Return whether the last snapshot of block `number` was in another status, or there is none."""
        return self._status.get(number) != status

    async def draw(self, number: int, status: str, block_id: str, document: Document) -> None:
        """Add a snapshot of the block as the page shows it now."""
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
        if self._ignored:
            self.masks[name] = BOXES.validate_python(await place.evaluate(_FIND, self._ignored))
        await self._shoot(place, self._pictures / name)
        return name

    async def _shoot(self, place: Locator, path: Path) -> None:
        # To hide the caret, Playwright changes the style of every text field and leaves an empty attribute.
        # Blocks show no caret, because a replay types nothing.
        async with frames(place.page):
            await place.screenshot(path=path, animations="disabled", caret="initial", timeout=MARGIN)
