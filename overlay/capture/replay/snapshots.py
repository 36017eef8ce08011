"""Records how a block is rendered each time it enters another state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import FloatRect
from pydantic import BaseModel, TypeAdapter

from observers.document import Document
from observers.page_api import ask
from overlay.capture.model import Drawn
from overlay.capture.recording import Expected
from overlay.capture.replay.still_frames import frames
from overlay.capture.shortcuts import Source, digest_of

if TYPE_CHECKING:
    from playwright.async_api import Frame, Locator, ViewportSize

Box = tuple[int, int, int, int]
"""A part of a picture: x, y, width and height in pixels."""
BOXES: TypeAdapter[list[Box]] = TypeAdapter(list[Box])
LINES = TypeAdapter(list[str])


class UnexpectedLook(Exception):
    """A block whose accessibility tree is unknown was read while the page had gone on."""


class DrawnBlock(BaseModel):
    """See `DrawnBlock` in injected_js/replaying/replay_types.js."""

    lines: list[str]
    look: str


_BLOCK = TypeAdapter(DrawnBlock)
_FIND = """(block, selectors) => {
  const frame = block.getBoundingClientRect();
  const parts = [block, ...block.querySelectorAll("*")].filter((part) => part.matches(selectors.join(", ")));
  return parts.map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const [x, y] = [Math.floor(left - frame.left), Math.floor(top - frame.top)];
    return [x, y, Math.ceil(right - frame.left) - x, Math.ceil(bottom - frame.top) - y];
  }).filter(([, , width, height]) => width && height);
}"""
_IS_SCROLLED = """(block) => {
  const above = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;
  for (let one = above(block); one; one = above(one))
    if ((one.scrollTop || one.scrollLeft) && one !== document.scrollingElement) return true;
  return false;
}"""
"""Whether a part of the page around the block is scrolled, and not the page."""
MARGIN = 30_000
"""Timeout in milliseconds for elements that already exist; it is long because the machine may be busy."""


class Trees:
    """The accessibility trees of an earlier replay, `known`, by their sources: to make one takes long.

    A source is the hash of all that a tree depends on: the block's nodes, how they are drawn, the browser's
    version, and that of Playwright, which makes the tree.
    """

    def __init__(self, browser_version: str, earlier: Expected | None = None) -> None:
        self.known = earlier.shortcuts.trees(earlier.blocks) if earlier else {}
        self._versions = [browser_version, version("playwright")]

    def source(self, drawn: DrawnBlock) -> str:
        """Return the source of the accessibility tree of a block."""
        return digest_of(json.dumps([*self._versions, drawn.lines, drawn.look]))


class BlockSnapshots:
    """Makes snapshots of blocks, in `made`. `pictures` is the folder for screenshots; None: take none.

    `masks` are the boxes of the parts in each picture that match one of the selectors `ignored`. `sources`
    has the source of each snapshot's accessibility tree; `trees` are known ones.
    """

    def __init__(
        self, pictures: Path | None, ignored: Sequence[str] = (), trees: Trees | None = None
    ) -> None:
        self.made: list[Drawn] = []
        self.sources: list[Source] = []
        self._trees = trees or Trees("")
        self.masks: dict[str, list[Box]] = {}
        self._ignored = list(ignored)
        self._pictures = pictures
        self._status: dict[int, str] = {}

    def due(self, number: int, status: str) -> bool:
        """Return whether the last snapshot of block `number` was in another status, or there is none."""
        return self._status.get(number) != status

    @property
    def only_read(self) -> bool:
        """Return whether the page script alone can make a snapshot, if the block is as it was."""
        return self._pictures is None and bool(self._trees.known)

    async def draw(self, number: int, status: str, block_id: str, document: Document) -> None:
        """Add a snapshot of the block as the page shows it now."""
        drawn = await ask(document, "replay.drawn", _BLOCK, block_id)
        source = self._trees.source(drawn)
        aria = self._trees.known.get(source, "")
        picture = ""
        if _is_shown(drawn) and (self._pictures or not aria):
            place = await self._locator(document, block_id)
            if place:
                aria = aria or await place.aria_snapshot(timeout=MARGIN)
                # Of a call in a closed <details>, say, there is nothing to take a picture of.
                if await place.is_visible():
                    picture = await self._picture(place, f"{number}-{status}.png")
        self._add(number, status, drawn, source, aria, picture)

    def add(self, number: int, status: str, drawn: DrawnBlock) -> None:
        """Add a snapshot of the block as it was `drawn`. Raises UnexpectedLook if its tree is unknown."""
        source = self._trees.source(drawn)
        aria = self._trees.known.get(source, "")
        if _is_shown(drawn) and not aria:
            raise UnexpectedLook
        self._add(number, status, drawn, source, aria)

    def _add(
        self, number: int, status: str, drawn: DrawnBlock, source: str, aria: str, picture: str = ""
    ) -> None:
        self._status[number] = status
        self.sources.append((source, digest_of(aria)))
        dom = "\n".join(drawn.lines)
        self.made.append(Drawn(block=number, status=status, dom=dom, aria=aria, picture=picture))

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
        left, top = await self._shoot(place, self._pictures / name)
        if self._ignored:
            boxes = BOXES.validate_python(await place.evaluate(_FIND, self._ignored))
            self.masks[name] = [(x - left, y - top, width, height) for x, y, width, height in boxes]
        return name

    async def _shoot(self, place: Locator, path: Path) -> tuple[int, int]:
        """Take a picture; return which point of the block is at its left and its top, in pixels."""
        page = place.page
        # To hide the caret, Playwright changes the style of every text field and leaves an empty attribute.
        # Blocks show no caret, because a replay types nothing.
        async with frames(page):
            await place.scroll_into_view_if_needed(timeout=MARGIN)
            box, size = await place.bounding_box(timeout=MARGIN), page.viewport_size
            clip = _visible(box, size) if box and size else None
            if not box or not clip or clip == box or not await place.evaluate(_IS_SCROLLED):
                await place.screenshot(path=path, animations="disabled", caret="initial", timeout=MARGIN)
                return 0, 0
            # Playwright would make the page larger for a moment, and what scrolls would be elsewhere.
            await page.screenshot(
                path=path, clip=clip, animations="disabled", caret="initial", timeout=MARGIN
            )
            return round(clip["x"] - box["x"]), round(clip["y"] - box["y"])


def _visible(box: FloatRect, size: ViewportSize) -> FloatRect:
    """Return the part of a box that is in a viewport of that size; at least a pixel."""
    left, top = min(max(0.0, box["x"]), size["width"] - 1), min(max(0.0, box["y"]), size["height"] - 1)
    right, bottom = min(box["x"] + box["width"], size["width"]), min(box["y"] + box["height"], size["height"])
    return FloatRect(x=left, y=top, width=max(1.0, right - left), height=max(1.0, bottom - top))


def _is_shown(drawn: DrawnBlock) -> bool:
    return bool(drawn.lines) and not drawn.lines[0].endswith("not in the page")
