"""What the browser is given at the recorded address: an empty shell that is built while it is being parsed.
The rest of the network is the recording's assets, and nothing else.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from playwright.async_api import Error as PlaywrightError

from overlay.capture.model import Asset, Opened
from overlay.capture.recording import ASSETS, Recording

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Route

BUILD = "overlay-build"
"""The event that asks for the page, and the id of the element that holds it (`replay_driver.js` knows
both).
"""
NOWHERE = "http://127.0.0.1:9"
"""A proxy that is never there: what no route answers, such as a preconnect, ends here."""


class ReplayServer:
    """Serves one recording in one browser context."""

    def __init__(self, recording: Recording) -> None:
        self._folder = recording.folder / ASSETS
        self._assets = {_bare(asset.url): asset for asset in recording.manifest.assets}
        self._nonce = secrets.token_urlsafe(16)
        self._next: Opened | None = None
        self.refused: set[str] = set()

    async def serve(self, context: BrowserContext) -> None:
        """From now on answer whatever the context's pages ask for."""
        await context.route("**/*", self._answer)

    def expect(self, opened: Opened) -> None:
        """The next document that is asked for is this one."""
        self._next = opened

    def html(self, opened: Opened | None) -> str:
        """Return the text of a shell; the page is in it, unless it is to be built later (None)."""
        if opened is None:
            return "<!doctype html><title></title>"
        text = as_json(opened).replace("<", "\\u003c")
        mode = "<!doctype html>" if any(node.doctype is not None for node in opened.tree) else ""
        nonce = f'nonce="{self._nonce}"'
        return (
            f"{mode}<html><head></head><body>"
            f'<script {nonce} type="application/json" id="{BUILD}">{text}</script>'
            f'<script {nonce}>document.dispatchEvent(new Event("{BUILD}"))</script></body></html>'
        )

    @property
    def policy(self) -> str:
        """The Content-Security-Policy of every document: no script but the shell's own line."""
        return "; ".join(
            (
                "default-src 'none'",
                f"script-src 'nonce-{self._nonce}'",
                "style-src * data: blob: 'unsafe-inline'",
                "img-src * data: blob:",
                "font-src * data: blob:",
                "frame-src *",
                "object-src 'none'",
                "form-action 'none'",
            )
        )

    async def _answer(self, route: Route) -> None:
        try:
            await self._give(route)
        except PlaywrightError:
            return  # the page has gone meanwhile

    async def _give(self, route: Route) -> None:
        request, opened = route.request, self._next
        url = _bare(request.url)
        if request.is_navigation_request():
            if opened is None or url != _bare(opened.url):
                # No content: the browser stays where it is.
                await route.fulfill(status=204)
                return
            self._next = None
            headers = {"content-security-policy": self.policy, "content-type": "text/html; charset=utf-8"}
            await route.fulfill(body=self.html(None if opened.frame else opened), headers=headers)
            return
        asset = self._assets.get(url)
        path = self._path(asset) if asset else None
        if asset is None or path is None:
            self.refused.add(url)
            await route.abort()
            return
        headers = {"access-control-allow-origin": "*", "cache-control": "no-store"}
        await route.fulfill(path=path, headers=headers, content_type=asset.type)

    def _path(self, asset: Asset) -> Path | None:
        """A file of the folder itself: a recording's names are not trusted."""
        path = self._folder / asset.file
        inside = Path(asset.file).name == asset.file and path.is_file() and not path.is_symlink()
        return path if inside else None


def as_json(opened: Opened) -> str:
    """Return what the page's side needs to build the document."""
    plain: dict[str, Any] = {"tree": [], "sheets": []}
    return json.dumps(plain | opened.model_dump(exclude_defaults=True, include={"tree", "sheets"}))


def _bare(url: str) -> str:
    return urldefrag(url).url
