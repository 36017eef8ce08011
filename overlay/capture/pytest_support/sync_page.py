"""The fixtures for a page of pytest-playwright, registered if that plug-in is installed.

The module is loaded in every such run, so the fixtures import slow modules only when they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from overlay.capture.pytest_support.observed_page import ObservedPage
    from overlay.capture.pytest_support.observed_pages import ObservedPages

OWNERS = ("browser", "new_context", "context", "page")
"""Fixtures that close pages; overlay leaves the pages before."""


@pytest.fixture(scope="session")
def _overlay_pages() -> Iterator[ObservedPages]:
    from overlay.capture.pytest_support.observed_pages import ObservedPages

    pages = ObservedPages()
    yield pages
    pages.close()


@pytest.fixture
def chat_page(page: Page, _overlay_pages: ObservedPages) -> Iterator[Page]:
    """A page on the bundled chat site, which needs no account and no network."""
    with _overlay_pages.demo() as url:
        page.goto(url)
        yield page


@pytest.fixture
def overlay_page(
    request: pytest.FixtureRequest, _overlay_pages: ObservedPages
) -> Iterator[Callable[..., ObservedPage]]:
    """A function that lets overlay observe a page which shows a chat; overlay leaves it after the test.

    `overlay_page(page, site, **options)`: `site` is the name of a profile, or its TOML file in the folder of
    the test; by default overlay takes the profile that fits the page. For the options see `chat_options`.
    """
    for name in OWNERS:
        if name in request.fixturenames:
            request.getfixturevalue(name)
    chats: list[ObservedPage] = []

    def observe(page: Page, site: str | None = None, **options: Any) -> ObservedPage:
        __tracebackhide__ = True
        if any(chat.page is page for chat in chats):
            raise ValueError("overlay observes this page already: use what the first overlay_page(page) gave")
        chats.append(_overlay_pages.observe(page, site, options, request.path.parent))
        return chats[-1]

    yield observe
    for chat in reversed(chats):
        chat.close()
