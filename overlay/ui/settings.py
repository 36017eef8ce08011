"""The user's saved choices: `settings.toml` in the configuration folder, which overlay reads and writes."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from overlay.common.errors import UsageError
from overlay.common.field_faults import faults, names_advice
from overlay.common.file_lock import exclusive_lock
from overlay.common.input_files import NotText, parse_toml, read_text
from overlay.common.paths import config_dir
from overlay.common.whole_file import write_whole

HEAD = """\
# Your choices from the first start and from the panel. You may edit this file. overlay reads it at its start,
# and writes only what you change in the panel. A --config file and options override it.
"""
CORRECT = "Correct it, or move it away: overlay then starts with its defaults."
LOCK_SECONDS = 2
Theme = Literal["system", "light", "dark"]
Language = Literal["system", "en", "de", "zh"]


class Settings(BaseModel):
    """The user's choices; None for those not made."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    site: str | None = None
    """The site or address that `overlay` and `overlay launch` open."""
    browser: str | None = None
    """The browser that they open, as for `--browser`."""
    delay: float | None = Field(default=None, ge=0, le=3600)
    """As `delay` in `[policy]`."""
    auto_insert: bool | None = None
    """As `auto_insert` in `[returns]`."""
    auto_submit: bool | None = None
    """As `auto_submit` in `[returns]`."""
    auto_tell: bool | None = None
    """As `auto` in `[instructions]`."""
    theme: Theme | None = None
    """Colours of the panel. Not set: those of the system."""
    language: Language | None = None
    """Language of block, panel and terminal. Not set: that of the system."""
    notifications: bool | None = None
    """Tell of a waiting question by a notification of the desktop. Not set: yes."""


class SettingsFile:
    """The file at `path`; it need not exist. An invalid file is never overwritten."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def own(cls) -> SettingsFile:
        """Return the file in the user's configuration folder."""
        return cls(config_dir() / "settings.toml")

    def read(self) -> Settings:
        """Return the choices in the file. Raises UsageError, with the place of the error, if invalid."""
        try:
            return _checked(self.path, read_text(self.path))
        except FileNotFoundError:
            return Settings()
        except (OSError, NotText) as error:
            raise UsageError(f"{self.path} can't be read: {error}", advice=CORRECT) from error

    def save(self, **choices: Any) -> Settings:
        """Write these choices (None deletes one), keep the rest of the file, and return all choices.

        Raises UsageError for an invalid file or choice; the file is then not changed.
        """
        import tomlkit

        self.path.parent.mkdir(parents=True, exist_ok=True)
        path = self.path.resolve()  # the file may be a symbolic link
        locked = UsageError(f"Another program holds {path}.lock.", advice="End that program, or wait for it.")
        with exclusive_lock(path.with_name(f"{path.name}.lock"), seconds=LOCK_SECONDS, error=locked):
            self.read()
            document: Any = tomlkit.parse(read_text(path) if path.exists() else HEAD)
            for key, value in choices.items():
                document.pop(key, None) if value is None else document.update({key: value})
            text = tomlkit.dumps(document)
            settings = _checked(self.path, text)
            try:
                write_whole(path, text)
            except OSError as error:
                raise UsageError(f"{self.path} can't be written: {error.strerror}") from error
        return settings


def _checked(path: Path, text: str) -> Settings:
    try:
        return Settings.model_validate(parse_toml(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}", advice=CORRECT) from error
    except ValidationError as error:
        advice = "\n".join(filter(None, [names_advice(Settings, error.errors()), CORRECT]))
        raise UsageError(f"{path}: {faults(error.errors())}", advice=advice) from error
