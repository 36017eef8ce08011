"""Finds the debugging port of the user's everyday browser, given the browser's name.

Chrome from version 144 has the switch at chrome://inspect/#remote-debugging. It writes `DevToolsActivePort`
(the port, then the path of the browser's socket) into the profile folder; `/json/version` answers 404 there.
Source: Chromium's `devtools_http_handler.cc`; the folders are those of `docs/user_data_dir.md`.
"""

from __future__ import annotations

import re
import socket
from pathlib import Path

from overlay.common.errors import UsageError
from overlay.companion.browser.model import Machine

FILE = "DevToolsActivePort"
DIALOG_SECONDS = 180
"""Time for the dialog in which the user lets overlay attach."""
# For each name: the folder on Linux (below the configuration folder), macOS (below Application Support) and
# Windows (below LOCALAPPDATA).
_FOLDERS: dict[str, tuple[str, str, str]] = {
    "chrome": ("google-chrome", "Google/Chrome", "Google/Chrome/User Data"),
    "chrome-beta": ("google-chrome-beta", "Google/Chrome Beta", "Google/Chrome Beta/User Data"),
    "chrome-dev": ("google-chrome-unstable", "Google/Chrome Dev", "Google/Chrome Dev/User Data"),
    "chrome-canary": ("google-chrome-canary", "Google/Chrome Canary", "Google/Chrome SxS/User Data"),
    "msedge": ("microsoft-edge", "Microsoft Edge", "Microsoft/Edge/User Data"),
    "msedge-beta": ("microsoft-edge-beta", "Microsoft Edge Beta", "Microsoft/Edge Beta/User Data"),
    "msedge-dev": ("microsoft-edge-dev", "Microsoft Edge Dev", "Microsoft/Edge Dev/User Data"),
    "msedge-canary": ("microsoft-edge-canary", "Microsoft Edge Canary", "Microsoft/Edge SxS/User Data"),
    "chromium": ("chromium", "Chromium", "Chromium/User Data"),
}
NAMES = tuple(_FOLDERS)
_SOCKET = re.compile(r"(?P<port>\d{1,5})\s*\n(?P<path>/devtools/browser/[\w-]*)\s*")
OPENS = (
    "Its debugging switch lets any program on this machine that you allow in the dialog read and control"
    " every tab of it. overlay attaches to the chat's tab only. Switch it off when you are done."
)


def user_data(name: str, machine: Machine) -> Path:
    """Return the folder of the profiles of the browser `name` (one of NAMES)."""
    linux, mac, windows = _FOLDERS[name]
    if machine.platform == "darwin":
        return machine.home / "Library" / "Application Support" / mac
    if machine.platform.startswith("win"):
        local = machine.env.get("LOCALAPPDATA")
        return (Path(local) if local else machine.home / "AppData" / "Local") / windows
    config = machine.env.get("CHROME_CONFIG_HOME") or machine.env.get("XDG_CONFIG_HOME")
    return (Path(config) if config else machine.home / ".config") / linux


def endpoint(name: str, machine: Machine | None = None) -> str:
    """Return the address of the running browser's socket.

    Raises UsageError, with what to do, if its switch is off, or its file is damaged or left over.
    """
    machine = machine or Machine.current()
    path = user_data(name, machine) / FILE
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise _off(name, f"it does not run, or its debugging switch is off (no {path})") from None
    found = _SOCKET.fullmatch(text)
    if found is None or not 0 < int(found["port"]) < 65_536:
        raise _off(name, f"{path} holds no port")
    port = int(found["port"])
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        raise _off(name, f"nothing answers at its port {port}: it has ended") from None
    return f"ws://127.0.0.1:{port}{found['path']}"


def _off(name: str, error: str) -> UsageError:
    inside = "edge" if name.startswith("msedge") else "chrome"
    return UsageError(
        f"--connect {name}: {error}",
        advice=f"Start it, open {inside}://inspect/#remote-debugging in it, and allow remote debugging there."
        " Then run the command again.",
    )
