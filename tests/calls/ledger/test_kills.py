"""Overlay's loop, killed again and again; `python -m bench kills` does it more often, and in a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.house.tree import ROOT

FAULTS = ("crashed", "twice", "lost", "still_running", "never_offered")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """What twelve kills gave."""
    if not hasattr(os, "fork"):
        pytest.skip("this system can't fork")
    command = [sys.executable, "-m", "bench", "kills", "--runs", "12", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("fault", FAULTS)
def test_killed_at_any_point_no_call_runs_twice_or_is_lost(report: dict[str, Any], fault: str) -> None:
    assert report[fault] == []


def test_the_kills_and_the_calls_were_there(report: dict[str, Any]) -> None:
    assert report["kills"] >= 12
    assert report["ran"] > 0
