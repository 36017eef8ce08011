"""CPU time of a process and of all its descendants, from /proc (Linux; see proc(5), `stat`)."""

from __future__ import annotations

import os
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
    waiting = [os.getpid()]
    while waiting:
        pid = waiting.pop()
        waiting += children.get(pid, [])
        kind = "python" if pid == os.getpid() else _kind(pid)
        spent[kind] = spent.get(kind, 0.0) + times.get(pid, 0.0)
        spent["all"] += times.get(pid, 0.0)
    return spent


def _kind(pid: int) -> str:
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return "ended"
    for kind in KINDS:
        if f"--type={kind}" in line:
            return kind
    return "driver" if "run-driver" in line else "browser"
