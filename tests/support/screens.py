"""A virtual screen (Xvfb), for tests with real windows."""

from __future__ import annotations

import asyncio
import ctypes
import ctypes.util
import os
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from overlay.ui.panel.placement import Bounds


@asynccontextmanager
async def screen(width: int, height: int) -> AsyncGenerator[str]:
    """Yield the name of a display of that size; the test is skipped without Xvfb."""
    if not shutil.which("Xvfb"):
        pytest.skip("no Xvfb on this machine")
    read, write = os.pipe()
    # Without `-noreset` the server resets when its last client disconnects.
    server = await asyncio.create_subprocess_exec(
        *("Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", f"{width}x{height}x24"),
        *("-nolisten", "tcp"),
        pass_fds=[write],
        stderr=asyncio.subprocess.DEVNULL,
    )
    os.close(write)
    try:
        number = await asyncio.to_thread(_line, read)
        assert number, "Xvfb did not start"
        yield f":{number.strip()}"
    finally:
        server.terminate()
        await server.wait()


def _line(pipe: int) -> str:
    """Read a line to its end: the server writes the number, then the line's end, and exits if nothing reads that."""
    with os.fdopen(pipe) as lines:
        return lines.readline()


class _Attributes(ctypes.Structure):
    """XWindowAttributes. Source: Xlib.h."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width", "depth")),
        *((name, ctypes.c_void_p) for name in ("visual", "root")),
        *((name, ctypes.c_int) for name in ("class", "bit_gravity", "win_gravity", "backing_store")),
        *((name, ctypes.c_ulong) for name in ("backing_planes", "backing_pixel")),
        ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("map_installed", "map_state")),
        ("rest", ctypes.c_byte * 64),
    )


def window_on_top(display: str) -> Bounds | None:
    """Return the bounds of the window that no other one covers on a display without a window manager."""
    name = ctypes.util.find_library("X11")
    assert name, "Xvfb without libX11"
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    assert connection, f"no display {display}"
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
    one, two, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
    children = ctypes.POINTER(ctypes.c_ulong)()
    try:
        x11.XQueryTree(connection, root, *map(ctypes.byref, (one, two, children, count)))
        for window in reversed(children[: count.value]):  # the lowest window is the first
            seen = _Attributes()
            x11.XGetWindowAttributes(connection, ctypes.c_ulong(window), ctypes.byref(seen))
            if seen.map_state == 2 and seen.width > 100 and seen.height > 100:  # IsViewable; no tooltip
                return Bounds(seen.x, seen.y, seen.width, seen.height)
        return None
    finally:
        x11.XCloseDisplay(connection)
