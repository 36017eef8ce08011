"""Records a file as if it were a page: in a browser that reaches nothing but what is in the file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import BrowserContext, Route, async_playwright

from overlay.calls.ledger import Ledger
from overlay.capture.importers import har, saved
from overlay.capture.importers.saved import Saved
from overlay.capture.record import stop_conditions as ending
from overlay.capture.record.recorder import Recorder
from overlay.chat.sites.loader import SiteProfile, load_profiles, profile_for
from overlay.common.errors import UsageError
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion

QUIET = 1.0
"""Seconds without anything happening after which a page without script is as it stays."""
NO_SCRIPT = "script-src 'none'; object-src 'none'; frame-src 'none'; worker-src 'none'"
"""A policy for a page (Content Security Policy, level 3); overlay's own world is not bound by it."""
SAVED = (".html", ".htm", ".mhtml", ".mht")
Handler = Callable[[Route], Awaitable[None]]
Prepare = Callable[[BrowserContext], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Opening:
    """How a file is opened: `site` names the profile, if its address does not; `say` is handed lines for a
    person; `browser` is as in `overlay.companion.browser.ensure_browser`.
    """

    say: Callable[[str], None]
    site: str = ""
    browser: str | None = None

    def profile(self, url: str) -> SiteProfile:
        """Return the profile of the page. Raises UsageError for a site that is not known."""
        if not self.site:
            return profile_for(url)[0]
        known = load_profiles()
        if self.site not in known:
            raise UsageError(
                f"no site is called {self.site!r}", advice=f"Give --site one of: {', '.join(sorted(known))}."
            )
        return known[self.site]

    async def record(
        self,
        url: str,
        route: Handler,
        recorder: Recorder,
        *,
        quiet: float = QUIET,
        prepare: Prepare | None = None,
    ) -> None:
        """Open `url`, have `route` answer all that it asks for, and record it until it is quiet."""
        profile = self.profile(url)
        async with async_playwright() as playwright:
            found = ensure_browser(self.browser, say=self.say)
            options = launch_options(found, headless=True, loopback_only=True)
            browser = await playwright.chromium.launch(**options)
            try:
                context = await browser.new_context(
                    service_workers="block", viewport={"width": 1280, "height": 800}
                )
                await context.route("**/*", route)
                if prepare:
                    await prepare(context)
                companion = Companion(
                    url,
                    context=context,
                    profile=profile,
                    headless=True,
                    notify=self.say,
                    ledger=Ledger(),
                    config={"policy": {"attended": False}},
                    recorder=recorder,
                )
                async with companion:
                    wanted = ending.StopCondition("quiet", seconds=quiet)
                    await ending.wait(wanted, companion, lambda: recorder.count, _never)
            finally:
                await browser.close()


async def record_saved(page: Saved, opening: Opening, recorder: Recorder) -> None:
    """Record a saved page: one document, without its script."""

    async def route(route: Route) -> None:
        part = page.find(route.request.url)
        if part is None:
            await route.abort()
            return
        headers = {"Content-Type": part.type, "Content-Security-Policy": NO_SCRIPT}
        await route.fulfill(status=200, headers=headers, body=part.data)

    await opening.record(page.url, route, recorder)


async def record_file(path: Path, opening: Opening, recorder: Recorder) -> None:
    """Record what is in a file. Raises UsageError if it can't be read, BrowserNotFound if no browser can be
    had.
    """
    if path.suffix.lower() == ".har":
        archive = har.read(path)
        await opening.record(
            archive.url, archive.serve, recorder, quiet=ending.QUIET, prepare=archive.prepare
        )
    else:
        await record_saved(saved.read(path), opening, recorder)


def is_file(target: str) -> bool:
    """Return whether a target of `overlay capture` is a file, there or not, and no address."""
    return "://" not in target and Path(target).suffix.lower() in (*SAVED, ".har")


async def _never() -> None:
    return
