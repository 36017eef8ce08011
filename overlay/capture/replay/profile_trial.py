"""Tries a site's profile on a recording, to compare what overlay reads with it and without it."""

from __future__ import annotations

import asyncio
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from overlay.capture.model import LogLine
from overlay.capture.recording import Recording
from overlay.capture.replay.play import play
from overlay.capture.replay.replay_companion import recorded_profile
from overlay.common.errors import OverlayError
from overlay.common.terminal_text import inline
from overlay.sites.profile import SiteProfile

if TYPE_CHECKING:
    from playwright.async_api import Browser

SECONDS = 300.0
"""Timeout of one replay in seconds: a selector can be slow."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The number of calls that a profile finds in a recording: `calls` in all, `answers` in the model's
    answers, `live` of these while the answer was written (so they could run automatically), and `own` in
    the user's messages, where no call may run automatically.
    """

    calls: int
    answers: int
    live: int
    own: int = 0

    def __str__(self) -> str:
        own = f", {self.own} in your own messages" if self.own else ""
        return f"{self.calls} calls, {self.answers} in answers, {self.live} seen as they were written{own}"

    def is_less_than(self, other: Reading) -> bool:
        """Return whether any of the numbers is lower."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return any(mine < theirs for mine, theirs in pairs)


@dataclass(frozen=True, slots=True)
class Trial:
    """A line with a recording's result with the old and the new profile; whether that is less, or unknown."""

    line: str
    worse: bool


async def tried_on(
    name: str, recording: Recording, before: SiteProfile | None, after: SiteProfile, browser: Browser
) -> Trial:
    """Try a new profile on a recording, and compare it with `before` (None: the recorded profile)."""
    old_profile = before or recorded_profile(recording.manifest.profile)
    try:
        old = await read_with(old_profile, recording, browser)
        new = await read_with(after, recording, browser)
    except (OverlayError, PlaywrightError, TimeoutError) as error:
        reason = inline(str(error).partition("\n")[0]) or "it took too long"
        return Trial(f"{inline(name)}: could not be tried: {reason}", worse=True)
    line = f"as before, {new}" if new == old else f"{old} -> {new}"
    return Trial(f"{inline(name)}: {line}", worse=new.is_less_than(old))


def site_of(recording: Recording) -> str:
    """Return the name of the profile with which a recording was made."""
    return str(recording.manifest.profile.get("name"))


async def read_with(profile: SiteProfile, recording: Recording, browser: Browser) -> Reading:
    """Replay the recording offline with `profile`, and return the numbers of calls.

    Raises CorruptRecording, NotPlayed, Playwright's Error or TimeoutError if it can't be played.
    """
    async with asyncio.timeout(SECONDS):
        played = await play(recording, browser=browser, profile=profile)
    return reading_of(played.log)


def reading_of(log: list[LogLine]) -> Reading:
    """Return the numbers of calls in a replay's log."""
    blocks: dict[int, dict[str, object]] = {}
    for line in log:
        if line.block is not None:
            blocks.setdefault(line.block, {"kind": "call"}).update(line.info)
    calls = [info for info in blocks.values() if info["kind"] == "call"]
    answers = [info for info in calls if info.get("role") == "assistant"]
    own = [info for info in calls if info.get("role") == "user"]
    return Reading(len(calls), len(answers), sum(bool(info.get("live")) for info in answers), len(own))
