"""The desktop entry that opens a site without a terminal: what is written on each system, and where.

Sources: the Desktop Entry Specification 1.5 (the key Exec, "Quoting"); Apple's bundle programming guide; the
object WScript.Shell of Windows.
"""

from __future__ import annotations

import base64
import plistlib
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from overlay.common.errors import OverlayError, UsageError
from overlay.companion.browser.model import Machine
from overlay.companion.browser.subprocesses import run_quietly
from overlay.sites.profile import SiteProfile

_MARK = "X-Overlay-Launcher=1"
_BUNDLE = "io.github.chat-overlay."
_DESKTOP_SPECIAL = '\\"`$'


def entry_path(name: str, machine: Machine) -> Path:
    """Return where the entry of the site `name` is on this machine."""
    return entry_folder(machine) / f"overlay-{name}{_ending(machine)}"


def entry_folder(machine: Machine) -> Path:
    """Return the folder that the system looks for a user's entries in."""
    if machine.platform == "darwin":
        return machine.home / "Applications"
    if machine.platform.startswith("win"):
        roaming = machine.env.get("APPDATA")
        top = Path(roaming) if roaming else machine.home / "AppData" / "Roaming"
        return top / "Microsoft" / "Windows" / "Start Menu" / "Programs"
    data = machine.env.get("XDG_DATA_HOME")
    return (Path(data) if data else machine.home / ".local" / "share") / "applications"


def command_of(site: SiteProfile, log: Path, machine: Machine) -> list[str]:
    """Return the command that the entry starts: this Python, and overlay writing to the `log`."""
    python = Path(machine.python)
    if machine.platform.startswith("win"):
        python = python.with_name("pythonw.exe")  # the one without a terminal
    return [str(python), "-m", "overlay", "--log-file", str(log), "launch", site.name]


def install(site: SiteProfile, log: Path, machine: Machine) -> Path:
    """Write the site's entry, in place of an earlier one, and return its path.

    Raises UsageError if something else is at that path, OverlayError if it can't be written.
    """
    path = entry_path(site.name, machine)
    if path.exists() and path not in installed(machine):
        raise UsageError(f"{path} is not overlay's", advice="Move it, then run the command again.")
    command = command_of(site, log, machine)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if machine.platform == "darwin":
            _bundle(path, site, command)
        elif machine.platform.startswith("win"):
            _shortcut(path, command, machine)
        else:
            path.write_text(desktop_entry(site, command), "utf-8")
            path.chmod(0o700)
    except OSError as error:
        raise OverlayError(f"{path} can't be written: {error.strerror or error}") from error
    return path


def installed(machine: Machine) -> list[Path]:
    """Return overlay's own entries on this machine."""
    found = sorted(entry_folder(machine).glob(f"overlay-*{_ending(machine)}"))
    return [path for path in found if _is_own(path, machine)]


def remove(machine: Machine, name: str | None = None) -> list[Path]:
    """Delete overlay's entries, or that of the site `name` alone; return what was deleted."""
    removed = [path for path in installed(machine) if name is None or path == entry_path(name, machine)]
    for path in removed:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return removed


def desktop_entry(site: SiteProfile, command: Sequence[str]) -> str:
    """Return the text of a .desktop file."""
    words = " ".join(map(_quoted, command))
    title = " ".join(site.title.split()).replace("\\", "\\\\")
    return (
        "[Desktop Entry]\nType=Application\nVersion=1.5\n"
        f"Name={title} (overlay)\nComment=Open {title} with overlay\nExec={words}\n"
        f"Terminal=false\nCategories=Network;Utility;\n{_MARK}\n"
    )


def shortcut_script(path: Path, command: Sequence[str]) -> str:
    """Return the PowerShell script that writes a shortcut."""
    program, *words = command
    arguments = " ".join(f'"{word}"' if " " in word else word for word in words)
    return (
        f"$s = (New-Object -ComObject WScript.Shell).CreateShortcut({_single(str(path))})\n"
        f"$s.TargetPath = {_single(program)}\n$s.Arguments = {_single(arguments)}\n"
        "$s.Description = 'overlay'\n$s.Save()\n"
    )


def _bundle(path: Path, site: SiteProfile, command: Sequence[str]) -> None:
    """Write a macOS bundle: its description, and a script that starts the command."""
    inside = path / "Contents"
    (inside / "MacOS").mkdir(parents=True, exist_ok=True)
    info = {
        "CFBundleName": f"{site.title} (overlay)",
        "CFBundleIdentifier": f"{_BUNDLE}{site.name}",
        "CFBundleExecutable": "launch",
        "CFBundlePackageType": "APPL",
    }
    (inside / "Info.plist").write_bytes(plistlib.dumps(info))
    script = inside / "MacOS" / "launch"
    script.write_text(f"#!/bin/sh\nexec {shlex.join(command)}\n", "utf-8")
    script.chmod(0o700)


def _shortcut(path: Path, command: Sequence[str], machine: Machine) -> None:
    script = base64.b64encode(shortcut_script(path, command).encode("utf-16-le")).decode()
    words = ["powershell", "-NoProfile", "-NonInteractive", "-EncodedCommand", script]
    done = run_quietly(words, seconds=60, env=machine.env)
    if done.reason or not path.exists():
        raise OverlayError(f"{path} was not written by PowerShell: {done.reason or 'no reason was given'}")


def _is_own(path: Path, machine: Machine) -> bool:
    if machine.platform == "darwin":
        try:
            info = plistlib.loads((path / "Contents" / "Info.plist").read_bytes())
        except (OSError, ValueError):
            return False
        return str(info.get("CFBundleIdentifier", "")).startswith(_BUNDLE)
    if machine.platform.startswith("win"):
        return "-m overlay".encode("utf-16-le") in path.read_bytes() or b"-m overlay" in path.read_bytes()
    return _MARK in path.read_text("utf-8", "replace").splitlines()


def _ending(machine: Machine) -> str:
    if machine.platform == "darwin":
        return ".app"
    return ".lnk" if machine.platform.startswith("win") else ".desktop"


def _quoted(word: str) -> str:
    """Return a word for Exec: quoted, with the special characters of quotes, strings and fields escaped."""
    inner = "".join("\\" + one if one in _DESKTOP_SPECIAL else one for one in word)
    return '"' + inner.replace("\\", "\\\\").replace("%", "%%") + '"'


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
