"""The configuration of the page script for one run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import injected_js
from overlay.common import language
from overlay.detection import openers
from overlay.detection.results import TAG
from overlay.sites.loader import SiteProfile
from overlay.sites.page_table import SiteRow


def page_config(
    profile: SiteProfile,
    sites: Iterable[SiteRow],
    *,
    fail_open: float,
    inspectable: bool,
    panel: bool,
    record: bool,
    whole: bool,
    more: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Return the `Config` of config_types.js, without the names that the bridge adds.

    `fail_open` is in seconds. `whole`: a long history is read whole. `more` replaces entries.
    """
    return {
        "profile": profile.for_page(),
        "sites": list(sites),
        "openers": sorted({opener.lower() for opener in openers()} | {f"<{TAG}"}),
        "inspectable": inspectable,
        "panel": panel,
        "patience": round(fail_open * 1000),
        "record": record,
        "whole": whole,
        "language": language.current(),
        "words": language.words_in(injected_js.bundle(None, "main", injected_js.FACE)),
        **(more or {}),
    }
