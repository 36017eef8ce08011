"""Where browsers usually are: Playwright's own folder, PATH, and each operating system's usual folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from overlay.companion.browser.model import Channel, Machine

_ON_PATH: dict[Channel, tuple[str, ...]] = {
    "chrome": ("google-chrome-stable", "google-chrome"),
    "msedge": ("microsoft-edge-stable", "microsoft-edge"),
    "chromium": ("chromium", "chromium-browser"),
    "headless-shell": ("chrome-headless-shell",),
}
_ON_LINUX: dict[Channel, tuple[str, ...]] = {
    "chrome": ("opt/google/chrome/chrome",),
    "msedge": ("opt/microsoft/msedge/msedge",),
    "chromium": (
        "usr/bin/chromium",
        "usr/bin/chromium-browser",
        "snap/bin/chromium",
    ),
    # Debian's command on PATH is a script that keeps running after a signal to it.
    "headless-shell": ("usr/lib/chromium/chromium-headless-shell",),
}
_ON_MAC: dict[Channel, str] = {
    "chrome": "Google Chrome.app/Contents/MacOS/Google Chrome",
    "msedge": "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "chromium": "Chromium.app/Contents/MacOS/Chromium",
}
_ON_WINDOWS: dict[Channel, str] = {
    "chrome": "Google/Chrome/Application/chrome.exe",
    "msedge": "Microsoft/Edge/Application/msedge.exe",
    "chromium": "Chromium/Application/chrome.exe",
}
# For each: its name in Playwright's list, the prefix of its folder, and the path of its executable there.
_IN_PLAYWRIGHT: dict[Channel, tuple[str, str, tuple[str, ...]]] = {
    "chromium": (
        "chromium",
        "chromium",
        ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe"),
    ),
    "headless-shell": (
        "chromium-headless-shell",
        "chromium_headless_shell",
        ("chrome-*/headless_shell", "chrome-*/chrome-headless-shell", "chrome-*/chrome-headless-shell.exe"),
    ),
}


def playwright_folder(machine: Machine) -> Path:
    """Return the folder of Playwright's browsers (its documentation, "Managing browser binaries")."""
    chosen = machine.env.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen == "0":
        return machine.driver / ".local-browsers"
    if chosen:
        return Path(chosen).absolute()
    if machine.platform == "darwin":
        return machine.home / "Library" / "Caches" / "ms-playwright"
    if machine.platform.startswith("win"):
        local = machine.env.get("LOCALAPPDATA")
        return (Path(local) if local else machine.home / "AppData" / "Local") / "ms-playwright"
    cache = machine.env.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else machine.home / ".cache") / "ms-playwright"


def playwright_own(machine: Machine, channel: Channel = "chromium") -> Path | None:
    """Return the executable of this Playwright's own browser, None if it is not completely downloaded."""
    if channel not in _IN_PLAYWRIGHT:
        return None
    name, prefix, patterns = _IN_PLAYWRIGHT[channel]
    listed = json.loads((machine.driver / "browsers.json").read_text(encoding="utf-8"))["browsers"]
    revision = next((str(entry["revision"]) for entry in listed if entry["name"] == name), None)
    folder = playwright_folder(machine) / f"{prefix}-{revision}"
    if not (folder / "INSTALLATION_COMPLETE").is_file():
        return None
    return next((path for pattern in patterns for path in sorted(folder.glob(pattern))), None)


def installed(machine: Machine, channel: Channel) -> Iterator[Path]:
    """Yield executables of the kind `channel`, the most likely first; one may occur twice."""
    if machine.platform.startswith("win"):
        folders = [machine.env.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        usual = _ON_WINDOWS.get(channel)
        places = [Path(folder) / usual for folder in folders if folder and usual]
    elif machine.platform == "darwin":
        usual = _ON_MAC.get(channel)
        places = [top / "Applications" / usual for top in (machine.root, machine.home) if usual]
    else:
        places = [machine.root / place for place in _ON_LINUX[channel]]
    on_path = [machine.which(command) for command in _ON_PATH[channel]]
    yield from (path for path in [*on_path, *places] if path and path.is_file())
