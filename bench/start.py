"""Measures what a start costs: the imports; a run from the process's start until it watches a chat; a further
companion in a browser that is open already, as each test has one.

    python -m bench start [--json] [--repeat N]

Each row is the ratio to the same without overlay, measured in turn: Playwright's import, Playwright that
opens the same page in the same browser, and a new context with a page. CPU time is that of all processes.
All modules are compiled before, as pip does with what it installs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from bench.detection_cost.row import Row
from overlay.companion.browser import ensure_browser, launch_options

PAGE = b"<!doctype html><title>bench</title><main><div>Hello</div></main><textarea></textarea>"
IMPORTS = {"bare": "import playwright.async_api", "overlay": "from overlay import Companion"}
AIMS = {"import, CPU": 1.22, "start, elapsed": 1.2, "start, CPU": 1.5}
Sample = dict[str, float]


Given = dict[str, Any]


class _Page(BaseHTTPRequestHandler):
    """Answers each request with the page."""

    def do_GET(self) -> None:
        """Send the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


def main(arguments: Sequence[str]) -> int:
    """Measure and print; return 1 if a row misses its target."""
    parser = argparse.ArgumentParser(prog="python -m bench start", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args(arguments)
    browser = ensure_browser(headless=True, notify=lambda _: None)
    with _served() as url, TemporaryDirectory() as compiled:
        rows = _rows(options.repeat, {"url": url, "browser": launch_options(browser, True)}, compiled)
    if options.json:
        print(json.dumps([row._asdict() for row in rows]))
    else:
        print("\n".join(row.line() for row in rows))
    return 1 if any(row.short for row in rows) else 0


@contextmanager
def _served() -> Generator[str]:
    """Yield the address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def _rows(repeat: int, given: Given, compiled: str) -> list[Row]:
    samples: dict[str, list[dict[str, float]]] = {way: [] for way in IMPORTS}
    for number in range(repeat + 1):
        for way, statement in IMPORTS.items():
            sample = {"import, CPU": _import(statement, compiled), **_start(way, given, compiled)}
            if number:  # the first run compiles
                samples[way].append(sample)
    rows: list[Row] = []
    for name in samples["bare"][0]:
        bare, own = ([figures[name] for figures in samples[way]] for way in ("bare", "overlay"))
        ratios = [one / other for one, other in zip(own, bare, strict=True)]
        rows += [
            Row(f"{name}, bare", "s", median(bare), min(bare), max(bare)),
            Row(f"{name}, overlay", "s", median(own), min(own), max(own)),
            Row(
                name, "times", median(ratios), min(ratios), max(ratios), AIMS.get(name), more_is_better=False
            ),
        ]
    return rows


def _import(statement: str, compiled: str) -> float:
    code = f"import time\nbegin = time.process_time()\n{statement}\nprint(time.process_time() - begin)"
    return float(_python(compiled, "-c", code))


def _start(way: str, given: Given, compiled: str) -> Sample:
    begin = time.perf_counter()
    asked = _python(compiled, "-m", "bench.start_cost.one", way, json.dumps(given))
    figures: Sample = json.loads(asked)
    # The clock is that of the machine, and only this process knows when the other one began.
    figures["start, elapsed"] -= begin
    return figures


def _python(compiled: str, *arguments: str) -> str:
    """Run Python, which keeps compiled modules in the folder `compiled`; return what it prints."""
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    env = {**given, "PYTHONPYCACHEPREFIX": compiled}
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout
