"""Stores when each site was last seen whole: the profile found all that a turn of the chat showed."""

from __future__ import annotations

import json
import logging
from datetime import date
from pathlib import Path
from typing import cast

from overlay.common.paths import data_dir
from overlay.common.whole_file import write_whole

log = logging.getLogger(__name__)


def default_file() -> Path:
    """Return overlay's own file; it may not exist."""
    return data_dir() / "sites_seen.json"


class SeenWhole:
    """The days by the sites' names, in `file`; None keeps them for this run only."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._days = _read(file) if file else {}

    def day(self, site: str) -> str:
        """Return the last day (2026-11-26), "" for never."""
        return self._days.get(site, "")

    def add(self, site: str) -> None:
        """Note that the site was seen whole today."""
        today = date.today().isoformat()
        if self._days.get(site) == today:
            return
        self._days[site] = today
        if self._file:
            try:
                write_whole(self._file, json.dumps(self._days, indent=1, sort_keys=True) + "\n")
            except OSError as error:
                log.warning("%s was not written: %s", self._file, error)


def _read(file: Path) -> dict[str, str]:
    try:
        found: object = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("%s is ignored: it can't be read: %s", file, error)
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(site): str(day) for site, day in cast("dict[object, object]", found).items()}
