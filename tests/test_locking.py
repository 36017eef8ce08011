from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from overlay.locking import take


def test_a_lock_has_one_holder(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("ab") as one, (tmp_path / "lock").open("ab") as other:
        take(one.fileno())
        with pytest.raises(BlockingIOError):
            take(other.fileno())


def test_a_lock_goes_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = f"from overlay.locking import take; file = open({str(path)!r}, 'ab'); take(file.fileno())"
    subprocess.run([sys.executable, "-c", code], check=True)
    with path.open("ab") as file:
        take(file.fileno())
