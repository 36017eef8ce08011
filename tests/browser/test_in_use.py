from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.browser import in_use
from overlay.browser.in_use import user_of

HERE = socket.gethostname()


def ended() -> int:
    """The id of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.parametrize(
    ("link", "user"),
    [
        (f"{HERE}-{os.getpid()}", f"process {os.getpid()}"),
        (f"{HERE}-{ended()}", None),
        ("elsewhere-7", "process 7 on elsewhere"),
        (f"{HERE}-{10**30}", None),
        ("nonsense", None),
    ],
    ids=["alive", "ended", "elsewhere", "no-process", "nonsense"],
)
def test_a_profile_is_used_by_the_process_that_its_lock_names(
    tmp_path: Path, link: str, user: str | None
) -> None:
    (tmp_path / "SingletonLock").symlink_to(link)
    assert user_of(tmp_path) == user


def test_a_profile_without_a_lock_is_free(tmp_path: Path) -> None:
    assert user_of(tmp_path) is None


def test_another_persons_process_uses_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(pid: int, signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(in_use.os, "kill", kill)
    (tmp_path / "SingletonLock").symlink_to(f"{HERE}-7")
    assert user_of(tmp_path) == "process 7"
