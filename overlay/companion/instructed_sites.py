"""Stores the sites where the user has sent a model the instructions."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from overlay.common.whole_file import write_whole

log = logging.getLogger(__name__)


@cache
def _format() -> TypeAdapter[list[str]]:
    """Return the file's format. It takes long to build, and many sessions have no file."""
    return TypeAdapter(list[str])


class InstructedSites:
    """The origins in `file`; None keeps them for this run only.

    If the file can't be read or written, that is logged; the panel then only makes fewer offers.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._sites = set(self._read(file)) if file else set[str]()

    def __contains__(self, origin: str) -> bool:
        return origin in self._sites

    def add(self, origin: str) -> None:
        """Store the site, in the file too."""
        if not origin or origin in self._sites:
            return
        self._sites.add(origin)
        if self._file is None:
            return
        try:
            write_whole(self._file, _format().dump_json(sorted(self._sites), indent=1).decode() + "\n")
        except OSError as error:
            log.warning("%s was not written: %s", self._file, error)

    def _read(self, file: Path) -> list[str]:
        try:
            return _format().validate_json(file.read_bytes())
        except FileNotFoundError:
            return []
        except (OSError, ValidationError) as error:
            log.warning("%s is ignored: it can't be read: %s", file, str(error)[:300])
            return []
