"""Where overlay stores its files: the operating system's usual folders, or `OVERLAY_HOME` if that is set."""

from __future__ import annotations

import os
import re
from pathlib import Path

import platformdirs

from overlay.common.errors import UsageError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_MINE_ALONE = 0o700


def _folder(kind: str, usual: Path) -> Path:
    home = os.environ.get("OVERLAY_HOME")
    folder = Path(home).expanduser().absolute() / kind if home else usual
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=_MINE_ALONE)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"Can't make the {kind} folder {folder}: {reason}.",
            advice="Set OVERLAY_HOME to a folder you may write to.",
        ) from error
    return folder


def data_dir() -> Path:
    """Return the folder for data that must not be lost (ledger, browser profiles, recordings); create it."""
    return _folder("data", platformdirs.user_data_path("overlay", appauthor=False))


def cache_dir() -> Path:
    """Return the folder for files that can be recreated at any time; create it."""
    return _folder("cache", platformdirs.user_cache_path("overlay", appauthor=False))


def config_dir() -> Path:
    """Return the folder for the user's own files (configuration, tools, site profiles); create it."""
    return _folder("config", platformdirs.user_config_path("overlay", appauthor=False))


def profile_dir(name: str = "default") -> Path:
    """Return the folder of the browser profile `name`; create it, readable only by this user.

    It contains the cookies of the user's chats. Raises UsageError unless the name has 1 to 64 letters,
    digits, dots, dashes and underscores, with a letter or digit first.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} can't be a profile's name.",
            advice="Use up to 64 letters, digits, dots, dashes and underscores, a letter or digit first.",
        )
    folder = data_dir() / "profiles" / name
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(_MINE_ALONE)
    return folder
