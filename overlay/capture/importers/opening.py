"""Records a saved file as a page, in a browser whose requests are answered only from the file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import BrowserContext, Route

from overlay.calls.ledger import Ledger
from overlay.capture.importers import har, saved
from overlay.capture.importers.saved import Saved
from overlay.capture.record import stop_conditions as ending
from overlay.capture.record.recorder import Recorder
from overlay.capture.replay.browser import open_browser
from overlay.common.errors import UsageError
from overlay.companion.companion import Companion
from overlay.sites.loader import SiteProfile, load_profiles, profile_for

QUIET = 1.0
"""Seconds without any event after which a page without script is final."""
NO_SCRIPT = "script-src 'none'; object-src 'none'; frame-src 'none'; worker-src 'none'"
"""A Content Security Policy (level 3) for the page; it does not apply to overlay's isolated world."""
SAVED = (".html", ".htm", ".mhtml", ".mht")
Handler = Callable[[Route], Awaitable[None]]
Prepare = Callable[[BrowserContext], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Opening:
    """How to open a file. `site` names the profile ("": chosen by the page's URL); `notify` is called with
    messages for the user; `browser` is as in `overlay.companion.browser.ensure_browser`.
    """

    notify: Callable[[str], None]
    site: str = ""
    browser: str | None = None

    def profile(self, url: str) -> SiteProfile:
        """Return the profile of the page. Raises UsageError for an unknown site."""
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
        """Open `url`, answer its requests with `route`, and record until nothing happens for `quiet`
        seconds.
        """
        profile = self.profile(url)
        async with open_browser(
            headless=True, browser=self.browser, notify=self.notify, draws=True
        ) as browser:
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
                notify=self.notify,
                ledger=Ledger(),
                config={"policy": {"attended": False}},
                recorder=recorder,
            )
            async with companion:
                wanted = ending.StopCondition("quiet", seconds=quiet)
                await ending.wait(wanted, companion, recorder, _never)


async def record_saved(page: Saved, opening: Opening, recorder: Recorder) -> None:
    """Record a saved page: one document, without running its script."""

    async def route(route: Route) -> None:
        part = page.find(route.request.url)
        if part is None:
            await route.abort()
            return
        headers = {"Content-Type": part.type, "Content-Security-Policy": NO_SCRIPT}
        await route.fulfill(status=200, headers=headers, body=part.data)

    await opening.record(page.url, route, recorder)


async def record_file(path: Path, opening: Opening, recorder: Recorder) -> list[str]:
    """Record the page in a file; return the addresses of data that the page needs and the file lacks.

    Raises UsageError if it can't be read, BrowserNotFound without a browser.
    """
    if path.suffix.lower() == ".har":
        archive = har.read(path)
        archive.may_begin = recorder.has_start
        await opening.record(
            archive.url, archive.serve, recorder, quiet=ending.QUIET, prepare=archive.prepare
        )
        return list(dict.fromkeys(archive.missing))
    await record_saved(saved.read(path), opening, recorder)
    return []


def is_file(target: str) -> bool:
    """Return whether a target of `overlay capture` is a file name, not a URL; the file need not exist."""
    return "://" not in target and Path(target).suffix.lower() in (*SAVED, ".har")


async def _never() -> None:
    return
