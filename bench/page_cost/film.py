"""Collects the pictures that the browser takes of a page while it changes (CDP, `Page.startScreencast`)."""

from __future__ import annotations

import asyncio
import base64
from io import BytesIO
from types import TracebackType
from typing import Any, Self

from PIL import Image, ImageChops
from playwright.async_api import CDPSession

from observers.cdp import call

CLOSE = 12
"""Maximum difference of red, green and blue from the searched colour."""


class Film:
    """Collects the pictures in `frames` (PNG) while it is open."""

    def __init__(self, session: CDPSession) -> None:
        self.frames: list[bytes] = []
        self._session = session
        self._answers: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        self._session.on("Page.screencastFrame", self._take)
        await call(self._session, "Page.startScreencast", {"format": "png"})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await call(self._session, "Page.stopScreencast")

    def showing(self, colour: tuple[int, int, int]) -> int:
        """Return the number of pictures in which a pixel has this colour."""
        return sum(_shows(frame, colour) for frame in self.frames)

    def _take(self, event: dict[str, Any]) -> None:
        self.frames.append(base64.b64decode(event["data"]))
        answer = asyncio.create_task(
            call(self._session, "Page.screencastFrameAck", {"sessionId": event["sessionId"]})
        )
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)


def _shows(frame: bytes, colour: tuple[int, int, int]) -> bool:
    image = Image.open(BytesIO(frame)).convert("RGB")
    off = ImageChops.difference(image, Image.new("RGB", image.size, colour))
    return any(max(pixel) <= CLOSE for _, pixel in off.getcolors(1 << 24) or [] if isinstance(pixel, tuple))
