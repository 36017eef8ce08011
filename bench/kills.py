"""Kills overlay at random points and starts it again: no call may run twice. See `--help`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from bench.killed import browser
from bench.killed.life import NEW, POINTS, Chat, Life, at, point
from overlay.calls.ledger import Ledger, Note, RedactedRow
from overlay.calls.ledger.history import Filter, find

ENDS = ("done", "unknown", "cancelled")


@dataclass(slots=True)
class Report:
    """The result. The lists contain errors and should be empty."""

    kills: int = 0
    killed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(POINTS, 0))
    chats: int = 0
    lives: int = 0
    calls: int = 0
    ran: int = 0
    unknown: int = 0
    twice: list[str] = field(default_factory=list[str])
    lost: list[str] = field(default_factory=list[str])
    still_running: list[str] = field(default_factory=list[str])
    never_offered: list[str] = field(default_factory=list[str])
    crashed: list[str] = field(default_factory=list[str])
    begin_ms: dict[str, float] = field(default_factory=dict[str, float])
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not (self.twice or self.lost or self.still_running or self.never_offered or self.crashed)


def start(chat: Chat, seed: int) -> int:
    """Start overlay on the chat in a separate process; return its process id."""
    at("opening")
    process = os.fork()
    if process:
        return process
    try:
        asyncio.run(Life(chat, seed).live())
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def end(process: int, after: float, dice: random.Random) -> int:
    """Kill the process after at most `after` seconds; return its wait status (0: it ended normally).

    In 7 of 10 cases it is killed within `after` / 4 seconds after its first write, where errors are likely.
    """
    early = dice.random() < 0.3
    deadline, later = time.monotonic() + after, after / 4
    while time.monotonic() < deadline:
        ended, how = os.waitpid(process, os.WNOHANG)
        if ended:
            return how
        if not early and point[0] >= POINTS.index("writing the start"):
            early, deadline = True, time.monotonic() + later
        elif not early:
            deadline = time.monotonic() + after
        time.sleep(0.0005)
    os.kill(process, signal.SIGKILL)
    return os.waitpid(process, 0)[1]


def play(folder: Path, wanted: int, seed: int) -> Report:
    """Play chats on one ledger until there were `wanted` kills."""
    dice, report, began = random.Random(seed), Report(), time.monotonic()
    usual = 0.2
    while report.kills < wanted:
        chat = Chat(folder, report.chats)
        report.chats += 1
        how = -1
        while how != 0:
            report.lives += 1
            may_die = report.kills < wanted
            started = time.monotonic()
            how = end(start(chat, dice.randrange(10**9)), dice.random() * usual if may_die else 60.0, dice)
            if how == signal.SIGKILL:
                report.kills += 1
                report.killed[POINTS[point[0]]] += 1
            elif how != 0:
                report.crashed.append(f"chat {chat.number}: ended with {how}")
                return report
            else:
                usual = max(0.05, (usual + time.monotonic() - started) / 2)
        look(folder, chat.keys(), report)
    report.begin_ms = begin_times(folder)
    report.seconds = round(time.monotonic() - began, 1)
    return report


def play_in_browser(folder: Path, wanted: int, seed: int, *, mcp: bool = False) -> Report:
    """Kill the real companion `wanted` times, in one chat of the bundled site."""
    report, began = Report(kills=wanted, chats=1, lives=wanted + 1), time.monotonic()
    report.killed = {}
    keys = asyncio.run(browser.play(folder, wanted, random.Random(seed), mcp=mcp))
    look(folder, keys, report)
    report.seconds = round(time.monotonic() - began, 1)
    return report


def look(folder: Path, keys: Sequence[str], report: Report) -> None:
    """Compare the runs of these calls with their rows in the ledger, and add the errors to the report."""
    lines = (folder / "ran").read_text().split() if (folder / "ran").exists() else []
    ran = Counter(line for line in lines if line in keys)
    ledger = Ledger(folder / "ledger.sqlite3")
    ledger.open()
    rows = [row for row in find(ledger, Filter()) if row.arguments.get("key") in keys]
    ledger.close()
    started = {row.arguments["key"]: row for row in rows if row.started is not None}
    report.calls += len(keys)
    report.ran += len(ran)
    report.unknown += sum(row.status == "unknown" for row in started.values())
    report.twice += [key for key, times in ran.items() if times > 1]
    report.lost += [key for key in ran if key not in started or started[key].status not in ENDS]
    report.lost += [key for key, row in started.items() if row.status == "done" and key not in ran]
    report.still_running += [row.id for row in rows if row.status == "running"]
    report.never_offered += [key for key in keys if key not in started]


def begin_times(folder: Path, count: int = 100) -> dict[str, float]:
    """Measure in ms how long a run waits for its row in the ledger, on this disk."""
    ledger = Ledger(folder / "ledger.sqlite3")
    ledger.open()
    taken: list[float] = []
    for number in range(count):
        row = RedactedRow(f"timed{number}", ledger.run, NEW, "timed", "/", "m", "1", f"mark{number}", "stamp")
        row.status, row.started = "running", ledger.clock()
        before = time.perf_counter()
        ledger.begin([Note(row)], row, (), fresh=True)
        taken.append((time.perf_counter() - before) * 1000)
    ledger.close()
    return {"median": round(statistics.median(taken), 2), "most": round(max(taken), 2)}


def main(arguments: Sequence[str]) -> int:
    """Kill and restart; return 1 if a call ran twice, was lost, or was automatically run again."""
    parser = argparse.ArgumentParser(prog="python -m bench kills", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the lines")
    parser.add_argument("--runs", type=int, default=200, help="how many times to kill")
    parser.add_argument(
        "--browser", action="store_true", help="run the real companion in Chromium, on the bundled site"
    )
    parser.add_argument("--mcp", action="store_true", help="the same with the tool of an MCP server")
    parser.add_argument("--seed", type=int, default=1, help="seed for the random times of the kills")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="overlay-kills-") as folder:
        how = play
        if options.browser or options.mcp:
            how = partial(play_in_browser, mcp=options.mcp)
        report = how(Path(folder), options.runs, options.seed)
    plain = {"ok": report.ok, **asdict(report)}
    lines = (f"{key}: {value}" for key, value in plain.items())
    print(json.dumps(plain, indent=2) if options.json else "\n".join(lines))
    return 0 if report.ok else 1
