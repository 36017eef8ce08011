"""`overlay sites`: the chat sites that overlay knows, their profiles, and whether these still match."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import click

from overlay.cli import completion, site_learn, site_report, site_update
from overlay.cli.browser_options import browser_option, profile_option
from overlay.cli.columns import table, terminal_width
from overlay.cli.command import Group, did_you_mean
from overlay.cli.common_options import EXISTING_FILE, EXISTING_FOLDER
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.sites import Site, SiteLike, SiteReport, Sites
from overlay.cli.live_check import LivePages
from overlay.cli.option_checks import check_browser, check_connect
from overlay.cli.profile_trials import less_on
from overlay.cli.site_check import Where, examine, print_report
from overlay.cli.site_like import check_like
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.terminal_text import inline
from overlay.common.whole_file import write_whole
from overlay.companion.browser_profile import profile_folder
from overlay.sites.check import Report
from overlay.sites.check.repair import corrected, replacements
from overlay.sites.loader import own_folder, parse_profile, profile_for, profile_text, read_profiles
from overlay.sites.profile import SELECTORS, SiteProfile
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import echo, tell

SIGNS = (*(name for name in SELECTORS if name != "detect"), "message_id", "kind", "conversation")


@click.group("sites", cls=Group)
def command() -> None:
    """List the known chat sites, show how overlay reads them, and check whether a page still matches.

    \b
    Examples:
      overlay sites list
      overlay sites check chatgpt --fix
      overlay sites learn https://chat.example.org
    """


command.add_command(site_learn.learn)
command.add_command(site_report.report)
command.add_command(site_update.update)


def _known() -> dict[str, SiteProfile]:
    """Return the profiles; errors in the user's own files go to stderr."""
    known, problems = read_profiles()
    for problem in problems:
        problem.show()
    return known


@command.command("list")
@json_option(Sites)
def list_sites(as_json: bool) -> None:
    """List the sites by the names that `overlay launch` takes.

    \b
    Examples:
      overlay sites list
      overlay sites list --json
    """
    sites = sorted(_known().items())
    if as_json:
        print_json(
            Sites([Site(name, one.title, one.url, list(one.hosts), one.source) for name, one in sites])
        )
        return
    rows = [(name, site.title, ", ".join(site.hosts) or _found_by(site), site.source) for name, site in sites]
    rows.insert(0, ("NAME", "TITLE", "HOSTS", "FROM"))
    echo("\n".join(table(rows, terminal_width(), head=2)))


def _found_by(site: SiteProfile) -> str:
    return "any, known by its page" if site.detect else "any"


@command.command("show")
@click.argument("name", shell_complete=completion.sites)
@json_option(SiteProfile)
@click.option("--toml", "as_toml", is_flag=True, help="Print the profile's file, to begin your own with.")
def show_site(name: str, as_json: bool, as_toml: bool) -> None:
    """Show the profile of the site NAME.

    \b
    Examples:
      overlay sites show chatgpt
      overlay sites show chatgpt --toml
    """
    known = _known()
    if name not in known:
        hint = did_you_mean(name.lower(), list(known))
        raise UsageError(f"no site is called {name!r}", advice=f"{hint}See `overlay sites list`.")
    site = known[name]
    if as_toml:
        echo(profile_text(name), nl=False)
    elif as_json:
        print_json(site)
    else:
        echo(f"{site.title}\n{site.url}".rstrip())
        for line in _lines(site):
            echo(line)


def _lines(site: SiteProfile) -> list[str]:
    """Return a line for each selector; missing ones too, since they are the first thing to check."""
    lines = [f"  {'hosts':<12}  {', '.join(site.hosts) or 'any'}", f"  {'from':<12}  {site.source}"]
    if site.detect:
        lines.append(f"  {'detect':<12}  {site.detect}")
    for sign in SIGNS:
        several = site.selectors(sign)
        lines.append(f"  {sign:<12}  {several[0] if several else 'not known'}")
        lines += [f"  {'':<12}  else {selector}" for selector in several[1:]]
    return [*lines, f"  {site.notes}"] if site.notes else lines


