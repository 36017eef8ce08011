"""The updates that the user took: writes their profiles as the user's own, and takes them back."""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from overlay.chat.sites.loader import own_folder
from overlay.common.errors import CheckFailed, OverlayError
from overlay.common.file_lock import exclusive_lock
from overlay.common.input_files import describe_problem
from overlay.common.paths import data_dir
from overlay.common.whole_file import write_whole

MOST = 20
"""Updates that can be taken back, one after the other."""


class Written(BaseModel):
    """A file that an update wrote: the text before (None: there was none), and the hash of what it wrote."""

    model_config = ConfigDict(extra="forbid")

    before: str | None
    hash: str


class Taken(BaseModel):
    """An update that was taken: its number, and the files that it wrote, by the site's name."""

    model_config = ConfigDict(extra="forbid")

    serial: int
    files: dict[Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,40}$")], Written]


class Updates(BaseModel):
    """All updates that were taken and not taken back; `newest` is the highest number by the key's hash."""

    model_config = ConfigDict(extra="forbid")

    newest: dict[str, int] = Field(default_factory=dict[str, int])
    taken: list[Taken] = Field(default_factory=list[Taken])

    @classmethod
    def load(cls) -> Updates:
        """Return what is kept. Raises OverlayError if that can't be read: then nothing may be replaced."""
        path = _file()
        try:
            return cls.model_validate_json(path.read_text("utf-8")) if path.exists() else cls()
        except (OSError, UnicodeDecodeError, ValidationError) as error:
            raise OverlayError(
                f"{path} is damaged", advice="Remove it: then no earlier update can be taken back."
            ) from error

    def newest_of(self, key: bytes) -> int:
        """Return the highest number of an update that was taken with this key; 0 if there was none."""
        return self.newest.get(_hash(key), 0)

    def is_own(self, name: str) -> bool:
        """Return whether the user wrote or changed the profile `name`: no update wrote it as it is."""
        path = own_file(name)
        if not path.exists():
            return False
        wrote = {taken.files[name].hash for taken in self.taken if name in taken.files}
        return _hash(path.read_bytes()) not in wrote


def own_file(name: str) -> Path:
    """Return the file of the user's own profile of that name; it may not exist."""
    return own_folder() / f"{name}.toml"


def take(key: bytes, serial: int, texts: dict[str, str]) -> list[Path]:
    """Write the profiles into the user's folder, and note how to take them back; return the files."""
    with _locked():
        updates = Updates.load()
        files = {
            name: Written(before=_text(own_file(name)), hash=_hash(text.encode()))
            for name, text in texts.items()
        }
        updates.newest[_hash(key)] = max(serial, updates.newest_of(key))
        updates.taken = [*updates.taken, Taken(serial=serial, files=files)][-MOST:]
        # First the note, then the files: what was written can then always be taken back.
        write_whole(_file(), updates.model_dump_json(indent=1))
        own_folder().mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(own_file(name), text)
    return [own_file(name) for name in texts]


def take_back() -> tuple[int, list[Path], list[Path]]:
    """Restore the files as they were before the last update.

    Return the update's number, the files that were restored, and those that were left since the user has
    changed them. Raises CheckFailed if there is no update to take back.
    """
    with _locked():
        updates = Updates.load()
        if not updates.taken:
            raise CheckFailed("there is no update to take back")
        last = updates.taken.pop()
        restored, left = list[Path](), list[Path]()
        for name, written in last.files.items():
            path = own_file(name)
            if path.exists() and _hash(path.read_bytes()) != written.hash:
                left.append(path)
                continue
            if written.before is None:
                path.unlink(missing_ok=True)
            else:
                write_whole(path, written.before)
            restored.append(path)
        write_whole(_file(), updates.model_dump_json(indent=1))
    return last.serial, restored, left


def _locked() -> AbstractContextManager[None]:
    held = CheckFailed("another overlay updates the profiles just now", advice="Run the command again.")
    return exclusive_lock(_file().with_suffix(".lock"), seconds=10, error=held)


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise OverlayError(f"{path} can't be read: {describe_problem(error)}") from error


def _file() -> Path:
    return data_dir() / "site_updates.json"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
