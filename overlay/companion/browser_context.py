"""Opens the browser context of a run, in a new browser (with or without a profile) or a running one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, BrowserContext, Dialog, Playwright
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from observers.cdp import call
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir as own_profile
from overlay.companion.browser import AS_THE_PERSONS, ensure_browser, everyday, launch_options
from overlay.companion.browser import Browser as FoundBrowser
from overlay.companion.browser.profile_lock import hold_profile, how_to_free
from overlay.companion.browser.silent_tabs import silent_tabs
from overlay.companion.browser.tab_filter import filtered
from overlay.companion.playwright_driver import close_in_time, driver
from overlay.companion.profile_state import keep_browser, losses
from overlay.companion.watch.deaths import opening

T = TypeVar("T")
PATIENCE = 30_000
"""Milliseconds in which each tab must have answered."""
CONNECTING = 30.0
"""Seconds in which the browser of another program must let overlay in."""
HANGS = "A tab that sleeps or hangs keeps overlay out: reload or close it, then run the command again."


async def _nothing() -> None: ...


@asynccontextmanager
async def open_context(
    *,
    headless: bool,
    profile_dir: Path | None,
    browser: str | None,
    connect: str | None,
    notify: Callable[[str], None],
    extensions: bool = False,
    wanted: Callable[[str], bool] = lambda _: True,
    prepare: Callable[[], Coroutine[Any, Any, None]] = _nothing,
) -> AsyncGenerator[BrowserContext]:
    """Yield a context; at the end close what was started for it, but leave a browser that ran before.

    `extensions` leaves the user's extensions on in a window. In a browser that is given by its name, overlay
    attaches only to tabs whose address is `wanted`, and to tabs that overlay or those tabs open. `prepare`
    runs while the driver starts, and a browser without windows; if it raises an error, no window is opened.

    Raises UsageError if the profile is in use or the address can't be reached, BrowserNotFound if there is no
    browser.
    """
    if connect:
        async with _meanwhile(prepare()) as prepared, driver() as playwright:
            await prepared
            by_name = connect in everyday.NAMES
            opening = _by_name(playwright, connect, wanted, notify) if by_name else _at(playwright, connect)
            async with opening as running:
                context = running.contexts[0] if running.contexts else await running.new_context()
                if not headless:
                    _leave_dialogs(context)
                yield context
        return
    # A profile belongs to a full browser; it is unknown what a headless shell would do to it.
    passing = headless and profile_dir is None
    search = partial(ensure_browser, browser, headless=passing, notify=notify)
    async with (
        _meanwhile(prepare()) as prepared,
        _meanwhile(asyncio.to_thread(search)) as finding,
        driver() as playwright,
    ):
        found = await finding
        if passing:
            async with _shell(playwright, found) as context:
                await prepared
                yield context
            return
        await prepared
        options = launch_options(found, headless, lasting=True, extensions=extensions)
        async with _with_profile(playwright, found, profile_dir or own_profile(), options, notify) as context:
            if not headless:
                _leave_dialogs(context)
                await _keep_downloads(context)
            yield context


@asynccontextmanager
async def _meanwhile(work: Coroutine[Any, Any, T]) -> AsyncGenerator[asyncio.Task[T]]:
    """Do `work` while the caller goes on, and yield its task."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # asyncio reports an error that nobody has asked for


@asynccontextmanager
async def _shell(playwright: Playwright, found: FoundBrowser) -> AsyncGenerator[BrowserContext]:
    """Yield the context of a new browser without windows and without a profile."""
    with opening():
        own = await playwright.chromium.launch(**launch_options(found, True))
        context = await own.new_context()
    try:
        yield context
    finally:
        await close_in_time(own.close())


@asynccontextmanager
async def _with_profile(
    playwright: Playwright,
    found: FoundBrowser,
    folder: Path,
    options: dict[str, Any],
    notify: Callable[[str], None],
) -> AsyncGenerator[BrowserContext]:
    """Yield the context of a new browser with the profile in `folder`, used by no other run meanwhile."""
    with hold_profile(folder):
        for line in losses(folder, found):
            notify(line)
        try:
            context = await playwright.chromium.launch_persistent_context(folder, **AS_THE_PERSONS, **options)
        except PlaywrightError as error:
            raise UsageError(
                f"the browser did not start with profile {folder}: {_first(error)}",
                advice=how_to_free(folder),
            ) from error
        try:
            keep_browser(folder, found)
            yield context
        finally:
            await close_in_time(context.close())


