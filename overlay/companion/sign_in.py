"""The sign-in step: the browser as the user would start it, on overlay's profile, without a debugger.

Google and others refuse a sign-in wherever a debugging port or pipe is open. So nothing but the profile's
folder and the address is on the command line, and overlay reads nothing of the page.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from overlay.common.errors import CheckFailed, OverlayError
from overlay.common.language import Phrase, mark
from overlay.companion.browser.model import Browser
from overlay.companion.browser.profile_lock import hold_profile
from overlay.companion.profile_state import keep_browser, keep_sign_in, lasting_cookies, losses
from overlay.sites.profile import SiteProfile

SECONDS_TO_END = 15
"""The browser writes its cookies in this time after it was asked to end."""
FIRST_RUN = "First Run"
"""A file that suppresses the welcome page, since switches are not allowed (Chromium's `first_run.cc`)."""


async def sign_in(
    site: SiteProfile,
    url: str,
    profile: Path,
    browser: Browser,
    *,
    notify: Callable[[str], None],
    enter: Callable[[], Awaitable[object]] | None = None,
) -> None:
    """Open `url` for the user until the browser ends or `enter` returns; then note the step in the profile.

    Raises UsageError if the profile is in use, OverlayError if the browser doesn't start or dies, CheckFailed
    if no lasting cookie of the site is in the profile afterwards.
    """
    with hold_profile(profile):
        for line in losses(profile, browser):
            notify(line)
        (profile / FIRST_RUN).touch()
        notify(Phrase(mark("Sign in to {} in the window. overlay is not attached to it."), _title(site, url)))
        notify(
            mark("Then close the window, or press Enter here.") if enter else mark("Then close the window.")
        )
        try:
            await _browse(browser, url, profile, enter)
        except asyncio.CancelledError:
            notify(mark("The sign-in was stopped. Nothing was noted; the profile is free again."))
            raise
        keep_browser(profile, browser)
        hosts = hosts_of(site, url)
        if not lasting_cookies(profile, hosts):
            raise CheckFailed(
                f"{_title(site, url)} has left no lasting cookie in {profile}: you are not signed in",
                advice="Sign in, and let the site remember you. If it needs no account, add --no-sign-in to"
                " `overlay launch`.",
            )
        keep_sign_in(profile, site_key(site, url))
        notify(Phrase(mark("The sign-in of {} is in the profile."), _title(site, url)))


def hosts_of(site: SiteProfile, url: str) -> tuple[str, ...]:
    """Return the hosts whose cookies are the site's; for an unknown site that of the address."""
    return site.hosts or (site_key(site, url),)


def site_key(site: SiteProfile, url: str) -> str:
    """Return the name under which the site's step is kept: its own, or the host of the address."""
    return site.name if site.hosts else urlsplit(url).hostname or url


def plain_command(browser: Browser, url: str, profile: Path) -> list[str]:
    """Return the command line of the sign-in step; `browser.args` is `--no-sandbox` as root, or nothing."""
    return [str(browser.path), f"--user-data-dir={profile.absolute()}", *browser.args, url]


async def _browse(
    browser: Browser, url: str, profile: Path, enter: Callable[[], Awaitable[object]] | None
) -> None:
    try:
        process = await asyncio.create_subprocess_exec(
            *plain_command(browser, url, profile),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C would kill it before it has written its cookies
        )
    except OSError as error:
        raise OverlayError(
            f"{browser.name} at {browser.path} can't be started: {error.strerror or error}",
            advice="Give another one with --browser.",
        ) from error
    ended = asyncio.create_task(process.wait())
    pressed = asyncio.ensure_future(enter()) if enter else None
    waits: list[asyncio.Future[Any]] = [ended, *([pressed] if pressed else [])]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        closed = process.returncode is not None
        if pressed:
            pressed.cancel()
        if not closed:
            await asyncio.shield(_end(process))
    if closed and process.returncode:
        raise OverlayError(
            f"{browser.name} died during the sign-in ({_reason(process.returncode)})",
            advice="Run the command again. If it dies again, give another browser with --browser.",
        )


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask the browser to end, as closing its windows does; kill it if it doesn't."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":  # pragma: no cover - terminate() would lose the cookies there
            closing = await asyncio.create_subprocess_exec("taskkill", "/PID", str(process.pid))
            await closing.wait()
        else:
            process.send_signal(signal.SIGINT)  # at SIGTERM Chromium ends without writing its cookies
        try:
            await asyncio.wait_for(process.wait(), SECONDS_TO_END)
        except TimeoutError:
            process.kill()
            await process.wait()


def _reason(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _title(site: SiteProfile, url: str) -> str:
    return site.title if site.hosts else url
