"""Upload a file through the site's own input, as if the user had chosen it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.document import Document
from observers.files_api import FilesApi
from overlay.chat.composer.timeouts import ComposerTimeouts, until

log = logging.getLogger(__name__)
CHOOSER = 3.0
"""Seconds to wait for a file chooser, an input or a menu after a press."""
MAX_PRESSES = 2
"""How many buttons are pressed at most: one that opens a menu, and one in the menu."""


class FileUploader:
    """The file input of one document; `site` is the selector of it, or of the button that opens a chooser."""

    def __init__(self, document: Document, site: str, timeouts: ComposerTimeouts) -> None:
        self._document = document
        self._site = site
        self._api = FilesApi(document, site)
        self._timeouts = timeouts

    async def accepts(self, media_type: str, name: str) -> bool:
        """Return whether the site accepts such a file, according to its page."""
        if not self._site:
            return False

        async def offered() -> bool:
            return await self._api.accepts(media_type, name)

        try:
            return await until(offered, self._timeouts.file)
        except PlaywrightError:
            return False

    async def attach(self, path: Path) -> bool:
        """Give the site the file at `path` (absolute).

        Return whether the site took it: its input holds the file, or the page now shows the file's name, or
        one more picture of its own.
        """
        if not self._site:
            return False
        try:
            kind = await until(self._api.kind, self._timeouts.file)
            if not kind:
                return False
            before, pictures = await self._api.named(path.name), await self._api.previews()
            if kind == "input":
                await self._fill(path)
            elif not await self._choose(path):
                return False

            async def taken() -> bool:
                if await self._api.holds(path.name) or await self._api.named(path.name) > before:
                    return True
                return await self._api.previews() > pictures

            if await until(taken, self._timeouts.file):
                return True
            log.info("%s was uploaded, but the site does not show it", path.name)
        except PlaywrightError as error:
            log.info("%s was not attached: %s", path.name, error)
        return False

    async def _fill(self, path: Path) -> None:
        files = {"files": [str(path)], "objectId": await self._api.input()}
        await call(self._document.session, "DOM.setFileInputFiles", files)

    async def _choose(self, path: Path) -> bool:
        """Press the button that opens a file chooser.

        Some sites create their input when the button is pressed, and may never show it. Some have a menu
        behind the button, with the input or another button in it.
        """
        session = self._document.session
        chooser: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def opened(event: dict[str, Any]) -> None:
            # A frame of another site may open one too.
            mine = event.get("frameId") == self._document.frame_id
            if mine and not chooser.done() and "backendNodeId" in event:
                chooser.set_result(event["backendNodeId"])

        async def offered() -> str:
            if chooser.done():
                return "chooser"
            return await self._api.offers()

        session.on("Page.fileChooserOpened", opened)
        try:
            await call(session, "Page.setInterceptFileChooserDialog", {"enabled": True})
            for _ in range(MAX_PRESSES):
                # A chooser opens only after a user gesture. The press reaches the button even if covered.
                if not await self._api.press():
                    return False
                match await until(offered, CHOOSER):
                    case "chooser":
                        files = {"files": [str(path)], "backendNodeId": chooser.result()}
                        await call(session, "DOM.setFileInputFiles", files)
                        return True
                    case "input":
                        await self._fill(path)
                        return True
                    case "button":
                        continue
                    case _:
                        break
            log.info("the button opened no file chooser")
            return False
        finally:
            session.remove_listener("Page.fileChooserOpened", opened)
            await call(session, "Page.setInterceptFileChooserDialog", {"enabled": False})