@asynccontextmanager
async def _at(playwright: Playwright, address: str) -> AsyncGenerator[Browser]:
    """Yield the browser that runs at the address of a debugging port, with all its tabs."""
    try:
        running = await _attached(playwright, address)
    except PlaywrightError as error:
        problem, advice = _first(error), "Start the browser with --remote-debugging-port."
        if isinstance(error, PlaywrightTimeout):
            silent = await silent_tabs(address)
            problem = f"no answer from the tab {'; '.join(silent)}" if silent else problem
            advice = f"{HANGS} `--connect chrome` (a browser's name) leaves such tabs alone."
        raise UsageError(f"--connect {address}: {problem}", advice=advice) from error
    yield running


@asynccontextmanager
async def _by_name(
    playwright: Playwright, name: str, wanted: Callable[[str], bool], notify: Callable[[str], None]
) -> AsyncGenerator[Browser]:
    """Yield the user's everyday browser. A run has one connection, since Chrome asks the user about each."""
    from websockets.exceptions import WebSocketException

    address = await asyncio.to_thread(everyday.endpoint, name)
    notify(f"Attaching to {name}. {everyday.OPENS}")
    notify("If the browser asks whether to allow remote debugging, allow it.")
    async with AsyncExitStack() as stack:
        try:
            inner, tabs = await stack.enter_async_context(
                filtered(address, lambda tab: wanted(str(tab["url"])), within=everyday.DIALOG_SECONDS)
            )
        except (OSError, WebSocketException) as error:
            raise UsageError(
                f"--connect {name}: the browser did not let overlay in ({str(error) or 'no answer'})",
                advice="Was its question answered with Allow? Run the command again.",
            ) from error
        try:
            running = await _attached(playwright, inner)
        except PlaywrightError as error:
            silent = "; ".join(tabs.silent)
            raise UsageError(
                f"--connect {name}: {f'no answer from the tab {silent}' if silent else _first(error)}",
                advice=HANGS if silent else "Run the command again.",
            ) from error
        yield running


@asynccontextmanager
async def one_tab(playwright: Playwright, address: str, target_id: str) -> AsyncGenerator[BrowserContext]:
    """Yield a context with one tab of another program's browser, and the tabs that it opens.

    `address` is the browser's own (`ws://…/devtools/browser/…`). The browser and its tabs stay open. Raises
    UsageError if the browser can't be reached or has no such tab.
    """
    from websockets.exceptions import WebSocketException

    async with AsyncExitStack() as stack:
        tabs = filtered(address, lambda tab: tab["targetId"] == target_id, within=CONNECTING, passive=True)
        try:
            inner, _ = await stack.enter_async_context(tabs)
            context = (await _attached(playwright, inner)).contexts[0]
        except (OSError, WebSocketException, PlaywrightError) as error:
            raise UsageError(f"the page's browser can't be reached: {error or 'no answer'}") from error
        if not context.pages:
            raise UsageError("the page is closed", advice="Open it, and keep it open.")
        _leave_dialogs(context)
        yield context


async def _attached(playwright: Playwright, address: str) -> Browser:
    """Connect without the colours, fonts, focus and download folder that Playwright sets in every page."""
    return await playwright.chromium.connect_over_cdp(address, no_defaults=True, timeout=PATIENCE)


def _leave_dialogs(context: BrowserContext) -> None:
    """Leave a page's dialogs to the user: without a listener Playwright dismisses each at once."""

    def leave(dialog: Dialog) -> None: ...

    context.on("dialog", leave)


async def _keep_downloads(context: BrowserContext) -> None:
    """Save downloads where the user's browser puts them: Playwright would delete them at the end."""
    if context.browser is None:
        return
    session = await context.browser.new_browser_cdp_session()
    await call(session, "Browser.setDownloadBehavior", {"behavior": "default"})


def _first(error: PlaywrightError) -> str:
    return str(error).strip().splitlines()[0]
