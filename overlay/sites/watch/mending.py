"""Compares a turn with the profile of the page, and writes the profile that a proposal gives."""

from __future__ import annotations

from observers.protocol import TurnEnded
from overlay.sites.check.repair import corrected
from overlay.sites.learn.lesson import Learned
from overlay.sites.learn.profile_text import learned_profile
from overlay.sites.loader import load_profiles, parse_profile, profile_text
from overlay.sites.profile import SiteProfile
from overlay.sites.watch.proposal import GREW, Proposal

WATCHED = 'learned = "watched"\n'


def missed(profile: SiteProfile, ended: TurnEnded) -> list[str]:
    """Return the fields of the profile that did not find what the turn showed."""
    found = {
        "user": ended.user,
        "assistant": ended.assistant,
        "composer": ended.box or not profile.composer,
        "send": ended.button or not profile.send,
        "streaming": ended.streaming or not profile.streaming or ended.looks < GREW,
    }
    return [field for field, fits in found.items() if not fits]


def mended_fields(profile: SiteProfile, proposal: Proposal, missing: list[str]) -> dict[str, str]:
    """Return the selectors that are put before those of the profile.

    Both sides belong together, and a new button comes with a new box: an old selector may find another one.
    """
    sides = ["user", "assistant"] if {"user", "assistant"} & set(missing) else []
    button = ["send"] if "composer" in missing else []
    wanted = [*sides, *(field for field in missing if field not in sides), *button]
    found = {field: proposal.fields[field] for field in wanted if field in proposal.fields}
    return {field: css for field, css in found.items() if css not in profile.selectors(field)}


def new_profile(proposal: Proposal, name: str, url: str) -> str:
    """Return the text of the profile of a chat that no profile fits.

    Raises UsageError if the fields are not a valid profile.
    """
    text = learned_profile(
        Learned(proposal.fields), name, url, None, how="Found by watching a turn of the chat."
    )
    return _checked(text + WATCHED, name)


def mended_profile(profile: SiteProfile, fields: dict[str, str]) -> str:
    """Return the text of the user's own profile of a known site, with these selectors before the others.

    Raises UsageError if the profile has no file, or the fields are not a valid profile.
    """
    text = corrected(profile_text(profile.name), fields)
    if 'learned = "watched"' not in text:
        text = text.rstrip("\n") + "\n" + WATCHED
    return _checked(text, profile.name)


def has_file(profile: SiteProfile) -> bool:
    """Return whether the profile is one of those that `load_profiles` returns."""
    return profile.name in load_profiles()


def _checked(text: str, name: str) -> str:
    parse_profile(text, f"{name}.toml")
    return text
