"""A machine of the tests' own: an empty file system, an empty PATH, programs that are small scripts."""

from __future__ import annotations

import itertools
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from overlay.companion.browser.model import Machine

REVISION = "1234"


@dataclass
class FakeMachine:
    """`machine` is what the code under test is given; the methods put things on it."""

    machine: Machine
    calls_file: Path

    @property
    def root(self) -> Path:
        return self.machine.root

    @property
    def bin(self) -> Path:
        return self.root / "usr/local/bin"

    def become(self, **changes: object) -> None:
        self.machine = replace(self.machine, **changes)  # pyright: ignore[reportArgumentType]

    def set_env(self, **values: str) -> None:
        self.become(env={**self.machine.env, **values})

    def script(self, path: Path, body: str) -> Path:
        """An executable that writes down how it was called, then does `body`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        note = f'echo "${{0##*/}}" "$@" >> {shlex.quote(str(self.calls_file))}'
        path.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{note}\n{body}\n")
        path.chmod(0o755)
        return path

    def browser(self, path: Path, says: str = "Chromium 150.0.1.2 built on a test") -> Path:
        return self.script(path, f"echo {shlex.quote(says)}")

    def playwright_shell(self) -> Path:
        """Playwright's own headless shell, download complete."""
        folder = self.machine.home / f".cache/ms-playwright/chromium_headless_shell-{REVISION}"
        name = "chrome-headless-shell-linux64/chrome-headless-shell"
        path = self.browser(folder / name, "Google Chrome for Testing 159.0.1.2")
        (folder / "INSTALLATION_COMPLETE").touch()
        return path

    def debians_shell(self) -> Path:
        return self.browser(self.root / "usr/lib/chromium/chromium-headless-shell")

    def playwright_browser(self) -> Path:
        """Playwright's own Chromium, download complete."""
        folder = self.machine.home / f".cache/ms-playwright/chromium-{REVISION}"
        path = self.browser(folder / "chrome-linux64/chrome", "Google Chrome for Testing 159.0.1.2")
        (folder / "INSTALLATION_COMPLETE").touch()
        return path

    def debian(self, like: str = "ID=debian") -> None:
        (self.root / "etc").mkdir(exist_ok=True)
        (self.root / "etc/os-release").write_text(f'NAME="A system"\n{like}\n')

    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines() if self.calls_file.exists() else []


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    return made_in(tmp_path)


@pytest.fixture
def fakes(tmp_path: Path) -> Iterator[FakeMachine]:
    """Machines for the rows of a table, each new: `next(fakes)`."""
    return (made_in(tmp_path / str(number)) for number in itertools.count())


def made_in(folder: Path) -> FakeMachine:
    """A Linux machine of an ordinary user, with nothing on it but the shell's own folder."""
    root = folder / "root"
    driver = folder / "driver"
    home = root / "home/someone"
    for folder in (root, driver, home, root / "usr/local/bin"):
        folder.mkdir(parents=True, exist_ok=True)
    names = {"firefox": "9", "chromium": REVISION, "chromium-headless-shell": REVISION}
    listed = [{"name": name, "revision": revision} for name, revision in names.items()]
    (driver / "browsers.json").write_text(json.dumps({"browsers": listed}))
    machine = Machine(
        platform="linux",
        env={"PATH": str(root / "usr/local/bin")},
        home=home,
        is_root=False,
        root=root,
        driver=driver,
        python=str(root / "usr/local/bin/python"),
    )
    return FakeMachine(machine, folder / "calls")
