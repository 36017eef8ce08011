"""The browser of a run from the moment when it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from overlay.common.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import BrowserContext, Page

    from observers.page_bridge import Bridge
    from overlay.companion.watch.run import RunWatch

T = TypeVar("T")


class WhenOpen(Generic[T]):
    """An attribute that is set while the companion opens; before that, reading it raises UsageError."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type[Any]) -> T:
        try:
            return cast("T", vars(instance)[self._name])
        except KeyError:
            raise UsageError("Use the companion as `async with Companion(...)` first.") from None

    def __set__(self, instance: object, value: T) -> None:
        vars(instance)[self._name] = value


class OpenBrowser:
    """Context, page, bridge and watch of a run. `panel_page` returns the page of overlay's own panel."""

    context: WhenOpen[BrowserContext] = WhenOpen()
    """The browser context with the chat's pages."""
    page: WhenOpen[Page] = WhenOpen()
    """The page with the chat."""
    bridge: WhenOpen[Bridge] = WhenOpen()
    """The connection to the pages."""
    watch: WhenOpen[RunWatch] = WhenOpen()
    """The watch over driver, browser and pages."""

    def __init__(self, panel_page: Callable[[], Page | None]) -> None:
        self._panel_page = panel_page

    @property
    def pages(self) -> list[Page]:
        """The browser's pages, without the panel's."""
        panel = self._panel_page()
        return [page for page in self.context.pages if page is not panel]

    def usable_page(self) -> Page:
        """Return the page with the chat; if it is closed, another one."""
        return next((page for page in (self.page, *self.pages) if not page.is_closed()), self.page)

    def replace(self, dead: Page, page: Page) -> None:
        """Go on with `page` if the chat was in the page that died."""
        if vars(self).get("page") is dead:
            self.page = page
