"""The objects that commands print with `--json` about settings and of places of files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run."""

    settings: list[Setting]
    """Each setting."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, and where its value comes from."""

    key: str
    """Its name in its file."""
    value: Any
    """Its value."""
    source: str
    """The file that sets it; empty: the default."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Places of files."""

    paths: dict[str, str]
    """Name of a place -> its path."""


@dataclass(frozen=True, slots=True)
class OneFile:
    """The file that a command wrote or checked."""

    file: str
    """Its path."""
