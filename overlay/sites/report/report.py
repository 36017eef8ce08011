"""Makes the report: a text for an issue, and the page's structure as a file for the issue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.async_api import Page

from overlay.common.version import VERSION
from overlay.sites.check import Finding, Report, check
from overlay.sites.loader import bundled
from overlay.sites.profile import SiteProfile
from overlay.sites.report.page import structure_of
from overlay.sites.report.vocabulary import veiled

UNKNOWN_HOST = "a host without a bundled profile"


@dataclass(frozen=True, slots=True)
class BreakReport:
    """The `text` to paste, and the `page`, an HTML file."""

    text: str
    page: str


async def report_break(
    page: Page, profile: SiteProfile, watched: Mapping[str, str] | None = None
) -> BreakReport:
    """Check the profile on the open page, and return the report.

    `watched` are the selectors that a turn of the chat showed.

    Raises Playwright's Error when the page is closed.
    """
    found = await check(page, profile)
    browser = page.context.browser
    text = text_of(found, profile, browser.version if browser else "") + watched_lines(watched or {})
    return BreakReport(text, await structure_of(page))


def text_of(report: Report, profile: SiteProfile, browser: str) -> str:
    """Return the findings as text, without any text of the page or of the user's own profile."""
    known = bundled().get(profile.name)
    own = known is None or known != profile
    name = profile.name if known else "of the user's own"
    lines = [
        f"Profile: {name}{' (changed by the user)' if known and own else ''}",
        f"Page: {address_of(report.url)}",
        f"overlay {VERSION}, Chromium {browser}",
        "",
        *(_line(finding, own=own) for finding in report.findings if finding.status != "not known"),
    ]
    return "\n".join(lines) + "\n"


def watched_lines(watched: Mapping[str, str]) -> str:
    """Return the selectors that a turn showed as text, without words of the page."""
    return "".join(f"{'watched':<8}  {field:<12}  {veiled(css)}\n" for field, css in watched.items())


def address_of(url: str) -> str:
    """Return the host, if a bundled profile names it, and the veiled rest of the address."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    hosts = {entry.partition("/")[0] for profile in bundled().values() for entry in profile.hosts}
    shown = next((one for one in hosts if host == one or host.endswith(f".{one}")), UNKNOWN_HOST)
    query = f"?{veiled(parts.query)}" if parts.query else ""
    return f"{shown} {veiled(parts.path)}{query}"


def _line(finding: Finding, *, own: bool) -> str:
    selector = veiled(finding.selector) if own else finding.selector
    line = f"{finding.status:<8}  {finding.field:<12}  {finding.count:>4}  {selector}"
    near = finding.candidate
    return f"{line}\n{'':<10}nearest: {veiled(near.selector)} ({near.count})" if near else line
