"""The loop of overlay, killed several times; `python -m bench kills` does it more often, and in a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.house.tree import ROOT
from tests.support.effort import some

FAULTS = ("crashed", "twice", "lost", "still_running", "never_offered")
RUNS = some(12, 2)


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """The report of the benchmark after its kills."""
    if not hasattr(os, "fork"):
        pytest.skip("this system can't fork")
    command = [sys.executable, "-m", "bench", "kills", "--runs", str(RUNS), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_no_call_runs_twice_or_is_lost_wherever_overlay_is_killed(report: dict[str, Any]) -> None:
    assert {fault: report[fault] for fault in FAULTS} == {fault: [] for fault in FAULTS}


def test_control_overlay_was_killed_and_calls_ran(report: dict[str, Any]) -> None:
    assert report["kills"] >= RUNS
    assert report["ran"] > 0
