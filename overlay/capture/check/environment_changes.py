"""Lists what changed since a recording was made (versions, site profile), which may explain a difference."""

from __future__ import annotations

from collections.abc import Iterator

from overlay.capture.check.argument_diff import written
from overlay.capture.check.text_diff import middle
from overlay.capture.manifest import Manifest
from overlay.sites.loader import load_profiles

UNUSED = frozenset(("source", "notes", "held", "guesses", "english", "title"))
"""Fields of a profile that no page is read with."""


def changed(manifest: Manifest, overlay: str, browser: str) -> list[str]:
    """Return a line for each change: overlay's version, the browser's version, fields of the site profile."""
    return list(_changed(manifest, overlay, browser))


def _changed(manifest: Manifest, overlay: str, browser: str) -> Iterator[str]:
    if manifest.overlay != overlay:
        yield f"overlay was {manifest.overlay} and is {overlay}"
    if manifest.browser and browser not in manifest.browser:
        yield f"the browser was {manifest.browser} and is {browser}"
    name = str(manifest.profile.get("name", ""))
    profile = load_profiles().get(name)
    if profile is None:
        return
    now = profile.model_dump(mode="json")
    for field in sorted((now.keys() | manifest.profile.keys()) - UNUSED):
        was, new = manifest.profile.get(field), now.get(field)
        if was != new and (was or new):
            yield f"{field} of the profile {name} was {middle(written(was))} and is {middle(written(new))}"
