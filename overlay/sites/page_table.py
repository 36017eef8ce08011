"""The table by which the page script finds the profile of a page: the opened site and all others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from overlay.sites.loader import SiteProfile

GENERIC = "generic"
LATE = "home "
"""Prefix of the rows that recognise the opened site later."""


class SiteRow(TypedDict):
    """`Site` of config_types.js.

    `origins` are `https://host:port` or "null"; `hosts` include subdomains. `sign` is a selector that
    recognises an application on any host, "" if the address recognises it.
    """

    name: str
    origins: list[str]
    hosts: list[str]
    sign: str
    profile: dict[str, str]


def site_rows(
    home: SiteProfile, origins: Iterable[str], known: Mapping[str, SiteProfile]
) -> tuple[list[SiteRow], dict[str, SiteProfile]]:
    """Return the rows for the page script, and the profiles by the names of the rows.

    The page script uses the first row that fits a page; the last row fits all pages. `home` is the opened
    site, which also has the `origins`. If the site is not known yet (a slow application, or a login page
    before it), it gets the profile that its page fits later, as if that had been known from the start. Any
    page can show any content, so on other sites a profile that is found by its `sign` is a guess: it says
    where to look, but gives no trust.
    """
    others = [profile for profile in known.values() if profile.hosts and profile.name != home.name]
    others += [profile.model_copy(update={"guessed": True}) for profile in known.values() if profile.detect]
    rest = known.get(GENERIC, home)
    at_home = sorted(set(origins))
    unknown = home.guessed and not home.hosts
    late = {f"{LATE}{profile.name}": profile for profile in known.values() if unknown and profile.detect}
    rows = [
        row_of("home", home.model_copy(update={"detect": ""}), at_home),
        *(row_of(name, profile, at_home) for name, profile in late.items()),
        *(row_of(profile.name, profile, []) for profile in others),
        row_of(GENERIC, rest, []),
    ]
    profiles = {"home": home} | late | {profile.name: profile for profile in others} | {GENERIC: rest}
    return rows, profiles


def row_of(name: str, profile: SiteProfile, origins: list[str]) -> SiteRow:
    """Return the row `name` for pages of these origins, and of the profile's hosts."""
    return {
        "name": name,
        "origins": origins,
        "hosts": list(profile.hosts),
        "sign": profile.detect,
        "profile": profile.for_page(),
    }
