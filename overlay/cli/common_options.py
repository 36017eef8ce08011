"""Options and types of options that several commands have."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import click

from overlay.cli.command import did_you_mean


class PathType(click.Path):
    """A path. If it must exist and does not, the error names the nearest one in its folder."""

    def __init__(self, *, exists: bool = False, file: bool = True, folder: bool = True) -> None:
        super().__init__(exists=exists, file_okay=file, dir_okay=folder, path_type=Path)
        self._metavar = "PATH" if file and folder else "FILE" if file else "DIR"

    def get_metavar(self, *context: Any, **more: Any) -> str:  # noqa: ARG002 - differs by click's version
        """Return the name of the value in a help text."""
        return self._metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fails with wrong use if it can't be used."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            place = Path(os.fsdecode(value))
            if not place.exists():
                known = [one.name for one in place.parent.iterdir()] if place.parent.is_dir() else []
                near = f"\n{did_you_mean(place.name, known)}".rstrip()
                raise click.BadParameter(f"{error.message}{near}", ctx, param) from error
            raise


EXISTING = PathType(exists=True)
EXISTING_FILE = PathType(exists=True, folder=False)
EXISTING_FOLDER = PathType(exists=True, file=False)
FILE_PATH = PathType(folder=False)
FOLDER_PATH = PathType(file=False)


class WholeRange(click.IntRange):
    """A whole number within limits."""

    name = "whole number"

    def get_metavar(self, *context: Any, **more: Any) -> str:  # noqa: ARG002 - differs by click's version
        """Return the name of the value in a help text."""
        return "N"


class FiniteRange(click.FloatRange):
    """A number within limits. Refuses NaN too: comparisons with the limits don't exclude it."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails with wrong use if the value is not one."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number that can be used here.", param, ctx)
        return number
