"""Prints one table of what overlay withstands: kills, faults, attacks, fuzzed inputs and a soak.

Each row is played in parts, and each part is appended to `parts.jsonl` in the folder when it has ended. The
next start with the same folder goes on where the last one stopped, and plays an interrupted part again.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.proved import picture

ROOT = Path(__file__).parent.parent
GROWTH = 1.25
"""How many times its early value a figure of the soak may reach."""
KB_A_CALL = 8
"""By how much Python may grow with each call. Each block is drawn in a frame, and Playwright keeps what it
knows of the last 10,000 frames, also of those that are gone.
"""
EARLY = 0.25
"""The share of a soak's samples after which it has warmed up."""
FEW = 8
"""A soak with fewer samples says nothing about growth."""


Play = Callable[[float, int, Path], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: `short` and `long` say how much is played, in parts of `size`.

    `play(size, number, folder)` plays a part and returns how much was done, what went wrong, and notes.
    """

    name: str
    unit: str
    short: float
    long: float
    size: float
    play: Play


def _run(*arguments: object) -> tuple[int, str]:
    """Run Python with these arguments; return the exit code and what it printed."""
    command = [sys.executable, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def _json_in(text: str) -> dict[str, Any]:
    """Return the last JSON object in what a program printed; {} if it printed none."""
    for start in sorted((found.start() for found in re.finditer(r"^\{", text, re.MULTILINE)), reverse=True):
        try:
            return json.JSONDecoder().raw_decode(text[start:])[0]
        except ValueError:
            continue
    return {}


FAULTS = ("twice", "lost", "still_running", "never_offered", "crashed")
"""The lists of errors in the report of `bench kills`."""


def kills(*options: str) -> Play:
    """Return the function that kills overlay; see `bench kills`."""

    def play(size: float, number: int, _: Path) -> dict[str, Any]:
        code, text = _run("-m", "bench", "kills", "--runs", int(size), "--seed", number, "--json", *options)
        found = _json_in(text)
        bad = {name: found[name] for name in FAULTS if found.get(name)}
        if "kills" not in found:
            bad = {"failed": [text[-2000:]]}
        count = sum(map(len, bad.values())) or int(code != 0)
        return {"done": found.get("kills", 0), "bad": count, "notes": bad}

    return play


def tests(*paths: str) -> Play:
    """Return the function that runs the tests in these paths."""

    def play(*_: object) -> dict[str, Any]:
        code, text = _run("-m", "pytest", "-q", "-n", "2", *paths)
        counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", text)}
        bad = counts.get("failed", 0) + counts.get("error", 0) or int(code != 0)
        failed = [line for line in text.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return {"done": counts.get("passed", 0) + bad, "bad": bad, "notes": failed}

    return play


def fuzz(size: float, number: int, _folder: Path) -> dict[str, Any]:
    """Read fuzzed inputs; see `bench fuzz_detection`."""
    _, text = _run("-m", "bench", "fuzz_detection", "--inputs", int(size), "--seed", number)
    lines = text.splitlines()
    problems = [line for line in lines if line.startswith('{"problem"')]
    found = _json_in("\n".join(line for line in lines if line not in problems))
    bad = found.get("problems", 1) + (found.get("memory_grown_mb", 0) > 200)
    return {"done": found.get("inputs", 0), "bad": bad, "notes": problems[:5]}


def soak(size: float, number: int, folder: Path) -> dict[str, Any]:
    """Let overlay work for `size` minutes; draw the picture of all parts."""
    file = folder / f"soak{number}.jsonl"
    file.unlink(missing_ok=True)
    _, text = _run("-m", "bench.proved.soak", file, size)
    found = _json_in(text)
    samples = _samples(file)
    grown = growth(samples)
    (folder / "soak.svg").write_text(
        picture.draw([one for part in sorted(folder.glob("soak*.jsonl")) for one in _samples(part)])
    )
    kilobytes = kb_a_call(samples)
    bad = found.get("bad", 1) + sum(value > GROWTH for value in grown.values()) + (kilobytes > KB_A_CALL)
    return {
        "done": size if found else 0,
        "bad": bad,
        "notes": {
            "calls": found.get("done", 0),
            "growth": grown,
            "python_kb_a_call": kilobytes,
            **({} if found else {"failed": text[-500:]}),
        },
    }


def _samples(file: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def growth(samples: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return how many times their early values the figures but Python's memory have at the end."""
    if len(samples) < FEW:
        return {}
    early, late = _early_and_late(samples)
    names = ("objects", "page_mb", "nodes", "handles", "cpu_ms")
    return {name: round(late[name] / max(early[name], 0.1), 2) for name in names}


def kb_a_call(samples: Sequence[dict[str, float]]) -> float:
    """Return by how many KB Python has grown with each call, after it has warmed up."""
    if len(samples) < FEW:
        return 0
    early, late = _early_and_late(samples)
    return round(1024 * (late["python_mb"] - early["python_mb"]) / max(late["calls"] - early["calls"], 1), 1)


def _early_and_late(samples: Sequence[dict[str, float]]) -> list[dict[str, float]]:
    """Return the medians of the figures in the quarter after the warm-up, and in the last quarter."""
    quarter = max(len(samples) // 4, 2)
    begin = int(len(samples) * EARLY)
    return [
        {name: sorted(one[name] for one in part)[len(part) // 2] for name in samples[0]}
        for part in (samples[begin : begin + quarter], samples[-quarter:])
    ]


ROWS = (
    Row("kills, played chat", "kills", 200, 1000, 100, kills()),
    Row("kills, browser", "kills", 10, 200, 10, kills("--browser")),
    Row("kills, MCP server", "kills", 6, 100, 6, kills("--mcp")),
    Row(
        "faults",
        "tests",
        1,
        1,
        1,
        tests("tests/companion/watch", "tests/calls/ledger", "tests/acceptance/test_fail_open.py"),
    ),
    Row("attacks", "tests", 1, 1, 1, tests("tests/attacks")),
    Row("fuzzed inputs", "inputs", 20_000, 10_000_000, 20_000, fuzz),
    Row("soak", "minutes", 10, 120, 120, soak),
)


class Parts:
    """The parts that have been played, in a file of the folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "parts.jsonl"
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        self.all: list[dict[str, Any]] = [json.loads(line) for line in lines]

    def add(self, part: dict[str, Any]) -> None:
        """Append a part to the file."""
        self.all.append(part)
        with self._file.open("a") as file:
            file.write(json.dumps(part) + "\n")

    def of(self, row: Row) -> list[dict[str, Any]]:
        """Return the parts of a row."""
        return [part for part in self.all if part["row"] == row.name]

    def played(self, row: Row) -> float:
        """Return how much of a row has been played. Rows of tests count their runs."""
        of_row = self.of(row)
        return len(of_row) if row.unit == "tests" else sum(part["done"] for part in of_row)


def play(row: Row, target: float, parts: Parts, folder: Path) -> None:
    """Play the missing parts of a row; stop after the first part that did nothing."""
    while parts.played(row) < target:
        number, began = len(parts.of(row)) + 1, time.monotonic()
        size = min(row.size, target - parts.played(row))
        part = {"row": row.name, "part": number, **row.play(size, number, folder)}
        parts.add({**part, "seconds": round(time.monotonic() - began, 1)})
        print(
            f"{row.name}: {parts.played(row):g} of {target:g}, bad: {part['bad']}",
            file=sys.stderr,
            flush=True,
        )
        if not part["done"]:
            return


def table(parts: Parts, rows: Sequence[Row], *, long: bool) -> tuple[str, bool]:
    """Return the table as text, and whether all rows are complete and nothing went wrong."""
    lines, ok = [f"{'row':<20}{'done':>12}{'of':>12}  {'unit':<8}{'bad':>5}{'seconds':>9}"], True
    for row in rows:
        of_row, target = parts.of(row), row.long if long else row.short
        done, bad = sum(part["done"] for part in of_row), sum(part["bad"] for part in of_row)
        seconds = sum(part["seconds"] for part in of_row)
        ok = ok and not bad and parts.played(row) >= target
        wanted = "all" if row.unit == "tests" else f"{target:g}"
        lines.append(f"{row.name:<20}{done:>12g}{wanted:>12}  {row.unit:<8}{bad:>5}{seconds:>9.0f}")
        lines += [f"    {json.dumps(part['notes'])[:600]}" for part in of_row if part["bad"]]
        if row.name == "soak" and of_row:
            lines.append(f"    {json.dumps(of_row[-1]['notes'])}")
    return "\n".join(lines), ok


def main(arguments: Sequence[str]) -> int:
    """Play what is missing, print the table; return 1 if something went wrong or is missing."""
    parser = argparse.ArgumentParser(prog="python -m bench proof", description=__doc__)
    parser.add_argument("--long", action="store_true", help="much more of each: takes many hours")
    parser.add_argument("--folder", type=Path, default=Path("proof"), help="where the parts are kept")
    parser.add_argument("--only", action="append", metavar="ROW", help="only rows whose name contains this")
    parser.add_argument("--table", action="store_true", help="play nothing, print the table so far")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = [row for row in ROWS if not options.only or any(word in row.name for word in options.only)]
    parts = Parts(options.folder)
    for row in [] if options.table else rows:
        play(row, row.long if options.long else row.short, parts, options.folder)
    text, ok = table(parts, rows, long=options.long)
    print(text)
    return 0 if ok else 1
