"""Lists the changes that an update would make; refuses changes that are never allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from urllib.parse import urlsplit

from overlay.common.errors import UsageError
from overlay.sites.loader import parse_profile
from overlay.sites.profile import SELECTORS, SiteProfile

MOST_SELECTORS, LONGEST_SELECTOR, LONGEST_PATTERN = 20, 1_000, 200
ANY = "any"
_AGAIN = re.compile(r"\)[*+{]|\)\?[*+{]|[*+}]\+|\\[1-9]|\(\?[^:]")
_UNENDING = re.compile(r"(?<!\\)[*+]|\{\d+,\}")
_RESERVED = re.compile(r"generic|con|prn|aux|nul|(com|lpt)\d")


@dataclass(frozen=True, slots=True)
class Change:
    """A site's profile in an update: the new text and profile, and the present profile (None: a new site).

    `lines` are the differences. `hosts` are those that are new for the site; ANY is among them if the site is
    recognised by a new sign, on any host.
    """

    name: str
    text: str
    profile: SiteProfile
    before: SiteProfile | None
    lines: tuple[str, ...]
    hosts: tuple[str, ...]


def changes(
    profiles: Mapping[str, str], known: Mapping[str, SiteProfile], texts: Mapping[str, str]
) -> list[Change]:
    """Return the differences from the `known` profiles; `texts` are the texts of their files.

    Raises UsageError if one of the new profiles is not valid, or if no update may install it.
    """
    found: list[Change] = []
    for name, text in sorted(profiles.items()):
        before, old = known.get(name), texts.get(name, "")
        if text == old:
            continue
        profile = parse_profile(text, f"{name}.toml")
        _check(name, profile, before, known)
        lines = unified_diff(old.splitlines(), text.splitlines(), "now", "update", n=1, lineterm="")
        hosts = tuple(host for host in profile.hosts if before is None or not _covered(host, before))
        if profile.detect and (before is None or profile.detect != before.detect):
            hosts += (ANY,)
        found.append(Change(name, text, profile, before, tuple(lines), hosts))
    return found


def _check(
    name: str, profile: SiteProfile, before: SiteProfile | None, known: Mapping[str, SiteProfile]
) -> None:
    if _RESERVED.fullmatch(name):
        raise _refused(name, "an update can't install a profile of this name")
    for field in SELECTORS:
        several = profile.selectors(field)
        if len(several) > MOST_SELECTORS or any(len(one) > LONGEST_SELECTOR for one in several):
            raise _refused(name, f"{field} is too long for a selector")
    pattern = profile.conversation
    if len(pattern) > LONGEST_PATTERN or _AGAIN.search(pattern) or len(_UNENDING.findall(pattern)) > 2:
        raise _refused(name, "conversation is a pattern that may take too long")
    if before and before.guessed and not profile.guessed:
        raise _refused(name, "the site would no longer count as a guess")
    for other in known.values():
        if other.name != name and (host := _taken(profile, other)):
            raise _refused(name, f"it would take over {host} of {other.title}")
    url = urlsplit(profile.url)
    at_own = url.scheme == "https" and profile.match((url.hostname or "").lower(), url.path)
    if profile.url and not at_own and profile.url != (before.url if before else ""):
        raise _refused(name, f"its address {profile.url} is not on its hosts")


def _covered(host: str, before: SiteProfile) -> bool:
    """Return whether the site's profile already applies to all pages of a host entry."""
    name, slash, path = host.partition("/")
    return before.match(name, f"{slash}{path}") > 0


def _taken(profile: SiteProfile, other: SiteProfile) -> str:
    """Return a host of `other` if `profile` would also apply to some or all of its pages; else "".

    Two sites may share a host if their paths differ.
    """
    for host in profile.hosts:
        name, _, path = host.partition("/")
        for entry in other.hosts:
            theirs, _, start = entry.partition("/")
            below = name == theirs or name.endswith(f".{theirs}") or theirs.endswith(f".{name}")
            apart = path and start and not (path.startswith(start) or start.startswith(path))
            if below and not apart:
                return theirs
    return ""


def _refused(name: str, reason: str) -> UsageError:
    return UsageError(f"the update's profile {name} is refused: {reason}", advice="Nothing was changed.")
