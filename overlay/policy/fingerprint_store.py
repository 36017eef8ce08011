"""Small JSON files beside the policy file: what permissions were given for, so that changes can be shown."""

from __future__ import annotations

import json
import logging
import os
import secrets
from pathlib import Path
from typing import Any, cast

log = logging.getLogger(__name__)


class FingerprintStore:
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


def write_whole(path: Path, text: str) -> None:
    """Write the file atomically, readable by its owner only: after a crash it holds all of the text or none
    of it.

    Raises OSError.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
