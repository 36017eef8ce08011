"""Tries a proposed profile on the recordings in the user's folder, for each command that writes profiles."""

from __future__ import annotations

from overlay.sites.profile import SiteProfile
from overlay.ui.terminal.output import tell


async def less_on(before: SiteProfile, after: SiteProfile) -> list[str]:
    """Return the names of the recordings of the site on which the profile `after` finds less than `before`.

    Raises BrowserNotFound if there are recordings, but no browser.
    """
    from overlay.capture.live_check.trials import recordings_of, try_profile, usual_place

    recordings = recordings_of(before.name, [usual_place()])
    trials = await try_profile(before, after, recordings, tell)
    return [name for (name, _), trial in zip(recordings, trials, strict=True) if trial.worse]
