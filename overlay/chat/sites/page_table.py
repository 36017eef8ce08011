"""The sites that a browser may show beside the one that was opened: each page is read by its own profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from overlay.chat.sites.loader import SiteProfile

GENERIC = "generic"


class SiteRow(TypedDict):
    """`Site` of protocol.js: `origins` (`https://host:port`, or "null") and `hosts`, with those below them.

    `sign` is the selector by which an application is told on whatever host, "" where the address tells.
    """

    name: str
    origins: list[str]
    hosts: list[str]
    sign: str
    profile: dict[str, str]


def site_rows(
    home: SiteProfile, origins: Iterable[str], known: Mapping[str, SiteProfile]
) -> tuple[list[SiteRow], dict[str, SiteProfile]]:
    """Return the rows for the page's side, the first that claims a page holds and the last for all others,
    and the profiles by the names of the rows.

    `home` is the site that was opened, which has the `origins` too. A page can show what it likes: elsewhere
    than at home a profile that is told by that says where to look, and what looks like an answer is a guess.
    """
    others = [profile for profile in known.values() if profile.hosts and profile.name != home.name]
    others += [profile.model_copy(update={"guessed": True}) for profile in known.values() if profile.detect]
    rest = known.get(GENERIC, home)
    rows = [
        _row("home", home.model_copy(update={"detect": ""}), sorted(set(origins))),
        *(_row(profile.name, profile, []) for profile in others),
        _row(GENERIC, rest, []),
    ]
    profiles = {"home": home} | {profile.name: profile for profile in others} | {GENERIC: rest}
    return rows, profiles


def _row(name: str, profile: SiteProfile, origins: list[str]) -> SiteRow:
    return {
        "name": name,
        "origins": origins,
        "hosts": list(profile.hosts),
        "sign": profile.detect,
        "profile": profile.for_page(),
    }
