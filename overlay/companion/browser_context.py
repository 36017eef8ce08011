"""Opens the browser context of a run, in a new browser (with or without a profile) or a running one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Dialog, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir as own_profile
from overlay.companion.browser import AS_THE_PERSONS, ensure_browser, everyday, launch_options
from overlay.companion.browser.profile_lock import hold_profile, how_to_free
from overlay.companion.profile_state import keep_browser, losses


@asynccontextmanager
async def open_context(
    *,
    headless: bool,
    profile_dir: Path | None,
    browser: str | None,
    connect: str | None,
    notify: Callable[[str], None],
    extensions: bool = False,
) -> AsyncGenerator[BrowserContext]:
    """Yield a context; at the end close what was started for it, but leave a browser that ran before.

    `extensions` leaves the user's extensions on in a window.

    Raises UsageError if the profile is in use or the address can't be reached, BrowserNotFound if there is no
    browser.
    """
    async with async_playwright() as playwright:
        if connect:
            running = await _connected(playwright, connect, notify)
            context = running.contexts[0] if running.contexts else await running.new_context()
            if not headless:
                _leave_dialogs(context)
            yield context
            return
        # A profile belongs to a full browser; it is unknown what a headless shell would do to it.
        passing = headless and profile_dir is None
        found = await asyncio.to_thread(ensure_browser, browser, headless=passing, say=notify)
        if passing:
            own = await playwright.chromium.launch(**launch_options(found, headless))
            try:
                yield await own.new_context()
            finally:
                await own.close()
            return
        options = launch_options(found, headless, lasting=True, extensions=extensions)
        folder = profile_dir or own_profile()
        with hold_profile(folder):
            for line in losses(folder, found):
                notify(line)
            try:
                context = await playwright.chromium.launch_persistent_context(
                    folder, **AS_THE_PERSONS, **options
                )
            except PlaywrightError as error:
                raise UsageError(
                    f"the browser did not start with profile {folder}: {_first(error)}",
                    advice=how_to_free(folder),
                ) from error
            try:
                keep_browser(folder, found)
                if not headless:
                    _leave_dialogs(context)
                    await _keep_downloads(context)
                yield context
            finally:
                await context.close()


async def _connected(playwright: Playwright, connect: str, notify: Callable[[str], None]) -> Browser:
    """Return the running browser, on the one connection of the run: Chrome asks the user for each."""
    by_name = connect in everyday.NAMES
    address = await asyncio.to_thread(everyday.endpoint, connect) if by_name else connect
    if by_name:
        notify(f"Attaching to {connect}. {everyday.OPENS}")
        notify("If the browser asks whether to allow remote debugging, allow it.")
    try:
        # Otherwise Playwright sets its own colours, fonts, focus and download folder in every page.
        return await playwright.chromium.connect_over_cdp(
            address, no_defaults=True, timeout=everyday.DIALOG_MS if by_name else None
        )
    except PlaywrightError as error:
        raise UsageError(
            f"--connect {connect}: {_first(error)}",
            advice="Was the browser's question answered with Allow? A tab that sleeps or hangs keeps overlay"
            " out too: load or close such tabs. Then run the command again."
            if by_name
            else "Start the browser with --remote-debugging-port.",
        ) from error


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
