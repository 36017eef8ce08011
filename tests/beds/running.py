"""A bed for the tests: the script starts it in its own process, which ends with the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Bed:
    """`url` is the application's address, `model` that of the model's log."""

    name: str
    url: str
    model: str

    def heard(self, text: str) -> str:
        """The last message that contains `text`, as the model received it; "" if there was none."""
        with urlopen(f"{self.model}/log/find?q={quote(text)}", timeout=20) as answer:
            return str(json.load(answer)["text"])

    def turns(self) -> list[tuple[float, float]]:
        """The times of `Model.turns`."""
        with urlopen(f"{self.model}/log/turns", timeout=20) as answer:
            return [(spoke, asked) for spoke, asked in json.load(answer)]


@contextmanager
def started(name: str, csp: str = "") -> Generator[Bed]:
    """Start the bed; it is installed already, or will be. Raises AssertionError with what the script said."""
    environment = {**os.environ, "BED_CSP": csp}
    environment.pop("OVERLAY_HOME", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.beds", name],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        assert process.stdin
        assert process.stdout
        try:
            words = process.stdout.readline().split()
            assert words[:1] == ["READY"], f"the bed {name} did not start; what it said stands above"
            yield Bed(name, words[1], words[2])
        finally:
            process.stdin.close()
