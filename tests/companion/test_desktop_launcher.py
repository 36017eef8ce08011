from __future__ import annotations

import os
import plistlib
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.companion.desktop_launcher import (
    desktop_entry,
    entry_path,
    install,
    installed,
    remove,
    shortcut_script,
)
from overlay.sites.loader import load_profiles
from tests.companion.browser.conftest import FakeMachine, fake, fakes

__all__ = ["fake", "fakes"]
CHATGPT = load_profiles()["chatgpt"]
CLAUDE = load_profiles()["claude"]
LOG = Path("/logs/a log.log")


def words(fake: FakeMachine) -> list[str]:
    return [fake.machine.python, "-m", "overlay", "--log-file", str(LOG), "launch", "chatgpt"]


def test_a_launcher_on_linux_is_a_desktop_entry_that_starts_the_site(fake: FakeMachine) -> None:
    path = install(CHATGPT, LOG, fake.machine)
    lines = path.read_text().splitlines()
    assert path == fake.machine.home / ".local/share/applications/overlay-chatgpt.desktop"
    assert "Exec=" + " ".join(f'"{word}"' for word in words(fake)) in lines
    assert {"[Desktop Entry]", "Type=Application", "Terminal=false", "Name=ChatGPT (overlay)"} <= {*lines}
    fake.set_env(XDG_DATA_HOME=str(fake.root / "data"))
    assert install(CHATGPT, LOG, fake.machine).parent == fake.root / "data/applications"


def test_each_word_of_the_command_is_quoted_as_the_specification_says() -> None:
    wanted = {"a b": '"a b"', "100%": '"100%%"', 'say "x"': r'"say \\"x\\""', "$HOME": r'"\\$HOME"'}
    lines = {word: desktop_entry(CHATGPT, [word]).splitlines() for word in wanted}
    assert [word for word, written in wanted.items() if f"Exec={written}" not in lines[word]] == []


def test_a_launcher_on_macos_is_an_app_whose_script_starts_the_site(fake: FakeMachine) -> None:
    fake.become(platform="darwin")
    path = install(CHATGPT, LOG, fake.machine)
    info = plistlib.loads((path / "Contents/Info.plist").read_bytes())
    script = path / "Contents/MacOS" / info["CFBundleExecutable"]
    assert path == fake.machine.home / "Applications/overlay-chatgpt.app"
    assert script.read_text() == f"#!/bin/sh\nexec {shlex.join(words(fake))}\n"
    assert script.stat().st_mode & 0o100


def test_a_launcher_on_windows_is_a_shortcut_in_the_start_menu(fake: FakeMachine) -> None:
    fake.become(platform="win32")
    path = entry_path("chatgpt", fake.machine)
    menu = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
    assert path == fake.machine.home / menu / "overlay-chatgpt.lnk"
    script = shortcut_script(
        Path("C:/it's.lnk"), ["C:/pythonw.exe", "-m", "overlay", "C:/a log"]
    ).splitlines()
    assert "CreateShortcut('C:/it''s.lnk')" in script[0]
    assert script[1:3] == ["$s.TargetPath = 'C:/pythonw.exe'", "$s.Arguments = '-m overlay \"C:/a log\"'"]


def test_powershell_writes_the_launcher_on_windows(fake: FakeMachine) -> None:
    fake.become(platform="win32")
    fake.set_env(PATH=f"{fake.bin}:/usr/bin:/bin")
    path = entry_path("chatgpt", fake.machine)
    fake.script(fake.bin / "powershell", f"printf '%s' '-m overlay' > {shlex.quote(str(path))}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{fake.bin}{os.pathsep}{os.environ['PATH']}")
        assert install(CHATGPT, LOG, fake.machine) in installed(fake.machine)


def test_a_removal_takes_overlays_entries_alone(fakes: Iterator[FakeMachine]) -> None:
    for platform in ("linux", "darwin"):
        fake = next(fakes)
        fake.become(platform=platform)
        ours = [install(site, LOG, fake.machine) for site in (CHATGPT, CLAUDE)]
        other = ours[0].with_name(f"overlay-other{ours[0].suffix}")
        other.write_text("[Desktop Entry]\n")
        assert remove(fake.machine, "claude") == [ours[1]]
        assert remove(fake.machine) == [ours[0]]
        assert other.exists()


def test_a_file_that_is_not_overlays_is_left(fake: FakeMachine) -> None:
    path = entry_path("chatgpt", fake.machine)
    path.parent.mkdir(parents=True)
    path.write_text("[Desktop Entry]\n")
    with pytest.raises(UsageError, match="is not overlay's"):
        install(CHATGPT, LOG, fake.machine)


def test_installing_again_replaces_the_entry(fake: FakeMachine) -> None:
    install(CHATGPT, Path("/old.log"), fake.machine)
    assert "/old.log" not in install(CHATGPT, LOG, fake.machine).read_text()
