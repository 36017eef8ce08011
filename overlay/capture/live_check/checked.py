"""Checks a recording against the live site: records it again, and compares the two."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter

from playwright.async_api import Error as PlaywrightError

from overlay.capture.check.block_history import block_histories
from overlay.capture.check.model import Verdict
from overlay.capture.live_check.compared import Compared, compared
from overlay.capture.live_check.recorded_again import LiveOptions, record_again
from overlay.capture.record.atomic_save import save
from overlay.capture.record.gaps import gap_line
from overlay.capture.record.unsaved import Unsaved
from overlay.capture.recording import Recording
from overlay.capture.replay.replay_companion import profile_of
from overlay.common.errors import OverlayError


async def check_live(
    name: str, folder: Path, again: Path, options: LiveOptions, notify: Callable[[str], None]
) -> Verdict:
    """Record the site of the recording in `folder` again, to the folder `again`; return the verdict.

    Errors of the recording, the site or the browser are not raised; they are a verdict with the outcome
    `error`.
    """
    began = perf_counter()
    try:
        recording = Recording.open(folder)
        done = await record_again(recording, options, notify)
        save(done.recorder, again, ended=done.ended)
        verdict = verdict_of(name, recording, Recording.open(again), done.problems)
        if options.allow_harmless:
            verdict = allowing_harmless(verdict)
    except (OverlayError, OSError, PlaywrightError) as error:
        problem = str(error).strip().splitlines()[0] if isinstance(error, PlaywrightError) else str(error)
        verdict = Verdict(name=name, folder=str(folder), outcome="error", problem=problem)
    return verdict.model_copy(update={"seconds": perf_counter() - began})


def verdict_of(name: str, old: Recording, new: Recording | Unsaved, problems: Iterable[str] = ()) -> Verdict:
    """Return the verdict on the site of two recordings; `problems` are what could not be done again."""
    known = {gap.why for gap in old.manifest.gaps}
    gaps = [gap_line(gap) for gap in new.manifest.gaps if gap.why not in known]
    result = compare_sites(old, new, [*gaps, *problems])
    differences = result.differences(mend_command(old))
    return Verdict(
        name=name,
        folder=str(old.folder),
        outcome="different" if differences else "same",
        live=True,
        differences=differences,
        steps=new.manifest.steps,
        blocks=len(block_histories(new.live())),
    )


def allowing_harmless(verdict: Verdict) -> Verdict:
    """Return the verdict, or "same" with notes if overlay loses nothing by any change."""
    if verdict.outcome != "different" or not all(each.harmless for each in verdict.differences):
        return verdict
    notes = [each.what for each in verdict.differences]
    return verdict.model_copy(update={"outcome": "same", "differences": [], "notes": notes})


def compare_sites(old: Recording, new: Recording | Unsaved, problems: Iterable[str] = ()) -> Compared:
    """Compare two recordings of a site, of which the new one was read with the present profile."""
    return compared(old, new, profile_of(old.manifest.profile), problems)


def mend_command(recording: Recording) -> str:
    """Return the command that writes the profile which fits the site again."""
    # The name comes from the recording, which others may have made.
    site, folder = (
        shlex.quote(str(word)) for word in (recording.manifest.profile.get("name", "SITE"), recording.folder)
    )
    return f"overlay sites check {site} --like {folder} --fix"
