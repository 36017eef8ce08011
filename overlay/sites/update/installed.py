"""Installs updates as the user's own profiles, and undoes them."""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from overlay.common.errors import CheckFailed, OverlayError
from overlay.common.file_lock import exclusive_lock
from overlay.common.input_files import describe_problem
from overlay.common.paths import data_dir
from overlay.common.whole_file import write_whole
from overlay.sites.loader import own_folder

MAX_UNDO = 20
"""How many updates can be undone, one after the other."""


class Written(BaseModel):
    """A file that an update wrote: its text before (None: no file), and the hash of the new text."""

    model_config = ConfigDict(extra="forbid")

    before: str | None
    hash: str


class Taken(BaseModel):
    """An installed update: its number, and the files that it wrote, by the site's name."""

    model_config = ConfigDict(extra="forbid")

    serial: int
    files: dict[Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,40}$")], Written]


class Updates(BaseModel):
    """The installed updates (`taken`); `newest` is the highest number ever installed, by the key's hash."""

    model_config = ConfigDict(extra="forbid")

    newest: dict[str, int] = Field(default_factory=dict[str, int])
    taken: list[Taken] = Field(default_factory=list[Taken])

    @classmethod
    def load(cls) -> Updates:
        """Return the saved list. Raises OverlayError if it can't be read: nothing may then be replaced."""
        path = _file()
        try:
            return cls.model_validate_json(path.read_text("utf-8")) if path.exists() else cls()
        except (OSError, UnicodeDecodeError, ValidationError) as error:
            raise OverlayError(
                f"{path} is damaged", advice="Delete it; earlier updates can then no longer be undone."
            ) from error

    def newest_of(self, key: bytes) -> int:
        """Return the highest number of an update that was installed with this key, else 0."""
        return self.newest.get(_hash(key), 0)

    def is_own(self, name: str) -> bool:
        """Return whether the user wrote or changed the profile `name`: no update wrote its present text."""
        path = own_file(name)
        if not path.exists():
            return False
        wrote = {taken.files[name].hash for taken in self.taken if name in taken.files}
        return _hash(path.read_bytes()) not in wrote


def own_file(name: str) -> Path:
    """Return the file of the user's own profile of that name; it may not exist."""
    return own_folder() / f"{name}.toml"


def take(key: bytes, serial: int, texts: dict[str, str]) -> list[Path]:
    """Write the profiles into the user's folder, and save how to undo that; return the files."""
    with _locked():
        updates = Updates.load()
        files = {
            name: Written(before=_text(own_file(name)), hash=_hash(text.encode()))
            for name, text in texts.items()
        }
        updates.newest[_hash(key)] = max(serial, updates.newest_of(key))
        updates.taken = [*updates.taken, Taken(serial=serial, files=files)][-MAX_UNDO:]
        # The list is written before the files, so that every written file can be undone.
        write_whole(_file(), updates.model_dump_json(indent=1))
        own_folder().mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(own_file(name), text)
    return [own_file(name) for name in texts]


def take_back() -> tuple[int, list[Path], list[Path]]:
    """Restore the files as they were before the last update.

    Return the update's number, the restored files, and the files that were not restored because the user has
    changed them. Raises CheckFailed if there is no update to undo.
    """
    with _locked():
        updates = Updates.load()
        if not updates.taken:
            raise CheckFailed("there is no update to undo")
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
    error = CheckFailed("another overlay is updating the profiles", advice="Run the command again.")
    return exclusive_lock(_file().with_suffix(".lock"), seconds=10, error=error)


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise OverlayError(f"{path} can't be read: {describe_problem(error)}") from error


def _file() -> Path:
    return data_dir() / "site_updates.json"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
