"""`overlay sites report`: reports a page that overlay no longer reads, without the user's words."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click
from playwright.async_api import Error as PlaywrightError

from overlay.cli import completion
from overlay.cli.browser_options import browser_option, connect_option, profile_option
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FILE, FILE_PATH
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.sites import WrittenReport
from overlay.cli.option_checks import check_browser, check_connect
from overlay.cli.site_check import ASK, Where, opened
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.output_file import output_file
from overlay.companion.browser_profile import profile_folder
from overlay.sites.loader import profile_for
from overlay.sites.profile import SiteProfile
from overlay.sites.report import BreakReport, report_break
from overlay.ui.terminal.input import TERMINAL, at_terminal
from overlay.ui.terminal.output import echo, tell


@click.command("report", cls=Command)
@click.argument("site", metavar="SITE|URL", shell_complete=completion.sites)
@click.option(
    "--url",
    metavar="URL",
    help="The address of a chat with an answer in it (default: the site's new chat).",
)
@click.option(
    "--page",
    "saved",
    type=EXISTING_FILE,
    help="A saved page (HTML or MHTML) in place of the live one.",
)
@click.option(
    "-o",
    "--output",
    type=FILE_PATH,
    default=Path("overlay-report.html"),
    metavar="PATH",
    help="The file with the page's structure.",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@connect_option
@profile_option
@browser_option
@click.option("--headless", is_flag=True, help="No window.")
@json_option(WrittenReport)
def report(
    site: str,
    url: str | None,
    saved: Path | None,
    output: Path,
    force: bool,
    connect: str | None,
    profile_dir: str | Path | None,
    browser: str | None,
    headless: bool,
    as_json: bool,
) -> None:
    """Write a report for a SITE that overlay no longer reads: a text, and the structure of its page.

    Both hold none of your words: of all texts, names and addresses only those words stay that overlay itself
    ships. Nothing is sent. Look at both, then add them to an issue.

    \b
    Examples:
      overlay sites report chatgpt
      overlay sites report http://localhost:3000 -o chat.html
      overlay sites report claude --connect chrome
    """
    profile, address = profile_for(site)
    if saved is None and connect is None and not (url or address):
        raise UsageError(
            f"{profile.title} has no address in its profile", advice="Add --url, or --page with a file."
        )
    if output.exists() and not force:
        raise UsageError(f"{output} is there already", advice="Give another -o, or --force to replace it.")
    check_browser(browser)
    check_connect(connect)
    folder = profile_folder(profile_dir, site)
    where = Where(url or address, saved, connect, folder, browser, headless, chosen=url is not None)
    made = asyncio.run(_made(profile, where))
    write_report(output, made)
    if as_json:
        print_json(WrittenReport(made.text, str(output)))
        return
    echo(made.text, nl=False)
    tell(f"\nThe page's structure is in {output}. Read it, then add it to an issue with the text above.")


def write_report(file: Path, made: BreakReport) -> None:
    """Write the page's structure. Raises UsageError if it can't be written."""
    with output_file(file) as out:
        out.write(made.page.encode())


async def _made(profile: SiteProfile, where: Where) -> BreakReport:
    try:
        async with opened(profile, where) as page:
            if not (where.saved or where.headless or where.connect) and at_terminal():
                tell(ASK)
                await TERMINAL.line()
            return await report_break(page, profile)
    except PlaywrightError as error:
        reason = str(error).strip().splitlines()[0]
        raise CheckFailed(f"the page could not be read: {reason}", advice="Is it open?") from error
