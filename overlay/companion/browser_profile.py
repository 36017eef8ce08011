"""Which browser profile a run has: the one that all sites share, one of the site's own, or any folder."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from overlay.chat.sites.loader import profile_for
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir

SHARED, SITE = "shared", "site"
LONGEST = 48
"""Characters of a site's name that are kept in that of its folder."""
_UNSAFE = re.compile(r"[^A-Za-z0-9.-]")


def profile_folder(choice: str | Path | None, target: str) -> Path | None:
    """Return the folder of the browser profile for `target` (a site's name or an address), None if nothing is
    said of it.

    `choice` is `shared`, `site`, or the path of a folder (so a folder called `site` is `./site`). Raises
    UsageError for `site` where the target belongs to none, or is no site.
    """
    if not choice:
        return None
    if choice == SHARED:
        return profile_dir()
    if choice == SITE:
        return profile_dir(f"{SITE}-{_safe(_site(target))}")
    return Path(choice).expanduser()


def list_profiles() -> list[Path]:
    """Return the folders of the profiles that overlay keeps, the shared one first."""
    shared = profile_dir()
    return [shared, *sorted(path for path in shared.parent.iterdir() if path.is_dir() and path != shared)]


def _site(target: str) -> str:
    """The name of the site's profile; of a site that nobody knows the host."""
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
    """The same name for a folder, and never the same one for two names."""
    plain = _UNSAFE.sub(lambda found: f"_{ord(found[0]):x}_", name)
    return (
        plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 9]}_{sha256(name.encode()).hexdigest()[:8]}"
    )
