"""Small JSON files beside the policy file: what permissions were given for, so that changes can be shown."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, cast

from overlay.common.whole_file import write_whole

log = logging.getLogger(__name__)


class SnapshotStore:
    """JSON objects by name, kept for this run and, with `folder`, on disk. `get` returns None for an unknown
    name.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._known: dict[str, dict[str, Any]] = {}

    def get(self, name: str) -> dict[str, Any] | None:
        """Return the object, or None if there is none or its file can't be read."""
        if name not in self._known and self._folder is not None:
            try:
                found = json.loads((self._folder / f"{name}.json").read_text("utf-8"))
            except (OSError, ValueError):
                return None
            if isinstance(found, dict):
                self._known[name] = cast("dict[str, Any]", found)
        return self._known.get(name)

    def put(self, name: str, value: dict[str, Any]) -> None:
        """Store the object, unless the name exists already. A write error is logged."""
        if self.get(name) is not None:
            return
        self._known[name] = value
        if self._folder is None:
            return
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_whole(self._folder / f"{name}.json", json.dumps(value, indent=1, sort_keys=True) + "\n")
        except OSError as error:
            log.warning("%s can't be written to: %s", self._folder, error)
