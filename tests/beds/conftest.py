"""Beds are brought in before the first test, so that no test's time limit counts a download."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any, cast

import platformdirs
import pytest
from playwright.async_api import Browser, BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from tests.beds.install import install
from tests.beds.running import Bed, started

pytest.register_assert_rewrite("tests.beds.application", "tests.beds.scenario", "tests.beds.talk")
ASKED_FOR = ("openwebui", "llamacpp", "large_beds")
MARKS = ("beds", *ASKED_FOR)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--throttle N`: the pages' processor is N times slower, by the DevTools protocol. Give a path in tests/beds."""
    parser.addoption(
        "--throttle", type=float, default=1.0, metavar="N", help="slow the beds' pages down N times"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the beds that take long to install, unless their mark asks for them."""
    marks = [mark for mark in ASKED_FOR if mark not in config.option.markexpr]
    left = [item for item in items if any(item.get_closest_marker(mark) for mark in marks)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly:
        return
    capture: Any = session.config.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"tests: {line}", file=sys.stderr, flush=True)  # noqa: T201 - a download must not look like a hang

    marked = [item for item in session.items if any(item.get_closest_marker(mark) for mark in MARKS)]
    modules = [getattr(item, "module", None) for item in marked]
    names = {getattr(module, "NAME", "") for module in modules}
    names |= {name for module in modules for name in getattr(module, "NAMES", ())}
    for name in sorted(names - {""}):
        install(name, platformdirs.user_cache_path("overlay", appauthor=False), say)


@pytest.fixture(scope="module")
def bed(request: pytest.FixtureRequest) -> Iterator[Bed]:
    """The module's own bed (`NAME`)."""
    module = cast("Any", request).module
    with started(str(module.NAME)) as running:
        yield running


@pytest.fixture(scope="module")
async def bed_context(request: pytest.FixtureRequest, browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context()
    rate = cast("float", request.config.getoption("--throttle"))
    tasks: set[asyncio.Task[None]] = set()

    def throttle(page: Page) -> None:
        tasks.add(asyncio.ensure_future(slowed(page, rate)))

    if rate > 1:
        context.on("page", throttle)
    yield context
    await asyncio.gather(*tasks)
    await context.close()


async def slowed(page: Page, rate: float) -> None:
    """Slow the page down; it stays so while the session that is opened here lives, as long as the page."""
    with suppress(PlaywrightError):  # closed meanwhile
        session = await page.context.new_cdp_session(page)
        await call(session, "Emulation.setCPUThrottlingRate", {"rate": rate})


@pytest.fixture
async def context(bed_context: BrowserContext) -> AsyncIterator[BrowserContext]:
    """One for each bed, without a page and with nothing stored: it keeps the application's compiled scripts."""
    yield bed_context
    origins = {"/".join(page.url.split("/")[:3]) for page in bed_context.pages if "://" in page.url}
    for page in bed_context.pages:
        await page.close()
    # Without the application: one that ends its answer now would store it again.
    page = await bed_context.new_page()
    await page.route("**", lambda route: route.fulfill(body=""))
    for origin in origins:
        await page.goto(origin)
        await page.evaluate("localStorage.clear()")
    await page.close()
    await bed_context.clear_cookies()
