"""Measures how fast `overlay scan` reads a folder, on one core and on all, compared with `grep -c`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from .texts import CHAT, filled, json_call, xml_call

FILES, SIZE = 24, 1_000_000


def _wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _run(*command: str) -> Callable[[], object]:
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def measure(repeat: int) -> dict[str, tuple[float, float, float]]:
    """Return MB/s of elapsed time, the process's start included: median, least and most, measured in turn."""
    text = filled(CHAT * 20 + xml_call("a short value") + json_call("a short value"), SIZE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for place in range(FILES):
            (folder / f"{place}.md").write_text(text, encoding="utf-8")
        scan = (sys.executable, "-m", "overlay", "scan", name)
        ways = {
            "scan, one core": _run(*scan, "--jobs", "1"),
            f"scan, {os.cpu_count()} cores": _run(*scan, "--jobs", str(os.cpu_count())),
            "grep -c": _run("grep", "-rc", "invoke name", name),
        }
        times: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(repeat):
            for way, work in ways.items():
                times[way].append(_wall(work))
    size = len(text) * FILES / 1e6
    return {way: (size / median(took), size / max(took), size / min(took)) for way, took in times.items()}
