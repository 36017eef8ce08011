"""Checks whether a window can be opened here: a named display may not exist any more."""

from __future__ import annotations

import re
import socket
from pathlib import Path

from overlay.companion.browser.model import Machine

PATIENCE = 2.0
"""Seconds in which a display must accept a connection."""
_X = re.compile(r"(?P<host>.*):(?P<number>\d+)(\.\d+)?")


def display_problem(machine: Machine) -> str | None:
    """Return why no window can be shown; None if one can, or if that can't be found out.

    `WAYLAND_DISPLAY` names a socket in `XDG_RUNTIME_DIR` or a path; `DISPLAY` is `HOST:NUMBER.SCREEN`
    (Source: X(7), "Display names"; wayland-client's `wl_display_connect`).
    """
    if machine.platform == "darwin" or machine.platform.startswith("win"):
        return None
    if machine.display() is None:
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    tried: list[str] = []
    for variable, is_reachable in (("WAYLAND_DISPLAY", _wayland), ("DISPLAY", _x)):
        name = machine.env.get(variable)
        if not name:
            continue
        if is_reachable(machine, name) is not False:
            return None
        tried.append(f"{variable}={name}")
    return f"nothing answers at {' or '.join(tried)}" if tried else None


def _wayland(machine: Machine, name: str) -> bool | None:
    folder = machine.env.get("XDG_RUNTIME_DIR")
    if not folder and not name.startswith("/"):
        return None
    return _answers(socket.AF_UNIX, str(Path(folder or "/") / name))


def _x(machine: Machine, name: str) -> bool | None:
    found = _X.fullmatch(name)
    if found is None:
        return None
    number = int(found["number"])
    host = found["host"].removesuffix("/unix")
    if host not in ("", "unix"):
        return _answers(socket.AF_INET, (host, 6000 + number))
    path = str(machine.root / f"tmp/.X11-unix/X{number}")
    return _answers(socket.AF_UNIX, path) or _answers(socket.AF_UNIX, f"\0{path}")


def _answers(family: int, address: str | tuple[str, int]) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as client:
            client.settimeout(PATIENCE)
            client.connect(address)
    except OSError:
        return False
    return True
