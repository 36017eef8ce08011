"""Makes a report of `overlay check` for a recording whose expected events were changed."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
from pathlib import Path

RECORDING = Path(__file__).parents[2] / "tests" / "capture" / "recordings" / "demo"
CHANGES = {"current_time": "time_now", "was denied": "was not allowed", "2026-11-22T04": "2026-11-22T05"}


async def report(folder: Path) -> Path:
    """Write the report of a changed copy of the demo's recording to `folder`; return its path."""
    copy = folder / "demo"
    shutil.copytree(RECORDING, copy)
    expected = copy / "expected" / "log.jsonl"
    text = expected.read_text("utf-8")
    for was, now in CHANGES.items():
        text = text.replace(was, now, 1)
    expected.write_text(text, "utf-8")
    path = folder / "report.html"
    command = [sys.executable, "-m", "overlay", "check", str(copy), "--report", str(path)]
    ended = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    await ended.wait()
    html = path.read_text("utf-8")
    # The time and the duration differ in each run.
    html = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC · [\d.]+ s", "2026-01-01 12:00 UTC · 9.0 s", html)
    path.write_text(re.sub(r"(steps?) · [\d.]+ s", r"\1 · 9.0 s", html), "utf-8")
    return path
