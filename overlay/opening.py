"""A browser context to work in: a browser of our own, with a profile that lasts or none, or a running one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import BrowserContext, async_playwright
from playwright.async_api import Error as PlaywrightError

from overlay.browser import ensure_browser, launch_options
from overlay.browser.in_use import user_of
from overlay.errors import WrongUse
from overlay.paths import profile_dir as own_profile

OTHER_PROFILE = "Close the browser that uses this profile, or give another one with --profile."


@asynccontextmanager
async def open_context(
    *,
    headless: bool,
    profile_dir: Path | None,
    browser: str | None,
    connect: str | None,
    say: Callable[[str], None],
) -> AsyncGenerator[BrowserContext]:
    """Yield a context; what was started for it is closed at the end, a browser that ran before goes on.

    Raises WrongUse when the profile is in use or the address can't be reached, NoBrowser if there is none.
    """
    async with async_playwright() as playwright:
        if connect:
            try:
                running = await playwright.chromium.connect_over_cdp(connect)
            except PlaywrightError as error:
                raise WrongUse(
                    f"--connect {connect}: {_first(error)}",
                    advice="Start the browser with --remote-debugging-port.",
                ) from error
            yield running.contexts[0] if running.contexts else await running.new_context()
            return
        found = await asyncio.to_thread(ensure_browser, browser, say=say)
        options = launch_options(found, headless)
        if headless and profile_dir is None:
            passing = await playwright.chromium.launch(**options)
            try:
                yield await passing.new_context()
            finally:
                await passing.close()
            return
        folder = profile_dir or own_profile()
        if user := user_of(folder):
            raise WrongUse(f"the browser profile {folder} is used by {user}", advice=OTHER_PROFILE)
        try:
            context = await playwright.chromium.launch_persistent_context(folder, no_viewport=True, **options)
        except PlaywrightError as error:
            raise WrongUse(
                f"the browser did not start with profile {folder}: {_first(error)}",
                advice=OTHER_PROFILE,
            ) from error
        try:
            yield context
        finally:
            await context.close()


def _first(error: PlaywrightError) -> str:
    return str(error).strip().splitlines()[0]
