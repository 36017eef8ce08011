"""`overlay sites learn`: teaches overlay a chat by pointing at its parts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click
from playwright.async_api import Error as PlaywrightError

from overlay.cli.browser_options import browser_option, connect_option, profile_option
from overlay.cli.command import Command
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.sites import LearnedSite
from overlay.cli.option_checks import check_browser, check_connect
from overlay.cli.site_check import Where, opened, print_report, site_findings
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.language import Phrase
from overlay.common.terminal_text import inline
from overlay.companion.browser_profile import profile_folder
from overlay.sites.check import Report
from overlay.sites.learn.lesson import Learned
from overlay.sites.learn.own_profile import file_for, learn_profile
from overlay.sites.learn.profile_text import name_for
from overlay.sites.loader import parse_profile, profile_for
from overlay.sites.profile import SiteProfile
from overlay.ui.terminal.output import echo, tell


@click.command("learn", cls=Command)
@click.argument("site", metavar="URL")
@click.option(
    "--name", metavar="NAME", help="The site's name, for `overlay launch NAME` (default: from its address)."
)
@connect_option
@profile_option
@browser_option
@json_option(LearnedSite)
@click.option("--force", is_flag=True, help="Replace a profile of yours with the same name.")
def learn(
    site: str,
    name: str | None,
    connect: str | None,
    profile_dir: str | Path | None,
    browser: str | None,
    as_json: bool,
    force: bool,
) -> None:
    """Learn a chat: you send two messages in it and click its parts, overlay writes the profile.

    URL is the address of a new chat; no developer tools are needed. A bar in the page says what to do. The
    profile is checked against the page at once.

    \b
    Examples:
      overlay sites learn http://localhost:3000
      overlay sites learn https://chat.example --name example
    """
    known, url = profile_for(site)
    if not url:
        raise UsageError(f"{known.title} has no address in its profile", advice="Give the chat's address.")
    before = None if known.guessed else known
    if name is None:
        name = before.name if before else name_for(url)
    file = file_for(name, force=force)
    check_browser(browser)
    check_connect(connect)
    where = Where(url, None, connect, profile_folder(profile_dir, name), browser, chosen=True)
    learned, report = asyncio.run(_learn(known, where, name, file, before))
    if as_json:
        found = learned.messages, learned.fields, learned.missing
        print_json(LearnedSite(name, str(file), *found, site_findings(report)))
    else:
        _print(learned, report, name, file)
    if report.failed:
        fields = ", ".join(finding.field for finding in report.failed)
        raise CheckFailed(
            f"the profile does not hold yet: {fields}", advice="Learn it again in a longer chat."
        )


def _print(learned: Learned, report: Report, name: str, file: Path) -> None:
    for field, value in learned.fields.items():
        echo(f"  {field:<13} {inline(value)}")
    for field, reason in learned.missing.items():
        echo(f"  {field:<13} not found: {reason}")
    echo(f"\nThe selectors found all {learned.messages} messages. The profile is {file}.")
    print_report(report, parse_profile(file.read_text("utf-8"), file.name, str(file)), as_json=False)
    echo(f"Use it with: overlay launch {name}")


async def _learn(
    known: SiteProfile, where: Where, name: str, file: Path, before: SiteProfile | None
) -> tuple[Learned, Report]:
    try:
        async with opened(known, where, drawn=False) as page:  # the message box is not known yet
            tell(f"Go on in the window that shows {inline(where.url)}: a bar at its top says what to do.")
            return await learn_profile(
                page, where.url, name, file, before, lambda text: tell(Phrase("  {}", text))
            )
    except PlaywrightError as error:
        raise CheckFailed(
            "the page or its window was closed before everything was learned", advice="Start again."
        ) from error
