from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.calls.ledger.run_lock import RunLock, anyone_alive, forget, is_alive

HOLD = """
import sys
from pathlib import Path
from overlay.calls.ledger.run_lock import RunLock
lock = RunLock(Path(sys.argv[1]), "other")
lock.take()
print("held", flush=True)
sys.stdin.read()
"""


def test_a_run_is_alive_only_while_its_lock_is_held(tmp_path: Path) -> None:
    lock = RunLock(tmp_path / "runs", "mine")
    lock.take()
    assert is_alive(tmp_path / "runs", "mine")
    lock.let_go()
    assert not is_alive(tmp_path / "runs", "mine")

    assert not is_alive(tmp_path, "none")


def test_a_lock_may_be_released_twice_and_leaves_no_file(tmp_path: Path) -> None:
    lock = RunLock(tmp_path, "mine")
    lock.take()
    lock.let_go()
    lock.let_go()
    assert list(tmp_path.iterdir()) == []


def test_a_run_in_another_process_is_alive_until_it_is_killed(tmp_path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    with other:
        assert other.stdout
        other.stdout.readline()
        assert is_alive(tmp_path, "other")
        assert anyone_alive(tmp_path)
        other.kill()
        other.wait()
    assert not is_alive(tmp_path, "other")
    assert not anyone_alive(tmp_path)
    assert (tmp_path / "other.lock").exists()
    forget(tmp_path, "other")
    forget(tmp_path, "other")
    assert list(tmp_path.iterdir()) == []


def test_a_run_whose_lock_can_not_be_looked_at_counts_as_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "stat", refused)
    assert is_alive(tmp_path, "mine")
