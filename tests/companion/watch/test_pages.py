"""Pages that die, told by the events of played pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from playwright.async_api import BrowserContext

from overlay.companion.watch import pages
from overlay.companion.watch.pages import PageWatch


class Source:
    """A page or a context: calls its handlers."""

    def __init__(self, url: str, *inner: Source) -> None:
        self.url = url
        self.pages = inner
        self.handlers: dict[str, Callable[..., Any]] = {}

    def on(self, event: str, handler: Callable[..., Any]) -> None:
        self.handlers[event] = handler


async def test_the_death_of_the_panel_is_not_told_as_that_of_a_chat() -> None:
    said: list[str] = []
    chat, panel = Source("http://chat.test/c/1"), Source("about:blank")
    context = cast("BrowserContext", Source("", chat, panel))
    watch = PageWatch(context, lambda: [], said.append, replaced=None)
    watch.start()
    for page in (panel, chat):
        page.handlers["crash"](page)
    watch.close()
    assert said == [pages.DIED.format(chat.url)]
