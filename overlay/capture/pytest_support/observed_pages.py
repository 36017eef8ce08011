"""The pages that overlay observes in a run of synchronous tests."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page

from overlay.capture.pytest_support.chat_options import chat_options, demo_site
from overlay.capture.pytest_support.debugging_port import address_of
from overlay.capture.pytest_support.loop_thread import LoopThread
from overlay.capture.pytest_support.observed_page import ObservedPage, wait_in
from overlay.common.errors import UsageError
from overlay.companion.browser_context import one_tab
from overlay.companion.companion import Companion
from overlay.companion.playwright_driver import driver
from overlay.companion.wiring import Runtime
from overlay.policy.origins import NO_SITE, origin_of
from overlay.sites.loader import SiteProfile, load_profiles, parse_profile

if TYPE_CHECKING:
    from playwright.async_api import Playwright

NOT_A_PAGE = (
    "overlay_page(...) takes the synchronous `page` of pytest-playwright, not {given}. With "
    "pytest-playwright-asyncio, write `chat = await companion(page)`"
)


class ObservedPages:
    """Opens companions in pages of tests; the thread and the driver are those of the whole run."""

    def __init__(self) -> None:
        self._thread = LoopThread("overlay pages")
        self._stack = AsyncExitStack()
        self._playwright: Playwright | None = None

    def observe(
        self, page: object, site: str | None, options: dict[str, Any], folder: Path = Path()
    ) -> ObservedPage:
        """Return the chat in `page`, once overlay is attached to it.

        `site` is the name of a site's profile, or its TOML file in `folder` (None: the one that fits the
        page). Raises TypeError for anything but a page, and UsageError if overlay can't reach the page, or
        doesn't know its address or its site.
        """
        __tracebackhide__ = True
        if not isinstance(page, Page):
            kind = type(page)
            raise TypeError(NOT_A_PAGE.format(given=f"{kind.__module__}.{kind.__qualname__}"))
        if site is not None:
            options = {"profile": _profile(site, folder), **options}
        target = _target(page, options.get("profile"))
        address, tab = address_of(page)
        stack = AsyncExitStack()
        try:
            companion = wait_in(page, self._thread, self._open(stack, address, tab, target, options))
        except BaseException:
            self._thread.run(stack.aclose())
            raise
        return ObservedPage(page, companion, self._thread, stack)

    @contextmanager
    def demo(self) -> Generator[str]:
        """Yield the address of the bundled chat site, which runs meanwhile."""
        site = demo_site()
        url = self._thread.run(site.__aenter__())
        try:
            yield url
        finally:
            self._thread.run(site.__aexit__(None, None, None))

    def close(self) -> None:
        """End the driver and the thread."""
        self._thread.run(self._stack.aclose())
        self._thread.close()

    async def _open(
        self, stack: AsyncExitStack, address: str, tab: str, target: str, options: dict[str, Any]
    ) -> Companion:
        if self._playwright is None:
            self._playwright = await self._stack.enter_async_context(driver())
        context = await stack.enter_async_context(one_tab(self._playwright, address, tab))
        given: dict[str, Any] = {**chat_options(target, options), "context": context}
        given.setdefault("runtime", Runtime(page_is_loaded=True))
        return await stack.enter_async_context(Companion(target, **given))


def _profile(site: str, folder: Path) -> SiteProfile:
    __tracebackhide__ = True
    if site.endswith(".toml"):
        path = folder / site
        try:
            return parse_profile(path.read_text("utf-8"), path.name, str(path))
        except OSError as error:
            raise UsageError(f"the profile {path} can't be read: {error.strerror}") from error
    if (found := load_profiles().get(site)) is None:
        raise UsageError(f"no site is called {site!r}", advice="See `overlay sites list`.")
    return found


def _target(page: Page, profile: SiteProfile | None) -> str:
    """Return the address of the chat: that of the page, or of the profile if the page is still empty."""
    __tracebackhide__ = True
    address = page.url if origin_of(page.url) != NO_SITE else ""
    if not address and not (address := profile.url if profile else ""):
        raise UsageError(
            "the page is empty, so overlay doesn't know where the chat is",
            advice="Write page.goto(...) before overlay_page(page).",
        )
    return address