@command.command("check")
@click.argument("site", metavar="SITE", shell_complete=completion.sites)
@click.option(
    "--url",
    metavar="URL",
    help="The address of a chat with an answer in it (default: the site's new chat).",
)
@click.option(
    "--page",
    "saved",
    type=EXISTING_FILE,
    help="A saved page (HTML or MHTML) in place of the live one; nothing is fetched.",
)
@click.option(
    "--connect",
    metavar="NAME|CDP",
    shell_complete=completion.running_browsers,
    help="Use the running browser of this name, or at this address, and its open page of the site.",
)
@profile_option
@browser_option
@click.option(
    "--headless", is_flag=True, help="No window: you can't sign in, or open a chat, before the check."
)
@click.option(
    "--fix", is_flag=True, help="Propose a selector for each that finds nothing, and write your own profile."
)
@click.option("--yes", is_flag=True, help="With --fix: don't ask.")
@click.option(
    "--like",
    type=EXISTING_FOLDER,
    metavar="DIR",
    help="A recording, or a folder of some: do again on the live site what was done in it, say what changed, "
    "and try a proposed profile on all of them.",
)
@json_option(SiteReport, SiteLike)
def check_site(
    site: str,
    url: str | None,
    saved: Path | None,
    connect: str | None,
    profile_dir: str | Path | None,
    browser: str | None,
    headless: bool,
    fix: bool,
    yes: bool,
    like: Path | None,
    as_json: bool,
) -> None:
    """Show which selectors of SITE no longer match, and what may replace them.

    Opens the site in the browser profile that `overlay launch` uses, where you are signed in. Ends with exit
    code 1 if something that overlay needs is missing.

    \b
    Examples:
      overlay sites check chatgpt
      overlay sites check chatgpt --fix
    """
    profile, address = profile_for(site)
    if like:
        if saved:
            raise UsageError("--page and --like exclude each other", advice="Give one of them.")
        check_browser(browser)
        check_connect(connect)
        pages = LivePages(url or "", browser, connect, profile_dir, headless)
        check_like(profile, like, pages, fix=fix, yes=yes, as_json=as_json)
        return
    if saved is None and connect is None and not (url or address):
        raise UsageError(
            f"{profile.title} has no address in its profile", advice="Add --url, or --page with a file."
        )
    if url is not None:
        profile_for(url)
    check_browser(browser)
    check_connect(connect)
    folder = profile_folder(profile_dir, site)
    where = Where(url or address, saved, connect, folder, browser, headless, chosen=url is not None)
    if fix and profile.name == "generic":
        raise UsageError(
            "no site has that address, so there is no profile to fix",
            advice=f"Teach overlay this chat: overlay sites learn {address}",
        )
    repair = partial(repaired, profile, yes=yes) if fix else None
    report = asyncio.run(examine(profile, where, repair))
    if fix and own_profile(profile.name).is_file():
        profile, _ = profile_for(profile.name)
    print_report(report, profile, as_json=as_json)
    _raise_for(profile, report, site, address)


def _raise_for(profile: SiteProfile, report: Report, site: str, address: str) -> None:
    """Raise CheckFailed if something is missing, or could not be seen."""
    failed = [finding.field for finding in report.failed]
    if failed:
        raise CheckFailed(
            f"{profile.title}: {', '.join(failed)} no longer {'hold' if len(failed) > 1 else 'holds'}",
            advice="\n".join([_next_step(profile, report, site, address), *report.hints]),
        )
    if report.hints:
        hints = [*report.hints, *([_next_step(profile, report, site, address)] if profile.guessed else [])]
        raise CheckFailed(f"{profile.title}: not everything could be seen", advice="\n".join(hints))


def _next_step(profile: SiteProfile, report: Report, site: str, address: str) -> str:
    """Return advice for the user. A guessed profile stays a guess, so an unknown chat needs a new profile."""
    learn = f"`overlay sites learn {address or 'URL'}`"
    if not profile.guessed:
        return f"Try `overlay sites check {site} --fix`, or teach overlay the chat by clicks: {learn}."
    host = urlsplit(report.url).hostname or "chat.example"
    lines = ['title = "My chat"']
    if "." in host:
        lines.append(f'hosts = ["{host}"]')
    else:
        lines.append("detect = '#chat'  # a selector that only this application's pages have")
    for field in ("user", "assistant", "composer", "send"):
        finding = report.finding(field)
        selector = (
            finding.selector if finding.count else finding.candidate.selector if finding.candidate else ""
        )
        lines.append(
            f"{field} = {selector!r}" if selector else f"# {field} was not found: write its selector"
        )
    file = own_profile("mychat")
    begin = f"Teach overlay the chat by clicks: {learn}. Or write a profile, {file} (`overlay help sites`):"
    return "\n".join([begin, *lines])


def own_profile(name: str) -> Path:
    """Return the file of the user's own profile of that name; it may not exist."""
    return own_folder() / f"{name}.toml"


async def repaired(profile: SiteProfile, report: Report, *, yes: bool) -> SiteProfile | None:
    """Write the user's own profile with the nearest selectors, after a yes; return it if it was written.

    Before, it is tried on the recordings of the site. Raises CheckFailed if it finds less in one.
    """
    fields = replacements(report)
    if not fields:
        return None
    for field, selector in fields.items():
        tell(f"  {field}: {inline(getattr(profile, field)) or 'nothing'} -> {inline(selector)}")
    file = own_profile(profile.name)
    text = corrected(profile_text(profile.name), fields)
    better = parse_profile(text, file.name, str(file))
    if less := await less_on(profile, better):
        raise CheckFailed(
            f"the new profile finds less in {', '.join(less)}, so nothing was written",
            advice=f"Teach overlay the chat by clicks: overlay sites learn {profile.url or 'URL'}",
        )
    if not yes and not (at_terminal() and click.confirm(f"Write that to {file}?", err=True)):
        return None
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    return better
