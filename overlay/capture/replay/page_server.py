"""Answers the browser's requests in a replay.

At the recorded URL it serves an empty HTML document, whose tree the page script builds while it is parsed.
Other requests get the recording's assets or are refused.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from playwright.async_api import Error as PlaywrightError

from overlay.capture.manifest import Asset
from overlay.capture.model import Opened
from overlay.capture.recording import ASSETS, Recording

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Route

BUILD = "overlay-build"
"""The event that asks for the page to be built, and the id of the element with its JSON. `replay_driver.js`
has the same name.
"""
NOWHERE = "http://127.0.0.1:9"
"""A proxy that does not exist: connections that no route handles, such as a preconnect, fail here."""


class ReplayServer:
    """Serves one recording in one browser context."""

    def __init__(self, recording: Recording) -> None:
        self._folder = recording.folder / ASSETS
        self._assets = {_bare(asset.url): asset for asset in recording.manifest.assets}
        self._nonce = secrets.token_urlsafe(16)
        self._next: Opened | None = None
        self.refused: set[str] = set()

    async def serve(self, context: BrowserContext) -> None:
        """Answer all requests of the context's pages from now on."""
        await context.route("**/*", self._answer)

    def expect(self, opened: Opened) -> None:
        """Set the document to serve for the next navigation to its URL."""
        self._next = opened

    def html(self, opened: Opened | None) -> str:
        """Return the HTML to serve, with `opened` as JSON; for None an empty page, which is built later."""
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
        """The Content-Security-Policy of every document: only the served inline script may run."""
        return "; ".join(
            (
                "default-src 'none'",
                f"script-src 'nonce-{self._nonce}'",
                "style-src * data: blob: 'unsafe-inline'",
                "img-src * data: blob:",
                "font-src * data: blob:",
                "frame-src *",
                "object-src *",
                "form-action 'none'",
            )
        )

    async def _answer(self, route: Route) -> None:
        try:
            await self._give(route)
        except PlaywrightError:
            return  # the page was closed

    async def _give(self, route: Route) -> None:
        request, opened = route.request, self._next
        url = _bare(request.url)
        if request.is_navigation_request():
            if opened is None or url != _bare(opened.url):
                # With 204 (No Content) the browser stays on the current document.
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
        """Return the asset's file if it is directly in the folder; names in a recording are untrusted."""
        path = self._folder / asset.file
        inside = Path(asset.file).name == asset.file and path.is_file() and not path.is_symlink()
        return path if inside else None


def as_json(opened: Opened) -> str:
    """Return the JSON that the page script needs to build the document: `tree` and `sheets`."""
    plain: dict[str, Any] = {"tree": [], "sheets": []}
    return json.dumps(plain | opened.model_dump(exclude_defaults=True, include={"tree", "sheets"}))


def _bare(url: str) -> str:
    return urldefrag(url).url
