"""`overlay sites check --like`: what changed on a site since a recording, and a mended profile."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overlay.capture.check.text_report import describe
from overlay.capture.recording import Recording
from overlay.cli.json_output import print_json
from overlay.cli.json_shapes.sites import SiteLike
from overlay.cli.live_check import LivePages
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.terminal_text import inline
from overlay.common.whole_file import write_whole
from overlay.companion.browser_profile import profile_folder
from overlay.sites.loader import own_folder, parse_profile
from overlay.sites.profile import SiteProfile
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import echo, tell

if TYPE_CHECKING:
    from overlay.capture.live_check.compared import Compared


def check_like(
    profile: SiteProfile, like: Path, pages: LivePages, *, fix: bool, yes: bool, as_json: bool
) -> None:
    """Record the site of the recordings in `like` again, as in the newest one, and print what changed.

    With `fix`, write the user's own profile that fits the site again, after it was tried on all recordings.
    Raises CheckFailed if the site has changed and no profile was written.
    """
    from overlay.capture.live_check.checked import compare_sites
    from overlay.capture.live_check.trials import recordings_of, usual_place

    known = recordings_of(profile.name, [like])
    if not known:
        raise UsageError(f"{like} holds no recording of {profile.title}", advice="Give another folder.")
    newest = max(known, key=lambda pair: pair[1].manifest.made)[1]
    with tempfile.TemporaryDirectory() as passing:
        problems = asyncio.run(_again(newest, Path(passing, "now"), pages))
        now = Recording.open(Path(passing, "now"))
        result = compare_sites(newest, now, problems)
        _print(profile, result, as_json=as_json)
        if result.fields_without_mend and not as_json:
            tell(
                f"No selector was found for: {', '.join(result.fields_without_mend)}. "
                f"If the site still has that, show it by clicks: overlay sites learn {profile.url or 'URL'}"
            )
        if result.fields and fix:
            trials = [*known, *recordings_of(profile.name, [usual_place()]), ("now", now)]
            written = _mend(profile, result.fields, trials, pages.browser, yes=yes)
            if written:
                tell(f"written: {written}")
                return
    if result.changes or result.calls:
        advice = f"Add --fix to write {', '.join(result.fields)}." if result.fields and not fix else ""
        raise CheckFailed(f"{profile.title}: the site is not as it was recorded", advice=advice)


async def _again(recording: Recording, folder: Path, pages: LivePages) -> list[str]:
    from overlay.capture.live_check.recorded_again import LiveOptions, record_again
    from overlay.capture.record.atomic_save import save

    profile = profile_folder(pages.profile, pages.address or recording.manifest.url)
    options = LiveOptions(pages.address, pages.headless, pages.browser, profile, pages.connect)
    done = await record_again(recording, options, tell)
    save(done.recorder, folder, ended=done.ended)
    return done.problems


def _print(profile: SiteProfile, result: Compared, *, as_json: bool) -> None:
    differences = result.differences("")
    if as_json:
        print_json(SiteLike(profile.name, differences, result.fields))
        return
    echo(f"{inline(profile.title)}: {'' if differences else 'the site is as it was recorded'}".strip())
    for difference in differences:
        echo("\n".join(f"  {line}" for line in describe(difference)))
    for field, selector in result.fields.items():
        old = profile.conversation if field == "conversation" else " , ".join(profile.selectors(field))
        echo(f"  {field}: {inline(old)} -> {inline(selector)}")


def _mend(
    profile: SiteProfile,
    fields: Mapping[str, str],
    recordings: Sequence[tuple[str, Recording]],
    browser: str | None,
    *,
    yes: bool,
) -> Path | None:
    """Write the user's own profile after it was tried and the user has agreed; return its file."""
    from overlay.capture.live_check.mending import mended_text
    from overlay.capture.live_check.trials import try_profile

    text = mended_text(profile, fields)
    file = own_folder() / f"{profile.name}.toml"
    better = parse_profile(text, file.name, str(file))
    trials = asyncio.run(try_profile(profile, better, recordings, tell, browser))
    if any(trial.worse for trial in trials):
        raise CheckFailed(
            "the new profile finds less in a recording, so nothing was written",
            advice=f"Teach overlay the chat by clicks: overlay sites learn {profile.url or 'URL'}",
        )
    if not yes and not (at_terminal() and click.confirm(f"Write that to {file}?", err=True)):
        return None
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    return file
