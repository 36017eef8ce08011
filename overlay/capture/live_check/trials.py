"""Tries a new profile of a site on the recordings of that site, before it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from overlay.capture.check.discovery import Found, find
from overlay.capture.live_check.seen import seen_in
from overlay.capture.live_check.site_changes import lost_fields
from overlay.capture.recording import CorruptRecording, Recording
from overlay.capture.replay.browser import open_browser
from overlay.capture.replay.profile_trial import Trial, site_of, tried_on
from overlay.common.paths import data_dir
from overlay.sites.profile import SiteProfile

Named = tuple[str, Recording]


def usual_place() -> Path:
    """Return the folder of recordings on which each new profile is tried; it may not exist."""
    return data_dir() / "recordings"


def recordings_of(site: str, places: Sequence[Path]) -> list[Named]:
    """Return the recordings of a site in these folders by name; a damaged one is reported and left out."""
    found: list[Found] = []
    for place in places:
        found += find([place]) if place.is_dir() and any(place.iterdir()) else []
    opened: list[Named] = []
    for one in found:
        try:
            recording = Recording.open(one.folder)
        except CorruptRecording as error:
            error.show()
            continue
        if site_of(recording) == site:
            opened.append((one.name, recording))
    return opened


async def try_profile(
    before: SiteProfile,
    after: SiteProfile,
    recordings: Sequence[Named],
    notify: Callable[[str], None],
    browser: str | None = None,
) -> list[Trial]:
    """Replay the recordings with both profiles, and say of each whether the new one finds as much: no fewer
    calls, and no field that finds nothing any more.

    Raises BrowserNotFound if there is no browser; without a recording none is needed.
    """
    trials: list[Trial] = []
    if not recordings:
        return trials
    async with open_browser(headless=True, browser=browser, notify=notify) as running:
        for name, recording in recordings:
            trial = await tried_on(name, recording, before, after, running)
            if fields := fields_lost(recording, before, after):
                trial = Trial(
                    f"{trial.line}; these fields find nothing there now: {', '.join(fields)}", worse=True
                )
            trials.append(trial)
            notify(f"  {'does not hold in' if trial.worse else 'holds in'} {trial.line}")
    return trials


def fields_lost(recording: Recording, before: SiteProfile, after: SiteProfile) -> list[str]:
    """Return the fields with which `after` finds nothing in a recording, and `before` something."""
    lines = list(recording.page())
    return lost_fields(seen_in(lines, before), seen_in(lines, after))
