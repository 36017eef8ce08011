"""Compares pictures with the browser's canvas, in a separate page without a network.

The browser is running anyway, decodes PNG safely, and takes milliseconds where plain Python takes seconds. An
image library would be a dependency for this purpose only.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.safe_tasks import quietly
from overlay.capture.replay.snapshots import Box

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

_COMPARE = (Path(__file__).parent / "pictures.js").read_text(encoding="utf-8")
PNG = b"\x89PNG\r\n\x1a\n"


class NotAPicture(ValueError):
    """A file that is not a valid PNG."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The result: the `share` of pixels that differ (0 to 1), the `box` around them (x, y, width, height in
    pixels), and `picture`, a PNG that marks them.
    """

    share: float
    box: tuple[int, int, int, int] | None
    picture: bytes


class Canvas:
    """Compares pictures in `page`, which should be empty and not used for anything else."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def compare(
        self, expected: bytes, got: bytes, distance: int, masks: Sequence[Box] = ()
    ) -> Compared:
        """Return how two PNGs differ: pixels with a channel more than `distance` (of 255) apart.

        Pixels in one of the `masks` never differ.
        If one picture is larger, the pixels that the other lacks differ. Raises NotAPicture.
        """
        if expected == got:
            return Compared(0, None, b"")
        for data in (expected, got):
            if not data.startswith(PNG):
                raise NotAPicture("it is not a PNG image")
        given = [b64encode(expected).decode(), b64encode(got).decode(), distance, list(masks)]
        try:
            found: dict[str, Any] = await self._page.evaluate(_COMPARE, given)
        except PlaywrightError as error:
            if "could not be decoded" not in str(error):
                raise
            raise NotAPicture("it is a damaged PNG") from error
        box = found["box"]
        return Compared(found["share"], tuple(box) if box else None, b64decode(found["picture"]))


@asynccontextmanager
async def canvas(browser: Browser) -> AsyncGenerator[Canvas]:
    """Yield a Canvas in a new offline context."""
    context = await browser.new_context(offline=True)
    try:
        yield Canvas(await context.new_page())
    finally:
        await quietly(context.close())
