"""CPU time and memory of a process and of all its descendants, from /proc (Linux; see proc(5))."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
KINDS = ("renderer", "gpu-process", "utility", "zygote")


def cpu() -> dict[str, float]:
    """Return seconds by kind: `python` (this process), `driver` (Playwright's), the browser's; `all` of them.

    The time of an ended process counts for the process that waited for it, so no sum ever decreases.
    """
    times: dict[int, float] = {}
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            # The name in brackets may contain spaces, so the fields are read after it.
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(entry.name)
        times[pid] = sum(int(ticks) for ticks in fields[11:15]) / TICK
        children.setdefault(int(fields[1]), []).append(pid)
    spent = {"all": 0.0}
    for pid in _with_descendants(children):
        kind = "python" if pid == os.getpid() else _kind(pid)
        spent[kind] = spent.get(kind, 0.0) + times.get(pid, 0.0)
        spent["all"] += times.get(pid, 0.0)
    return spent


def renderer_mb() -> float:
    """Return the MB of memory that only renderers of this process's browsers have."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                children.setdefault(int(parent), []).append(int(entry.name))
    return sum(_private_mb(pid) for pid in _with_descendants(children) if _kind(pid) == "renderer")


def _private_mb(pid: int) -> float:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000
    return 0.0


def _with_descendants(children: dict[int, list[int]]) -> Iterator[int]:
    waiting = [os.getpid()]
    while waiting:
        pid = waiting.pop()
        waiting += children.get(pid, [])
        yield pid


def _kind(pid: int) -> str:
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return "ended"
    for kind in KINDS:
        if f"--type={kind}" in line:
            return kind
    return "driver" if "run-driver" in line else "browser"
