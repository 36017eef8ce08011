"""Files that are sent with a result: its full text if that is too long for the chat, and its pictures."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from overlay.common.secrets import hide

log = logging.getLogger(__name__)
_ODD = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class ResultFiles:
    """Keeps files in `folder`, which only this user can read; at most the newest `most` files."""

    folder: Path
    most: int = 200

    def keep(self, name: str, text: str) -> Path | None:
        """Write `text` with its secrets redacted to a new file named after `name`; return its path.

        None if that failed: the error is only logged, since the result still goes back to the model.
        """
        return self.keep_bytes(name, "txt", hide(text).encode("utf-8", "replace"))

    def keep_bytes(self, name: str, ending: str, data: bytes) -> Path | None:
        """Write `data` to a new file named after `name`, with that ending; return its path, None as above."""
        path = self.folder / f"{_ODD.sub('_', name)[:60] or 'result'}-{secrets.token_hex(4)}.{ending}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            self._thin_out()
        except OSError as error:
            log.warning("a result could not be kept in %s: %s", self.folder, error)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        return path

    def _thin_out(self) -> None:
        kept = sorted(self.folder.glob("*.*"), key=lambda file: file.stat().st_mtime_ns)
        for file in kept[: -self.most]:
            file.unlink(missing_ok=True)


def shown(path: Path) -> str:
    """Return `path` with `~` for the home folder, so that the model does not see the user's name."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)
