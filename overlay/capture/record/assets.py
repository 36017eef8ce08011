"""The assets of a page: style sheets, images and fonts, as the browser loaded them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.safe_tasks import guarded

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page, Response

KINDS = ("stylesheet", "image", "font")
LARGEST = 3_000_000
"""Maximum size of an asset in bytes; a larger one is left out."""
MOST = 400
ALL = 30_000_000
"""Maximum size of all assets in bytes."""
PATIENCE = 5.0
"""Seconds to wait at the end for bodies that are still loading."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One asset: its media type and its bytes."""

    type: str
    data: bytes

    @property
    def text(self) -> bool:
        """Whether it is a text format."""
        return self.type.startswith("text/") or self.type.endswith(("+xml", "/xml"))


class Assets:
    """Collects assets. `found` are the assets by URL, `left_out` the URLs of those above a limit."""

    def __init__(self, *, kinds: tuple[str, ...] = KINDS) -> None:
        self.found: dict[str, Kept] = {}
        self.left_out: list[str] = []
        self._kinds = kinds
        self._size = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def copy(self) -> Assets:
        """Return the assets so far."""
        new = Assets(kinds=self._kinds)
        new.found, new.left_out = dict(self.found), list(self.left_out)
        return new

    def watch(self, context: BrowserContext) -> None:
        """Collect the assets that the pages of this context load from now on."""
        context.on("response", guarded(self._came))

    async def rest(self, pages: list[Page]) -> None:
        """Wait for bodies that are loading, and get earlier assets from the browser's memory."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)
        for page in pages:
            try:
                session = await page.context.new_cdp_session(page)
                await self._loaded(session)
                await session.detach()
            except PlaywrightError:
                continue  # the page was closed

    def _came(self, response: Response) -> None:
        if response.request.resource_type not in self._kinds or not response.ok:
            return
        if response.url.startswith("http") and response.url not in self.found:
            task = asyncio.create_task(self._take(response))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take(self, response: Response) -> None:
        try:
            body = await response.body()
        except PlaywrightError:
            return  # the page navigated before the body was loaded
        self._keep(response.url, response.headers.get("content-type", "").partition(";")[0], body)

    async def _loaded(self, session: CDPSession) -> None:
        await call(session, "Page.enable")
        tree = await call(session, "Page.getResourceTree")
        for frame, resource in _resources(tree["frameTree"]):
            url = resource["url"]
            if resource["type"].lower() not in self._kinds or url in self.found or not url.startswith("http"):
                continue
            try:
                got = await call(session, "Page.getResourceContent", {"frameId": frame, "url": url})
            except PlaywrightError:
                continue  # the browser has dropped the resource
            plain: str = got["content"]
            data = base64.b64decode(plain) if got["base64Encoded"] else plain.encode("utf-8", "replace")
            self._keep(url, resource["mimeType"], data)

    def _keep(self, url: str, kind: str, data: bytes) -> None:
        if url in self.found:
            return
        if len(data) > LARGEST or len(self.found) >= MOST or self._size + len(data) > ALL:
            self.left_out.append(url)
            return
        self._size += len(data)
        self.found[url] = Kept(kind, data)


def file_name(url: str, kind: str) -> str:
    """Return the file name of an asset: a hash of its URL with a file extension."""
    ending = PurePosixPath(urlsplit(url).path).suffix.lower()
    if not ending[1:].isalnum() or len(ending) > 6:
        ending = mimetypes.guess_extension(kind) or ""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:16] + ending


def _resources(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for resource in tree.get("resources", ()):
        yield tree["frame"]["id"], resource
    for child in tree.get("childFrames", ()):
        yield from _resources(child)
