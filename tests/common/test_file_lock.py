from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from overlay.common.file_lock import exclusive_lock

HOLD = """
import sys
from pathlib import Path
from overlay.common.file_lock import exclusive_lock
with exclusive_lock(Path(sys.argv[1]), seconds=0, error=AssertionError()):
    print("held", flush=True)
    sys.stdin.read()
"""


class LockHeld(Exception):
    pass


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.lock"


def test_a_lock_has_one_holder(path: Path) -> None:
    first = exclusive_lock(path, seconds=0, error=LockHeld())
    with first, pytest.raises(LockHeld), exclusive_lock(path, seconds=0, error=LockHeld()):
        pytest.fail("two hold it")


def test_a_lock_can_be_taken_again_after_it_was_let_go(path: Path) -> None:
    for _ in range(2):
        with exclusive_lock(path, seconds=0, error=LockHeld()):
            pass


def test_a_lock_is_let_go_when_the_work_fails(path: Path) -> None:
    with pytest.raises(KeyError), exclusive_lock(path, seconds=0, error=LockHeld()):
        raise KeyError
    with exclusive_lock(path, seconds=0, error=LockHeld()):
        pass


def test_a_lock_is_waited_for(path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with exclusive_lock(path, seconds=60, error=LockHeld()):
            order.append("second")

    thread = threading.Thread(target=second)
    with exclusive_lock(path, seconds=0, error=LockHeld()):
        thread.start()
        thread.join(0.2)
        order.append("first")
    thread.join(60)
    assert order == ["first", "second"]


def test_a_lock_goes_with_its_holder(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    with holder:
        assert holder.stdout
        holder.stdout.readline()
        with pytest.raises(LockHeld), exclusive_lock(path, seconds=0, error=LockHeld()):
            pytest.fail("two hold it")
        holder.kill()
        holder.wait()
    with exclusive_lock(path, seconds=0, error=LockHeld()):
        pass


def test_a_lock_that_can_not_be_made_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"), exclusive_lock(tmp_path, seconds=0, error=LockHeld()):
        pass
