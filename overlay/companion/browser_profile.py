"""Chooses the browser profile of a run: the shared one, one for each site, or any folder."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir
from overlay.sites.loader import profile_for

SHARED, SITE = "shared", "site"
LONGEST = 48
"""Characters of a site's name that are kept in the name of its folder."""
_UNSAFE = re.compile(r"[^A-Za-z0-9.-]")


def profile_folder(choice: str | Path | None, target: str) -> Path | None:
    """Return the folder of the browser profile for `target`, None without a `choice`.

    `target` is a site's name or an address; `choice` is `shared`, `site`, or the path of a folder (a folder
    called `site` is `./site`). Raises UsageError for `site` if the target is not a site and has no host.
    """
    if not choice:
        return None
    if choice == SHARED:
        return profile_dir()
    if choice == SITE:
        return profile_dir(f"{SITE}-{_safe(_site(target))}")
    return Path(choice).expanduser()


def list_profiles() -> list[Path]:
    """Return the folders of overlay's own profiles, the shared one first."""
    shared = profile_dir()
    return [shared, *sorted(path for path in shared.parent.iterdir() if path.is_dir() and path != shared)]


def _site(target: str) -> str:
    """Return the site's name, or the host of a site that overlay doesn't know."""
    site, url = profile_for(target)
    if site.name != "generic":
        return site.name
    host = urlsplit(url).hostname
    if not host:
        raise UsageError(
            f"{target} belongs to no site that a browser profile could be kept for",
            advice="Give --profile shared, or a folder.",
        )
    return host


def _safe(name: str) -> str:
    """Return a folder name for `name`; different names get different folders."""
    plain = _UNSAFE.sub(lambda found: f"_{ord(found[0]):x}_", name)
    return (
        plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 9]}_{sha256(name.encode()).hexdigest()[:8]}"
    )
