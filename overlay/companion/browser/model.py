"""The data of the browser search: the machine that is searched, and a browser that was found."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import playwright

Channel = Literal["chromium", "chrome", "msedge", "headless-shell"]
How = Literal["given", "Playwright's own", "installed"]


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that was started once as a test.

    `channel` is its kind (None for a path given by the user), `how` how it was found, `name` and `version`
    what it reports, `args` the arguments that it needs on this machine (`--no-sandbox` or none).
    """

    path: Path
    channel: Channel | None
    how: How
    name: str
    version: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Machine:
    """The parts of the operating system that the browser search needs; tests pass their own.

    `root` is the root of the file system, `driver` Playwright's driver package (it contains `browsers.json`),
    `python` the interpreter that runs Playwright's installer.
    """

    platform: str
    env: Mapping[str, str]
    home: Path
    is_root: bool
    root: Path
    driver: Path
    python: str

    @classmethod
    def current(cls) -> Machine:
        """Return the present state of this machine."""
        return cls(
            platform=sys.platform,
            env=dict(os.environ),
            home=Path.home(),
            is_root=getattr(os, "geteuid", lambda: -1)() == 0,
            root=Path("/"),
            driver=Path(playwright.__file__).parent / "driver" / "package",
            python=sys.executable,
        )

    def which(self, command: str) -> Path | None:
        """Return the executable that `command` names on this machine's PATH or as a path; None if missing."""
        found = shutil.which(command, path=self.env.get("PATH", ""))
        return Path(found) if found else None

    def display(self) -> str | None:
        """Return the name of the display for windows, None if there is none."""
        if self.platform == "darwin" or self.platform.startswith("win"):
            return "the desktop"
        return self.env.get("WAYLAND_DISPLAY") or self.env.get("DISPLAY") or None
