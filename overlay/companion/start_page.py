"""The page that a run starts with: one that is open already, or a new tab."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from overlay.common.errors import OverlayError
from overlay.policy.origins import NO_SITE, origin_of
from overlay.sites.profile import SiteProfile

_NETWORK = "Check the address and the network, and try again."
CLOSED = "has been closed"
_GONE = ("the window was closed before it had loaded", "Start again, and leave it open.")
_FAULTS = {
    CLOSED: _GONE,
    "frame was detached": _GONE,
    "ERR_NAME_NOT_RESOLVED": ("no host of that name is found", _NETWORK),
    "ERR_INTERNET_DISCONNECTED": ("this machine is offline", _NETWORK),
    "ERR_NETWORK_CHANGED": ("the network changed meanwhile", _NETWORK),
    "ERR_CONNECTION_REFUSED": ("nothing answers at that port", "Is the server running? Check the port."),
    "ERR_CONNECTION_": ("the connection failed", _NETWORK),
    "ERR_ADDRESS_": ("that address can't be reached", _NETWORK),
    "ERR_TIMED_OUT": ("nothing answered in time", _NETWORK),
    "Timeout": ("it did not load in time", _NETWORK),
    "ERR_EMPTY_RESPONSE": (
        "the server sent nothing",
        "Is it a web server? Check the port and http or https.",
    ),
    "ERR_SSL": ("it speaks no HTTPS", "Try http:// in place of https://, if you trust the network."),
    "ERR_CERT": ("its certificate is not valid", "Open it in a browser: the browser says why."),
    "ERR_UNSAFE_PORT": ("browsers refuse that port", "Let the server listen on another one."),
    "ERR_FILE_NOT_FOUND": ("there is no such file", "Check the path."),
    "ERR_INVALID_URL": ("it is not an address", "Give one such as https://chat.example."),
    "ERR_ABORTED": ("it gave no page, but a download or nothing", "Give the address of a page."),
    "Download is starting": ("it is a download, not a page", "Give the address of a page."),
    "ERR_PROXY": ("the proxy can't be reached", "Check the proxy of this machine."),
    "ERR_TUNNEL": ("the proxy does not let it through", "Check the proxy of this machine."),
    "ERR_TOO_MANY_REDIRECTS": ("its redirects never end", "Open it in a browser."),
}
"""Parts of the browser's error message (Chromium's net_error_list.h); the first that matches is used."""


class StartPage:
    """The first page of a `context`, at the address `url`; with "" it stays on its present page.

    In a running browser (`running`) the user's pages are not navigated: a page that shows the address, or
    belongs to the `site`, is used as it is; otherwise a new tab is opened, and closed by `close`.
    `loaded`: the context's first page shows the chat already.
    """

    def __init__(
        self,
        context: BrowserContext,
        url: str,
        *,
        running: bool = False,
        site: SiteProfile | None = None,
        loaded: bool = False,
    ) -> None:
        self._context = context
        self._url = url
        self._running = running
        self._site = site
        self._loaded = loaded
        self._tab: Page | None = None

    async def open(self) -> Page:
        """Return the page, once its document is loaded. Raises OverlayError if it can't be loaded."""
        pages = self._context.pages
        if self._loaded:
            return pages[0]
        if self._running and self._url:
            if page := find_open_page(pages, self._url, self._site):
                return page
            page = self._tab = await self._context.new_page()
        else:
            page = pages[0] if pages else await self._context.new_page()
        if self._url:
            try:
                await page.goto(self._url, wait_until="domcontentloaded")
            except PlaywrightError as error:
                message = CLOSED if page.is_closed() else str(error)
                raise _unreached(self._url, message) from error
        return page

    async def close(self) -> None:
        """Close the tab if `open` made one; the user may have closed it, or the browser, already."""
        if self._tab:
            with suppress(PlaywrightError):
                await self._tab.close()


def _unreached(url: str, message: str) -> OverlayError:
    """Return the error for an address that did not load, with advice that fits the browser's message."""
    for sign, (error, advice) in _FAULTS.items():
        if sign in message:
            return OverlayError(f"{url} can't be opened: {error}", advice=advice)
    line = message.strip().partition("\n")[0].removeprefix("Page.goto: ")
    return OverlayError(f"{url} can't be opened: {line}", advice="Try it in another browser first.")


def find_open_page(pages: Iterable[Page], url: str, site: SiteProfile | None = None) -> Page | None:
    """Return the first page that shows this address, or that belongs to the `site`; None if there is none."""
    return next((page for page in pages if is_chat(page.url, url, site)), None)


def is_chat(address: str, url: str, site: SiteProfile | None = None) -> bool:
    """Return whether a page at `address` shows `url`, or belongs to the `site`."""
    if url and address.rstrip("/") == url.rstrip("/"):
        return True
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return bool(site and site.match((parts.hostname or "").lower(), parts.path))


def is_wanted(address: str, url: str, profile: SiteProfile) -> bool:
    """Return whether a tab at `address` belongs to the chat at `url`: to its site, or to its origin if the
    site's `profile` has no hosts. Without `url`, every tab does.
    """
    if not url or is_chat(address, url, profile if profile.hosts else None):
        return True
    return not profile.hosts and origin_of(address) == origin_of(url) != NO_SITE
