"""A browser context to work in: a browser of our own, with a profile that lasts or none, or a running one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import BrowserContext, Dialog, async_playwright
from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir as own_profile
from overlay.companion.browser import AS_THE_PERSONS, ensure_browser, launch_options
from overlay.companion.browser.profile_lock import how_to_free, profile_user


@asynccontextmanager
async def open_context(
    *,
    headless: bool,
    profile_dir: Path | None,
    browser: str | None,
    connect: str | None,
    notify: Callable[[str], None],
) -> AsyncGenerator[BrowserContext]:
    """Yield a context; what was started for it is closed at the end, a browser that ran before goes on.

    Raises UsageError when the profile is in use or the address can't be reached, BrowserNotFound if there is
    none.
    """
    async with async_playwright() as playwright:
        if connect:
            try:
                # Else Playwright has its own colours, fonts, focus and folder of downloads in every page.
                running = await playwright.chromium.connect_over_cdp(connect, no_defaults=True)
            except PlaywrightError as error:
                raise UsageError(
                    f"--connect {connect}: {_first(error)}",
                    advice="Start the browser with --remote-debugging-port.",
                ) from error
            context = running.contexts[0] if running.contexts else await running.new_context()
            if not headless:
                _leave_dialogs(context)
            yield context
            return
        # A profile is a browser's: what a headless shell would make of it is not sure.
        passing = headless and profile_dir is None
        found = await asyncio.to_thread(ensure_browser, browser, headless=passing, say=notify)
        options = launch_options(found, headless)
        if passing:
            own = await playwright.chromium.launch(**options)
            try:
                yield await own.new_context()
            finally:
                await own.close()
            return
        folder = profile_dir or own_profile()
        if user := profile_user(folder):
            raise UsageError(f"the browser profile {folder} is used by {user}", advice=how_to_free(folder))
        try:
            context = await playwright.chromium.launch_persistent_context(folder, **AS_THE_PERSONS, **options)
        except PlaywrightError as error:
            raise UsageError(
                f"the browser did not start with profile {folder}: {_first(error)}",
                advice=how_to_free(folder),
            ) from error
        try:
            if not headless:
                _leave_dialogs(context)
                await _keep_downloads(context)
            yield context
        finally:
            await context.close()


def _leave_dialogs(context: BrowserContext) -> None:
    """A page's question is the person's to answer: without a listener Playwright says no to each at once."""

    def leave(dialog: Dialog) -> None: ...

    context.on("dialog", leave)


async def _keep_downloads(context: BrowserContext) -> None:
    """Files go where the person's browser puts them: Playwright would delete them at the end."""
    if context.browser is None:
        return
    session = await context.browser.new_browser_cdp_session()
    await call(session, "Browser.setDownloadBehavior", {"behavior": "default"})


def _first(error: PlaywrightError) -> str:
    return str(error).strip().splitlines()[0]
