"""Opens the page that a site's profile is checked against, and prints the result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from observers.safe_tasks import quietly
from overlay.cli.json_output import print_json
from overlay.cli.json_shapes.sites import SiteFinding, SiteReport
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.terminal_text import inline
from overlay.companion.browser import Machine
from overlay.companion.browser_context import open_context
from overlay.companion.start_page import find_open_page, is_wanted
from overlay.sites.check import ARCHIVES, Finding, Report, check, recording_of
from overlay.sites.check.run import SEND_FIRST
from overlay.sites.profile import SiteProfile
from overlay.sites.seen_whole import SeenWhole, default_file
from overlay.ui.terminal.input import TERMINAL, at_terminal
from overlay.ui.terminal.output import echo, tell

PATIENCE = 10_000
"""Milliseconds in which a live page must show its composer."""
ASK = "Open a chat with an answer in it in the window (sign in if need be), then press Enter here."
COLOURS = {
    "ok": "green",
    "fallback": "yellow",
    "differs": "yellow",
    "missing": "red",
    "fails": "red",
    "too many": "yellow",
}


@dataclass(frozen=True, slots=True)
class Where:
    """The page to check (an address, `chosen` by the user or not, or a saved page), and the browser."""

    url: str
    saved: Path | None = None
    connect: str | None = None
    profile_dir: Path | None = None
    browser: str | None = None
    headless: bool = False
    chosen: bool = False


Repair = Callable[[Report], Awaitable[SiteProfile | None]]


async def examine(profile: SiteProfile, where: Where, repair: Repair | None = None) -> Report:
    """Return the report on what the profile's selectors find in the page of `where`.

    `repair` gets the report. If it returns a corrected profile, the result is the report on that one.

    Raises UsageError for what can't be opened, BrowserNotFound if there is none, CheckFailed when the page
    can't be loaded or goes away.
    """
    try:
        async with opened(profile, where) as page:
            recording = recording_of(where.saved) if where.saved else None
            # The browser allows no input in a page of an archive.
            trial = where.saved is None or where.saved.suffix.lower() not in ARCHIVES
            report = await check(page, profile, recording, trial=trial)
            while where.saved is None and not where.headless and SEND_FIRST in report.hints and at_terminal():
                tell(ASK)
                if not await TERMINAL.line():
                    break
                report = await check(page, profile, trial=True)
            better = await repair(report) if repair else None
            return await check(page, better, recording, trial=trial) if better else report
    except PlaywrightError as error:
        reason = str(error).strip().splitlines()[0]
        raise CheckFailed(
            f"the page could not be read: {reason}", advice="Can you open it in a browser?"
        ) from error


def site_findings(report: Report) -> list[SiteFinding]:
    """Return the findings as `--json` prints them."""
    names = [one.name for one in fields(SiteFinding)]
    return [SiteFinding(**{name: getattr(one, name) for name in names}) for one in report.findings]


def print_report(report: Report, profile: SiteProfile, *, as_json: bool) -> None:
    """Print one line for each finding, and below it the best candidate for a missing field."""
    seen = SeenWhole(default_file()).day(profile.name)
    if as_json:
        failed, found = bool(report.failed), site_findings(report)
        print_json(SiteReport(report.site, report.url, profile.source, report.hints, seen, failed, found))
        return
    echo(f"{inline(profile.title)}  {inline(report.url)}")
    if seen:
        echo(f"  On {inline(seen)} the profile found all of a turn that overlay watched.")
    shown = [finding for finding in report.findings if finding.status != "not known" or finding.needed]
    width = max(len(finding.selector) for finding in shown)
    for finding in shown:
        echo("  ", nl=False)
        echo(f"{finding.status:<8}", nl=False, colour=COLOURS.get(finding.status))
        echo(_line(finding, min(width, 60)))
        near = finding.candidate
        if near and finding.status != "ok":
            echo(f"  {'':<20}  nearest: {inline(near.selector)} (finds {near.count})")
            echo(f"  {'':<20}  {inline(near.like)}")
            if near.gives:
                echo(f"  {'':<20}  tried on this page: {near.gives}")


def _line(finding: Finding, width: int) -> str:
    number = f"{finding.count:>4}" if finding.selector else "    "
    selector = inline(finding.selector)
    return f"  {finding.field:<10}  {selector:<{width}}  {number}  {inline(finding.words)}".rstrip()


@asynccontextmanager
async def opened(profile: SiteProfile, where: Where, *, drawn: bool = True) -> AsyncGenerator[Page]:
    """Yield the page to check; see `Where`. With `drawn`, wait until a new page shows its composer;
    without, the user must press in it.

    Raises UsageError for a page that can't be opened.
    """
    windowed = not (where.headless or where.connect or where.saved)
    if windowed and await asyncio.to_thread(Machine.current().display) is None:
        raise UsageError(
            "there is no display to open a window on",
            advice="Add --headless, --page with a saved page, or --connect to a browser that runs."
            if drawn
            else "Add --connect to use a browser that runs: you press the chat's parts in its window.",
        )
    saved = where.saved.absolute().as_uri() if where.saved else ""
    async with open_context(
        headless=where.headless or where.saved is not None,
        profile_dir=None if where.saved else where.profile_dir,
        browser=where.browser,
        connect=None if where.saved else where.connect,
        notify=tell,
        wanted=lambda address: is_wanted(address, where.url, profile),
    ) as context:
        if where.saved:
            yield await _offline(context, saved)
            return
        open_already = (
            find_open_page(context.pages, "", profile) if where.connect and not where.chosen else None
        )
        if open_already:
            yield open_already
            return
        page = await context.new_page()
        try:
            await page.goto(where.url, wait_until="domcontentloaded")
            if drawn:
                await _drawn(page, profile)
            yield page
        finally:
            await quietly(page.close())


async def _offline(context: BrowserContext, address: str) -> Page:
    """Return the saved page, opened without script and network: it is inspected, not run."""
    assert context.browser is not None
    apart = await context.browser.new_context(java_script_enabled=False, offline=True)
    page = await apart.new_page()
    await page.goto(address, wait_until="domcontentloaded")
    return page


async def _drawn(page: Page, profile: SiteProfile) -> None:
    """Wait until the site has drawn its composer; a page that never does is checked as it is."""
    if profile.composer:
        try:
            await page.locator(f"css={profile.composer}").first.wait_for(state="visible", timeout=PATIENCE)
        except PlaywrightError:
            return
