"""`overlay sites update`: shows, tries and installs signed changes of site profiles."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overlay.cli.browser_options import browser_option
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FILE, EXISTING_FOLDER, FILE_PATH
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.sites import SiteChange, SiteUpdate, Trial, UndoneUpdate
from overlay.cli.option_checks import check_browser
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.paths import data_dir
from overlay.common.terminal_text import inline, quoted
from overlay.sites.loader import profile_text, read_profiles
from overlay.sites.update.changes import ANY, Change, changes
from overlay.sites.update.download import content_of
from overlay.sites.update.installed import Updates, own_file, take, take_back
from overlay.sites.update.signed_file import Payload, read_key, read_update
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import echo, tell

if TYPE_CHECKING:
    from overlay.capture.replay import profile_trial


@dataclass(frozen=True, slots=True)
class Consent:
    """The changes to which the user agreed on the command line: all, these new hosts, or worse results."""

    yes: bool
    hosts: frozenset[str]
    less: bool


def _existing(ctx: click.Context, argument: click.Parameter, value: str | None) -> str | None:
    """Return the address, or the file. Fails for a file that does not exist."""
    return value if value is None or "://" in value else str(EXISTING_FILE.convert(value, argument, ctx))


@click.command("update", cls=Command)
@click.argument("source", metavar="[FILE|URL]", required=False, callback=_existing)
@click.option("--undo", is_flag=True, help="Undo the last update, except for files that you changed.")
@click.option(
    "--key",
    "key_file",
    type=FILE_PATH,
    help="The publisher's public key, in place of this build's.",
)
@click.option(
    "--recordings",
    "folders",
    multiple=True,
    type=EXISTING_FOLDER,
    help="Try it on the recordings in this folder (default: recordings in overlay's data folder).",
)
@click.option("--yes", is_flag=True, help="Don't ask about the changes.")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="HOST",
    help="Agree to this new host of a site; `any` for a new sign of one.",
)
@click.option("--accept-less", is_flag=True, help="Agree though a recording gives less than before.")
@browser_option
@json_option(SiteUpdate, UndoneUpdate)
def update(
    source: str | None,
    undo: bool,
    key_file: Path | None,
    folders: tuple[Path, ...],
    yes: bool,
    hosts: tuple[str, ...],
    accept_less: bool,
    browser: str | None,
    as_json: bool,
) -> None:
    """Take a signed update of site profiles from FILE or URL: check, show and try it, then ask.

    Nothing is read of a file that isn't signed with the right key, and nothing is fetched but URL. The new
    profiles are written as your own.

    \b
    Examples:
      overlay sites update profiles.json
      overlay sites update https://example.org/profiles.json --key publisher.pub
      overlay sites update profiles.json --recordings recordings
      overlay sites update --undo
    """
    check_browser(browser)
    if undo == (source is not None):
        raise UsageError("give FILE|URL, or --undo", advice="See `overlay sites update --help`.")
    if source is None:
        _undo(as_json=as_json)
        return
    key = read_key(key_file)
    payload = read_update(content_of(source), key)
    updates = Updates.load()
    if payload.serial < (newest := updates.newest_of(key)):
        raise UsageError(
            f"this update is number {payload.serial}, and you have taken number {newest}: it is older",
            advice="Get the newest one. To go back, type `overlay sites update --undo`.",
        )
    found = [change for change in _changes(payload) if not _is_kept(change, updates)]
    if not as_json:
        echo(f"Update {payload.serial} of {payload.made}: {len(found)} profiles change.")
        if payload.notes:
            echo(quoted(payload.notes, limit=2_000))
        for change in found:
            _show(change)
    trials = asyncio.run(_tried(found, folders, browser)) if found else []
    if not as_json:
        for trial in trials:
            echo(trial.line)
    _agree(found, [trial for trial in trials if trial.worse], Consent(yes, frozenset(hosts), accept_less))
    texts = {change.name: change.text for change in found}
    files = [str(file) for file in (take(key, payload.serial, texts) if texts else [])]
    if as_json:
        changed = [SiteChange(each.name, list(each.hosts), list(each.lines)) for each in found]
        tried = [Trial(each.line, each.worse) for each in trials]
        print_json(SiteUpdate(payload.serial, changed, tried, files))
    elif files:
        for file in files:
            echo(f"written: {file}")
        tell("To undo it: overlay sites update --undo")


def _changes(payload: Payload) -> list[Change]:
    known, problems = read_profiles()
    for problem in problems:
        problem.show()
    texts = {name: profile_text(name) for name in payload.profiles if name in known}
    return changes(payload.profiles, known, texts)


def _is_kept(change: Change, updates: Updates) -> bool:
    """Return whether the site has a profile by the user, which is then kept; print that."""
    if not updates.is_own(change.name):
        return False
    tell(
        f"{change.name}: not changed, since {own_file(change.name)} is yours. "
        "Move that file away to get the update's profile."
    )
    return True


def _show(change: Change) -> None:
    new = "" if change.before else " (a new site)"
    echo(f"\n{change.name}{new}: {inline(change.profile.title)}")
    echo(quoted("\n".join(change.lines)))
    for host in change.hosts:
        pages = (
            f"with {inline(change.profile.detect)}, on any host," if host == ANY else f"of {host} and below"
        )
        echo(f"  NEW HOST: pages {pages} would be read as {change.name}.")


async def _tried(
    found: Sequence[Change], folders: Sequence[Path], browser: str | None
) -> list[profile_trial.Trial]:
    """Replay the recordings of the sites that change, with the old and the new profile."""
    from overlay.capture.check.discovery import find
    from overlay.capture.recording import Recording
    from overlay.capture.replay.browser import open_browser
    from overlay.capture.replay.profile_trial import site_of, tried_on

    usual = data_dir() / "recordings"
    places = folders or ([usual] if usual.is_dir() and any(usual.iterdir()) else [])
    opened = [(one.name, Recording.open(one.folder)) for one in (find(places) if places else [])]
    sites = {change.name: change for change in found}
    meant = [(name, rec, sites[site]) for name, rec in opened if (site := site_of(rec)) in sites]
    if not meant:
        tell("No recording of these sites was found to try it on (--recordings DIR; overlay capture).")
        return []
    async with open_browser(headless=True, browser=browser, notify=tell) as running:
        return [
            await tried_on(name, recording, change.before, change.profile, running)
            for name, recording, change in meant
        ]


def _agree(found: Sequence[Change], less: Sequence[profile_trial.Trial], consent: Consent) -> None:
    """Return once the user has agreed to everything. Raises CheckFailed if not: nothing was changed."""
    for host in dict.fromkeys(host for change in found for host in change.hosts):
        if host not in consent.hosts:
            words = "Are pages with the new sign chats" if host == ANY else f"Is {host} a chat"
            _ask(f"{words} that overlay may read?", f"Add --allow-host {host} if so.", consent)
    if less and not consent.less:
        _ask("A recording gives less than before, or can't be tried. Apply the update anyway?",
             "Add --accept-less to apply it anyway.", consent)  # fmt: skip
    if found and not consent.yes:
        _ask("Write these profiles?", "Add --yes to write them.", consent)


def _ask(question: str, advice: str, consent: Consent) -> None:
    if consent.yes or not at_terminal() or not click.confirm(question, default=False, err=True):
        raise CheckFailed("nothing was changed", advice=advice)


def _undo(*, as_json: bool) -> None:
    serial, restored, left = take_back()
    if as_json:
        print_json(UndoneUpdate(serial, list(map(str, restored)), list(map(str, left))))
        return
    echo(f"Update {serial} was undone.")
    for file in restored:
        echo(f"restored: {file}" if file.exists() else f"removed: {file}")
    for file in left:
        tell(f"not changed, since you have changed it yourself: {file}")
