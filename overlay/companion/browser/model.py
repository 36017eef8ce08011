"""What the finder knows of a machine, and what it says of a browser."""

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
    """A browser that was seen to start.

    `channel` is its kind (None for a path given by hand), `how` how it was found, `name` and `version` what
    it says of itself, `args` what it must be started with on this machine (`--no-sandbox` or nothing).
    """

    path: Path
    channel: Channel | None
    how: How
    name: str
    version: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Machine:
    """Everything the finder asks of the operating system; tests hand in one of their own.

    `root` is the top of the file system, `driver` Playwright's driver package (it holds `browsers.json`),
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
        """The machine we are on, as it is now."""
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
        """The executable that `command` names on this machine's PATH (or as a path of its own)."""
        found = shutil.which(command, path=self.env.get("PATH", ""))
        return Path(found) if found else None

    def display(self) -> str | None:
        """What a window could be shown on, or None where there is nothing."""
        if self.platform == "darwin" or self.platform.startswith("win"):
            return "the desktop"
        return self.env.get("WAYLAND_DISPLAY") or self.env.get("DISPLAY") or None
