from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.companion.browser import profile_lock
from overlay.companion.browser.profile_lock import how_to_free, profile_user

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
    tmp_path: Path, link: str, user: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile_lock, "_PROCESSES", tmp_path)
    (tmp_path / "SingletonLock").symlink_to(link)
    assert profile_user(tmp_path) == user


def test_the_process_is_named_where_that_can_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_lock, "_PROCESSES", tmp_path)
    (tmp_path / str(os.getpid())).mkdir()
    (tmp_path / str(os.getpid()) / "comm").write_text("chromium\n")
    (tmp_path / "SingletonLock").symlink_to(f"{HERE}-{os.getpid()}")
    assert profile_user(tmp_path) == f"process {os.getpid()} (chromium)"


def test_a_lock_of_this_machine_is_freed_by_closing_the_browser(tmp_path: Path) -> None:
    (tmp_path / "SingletonLock").symlink_to(f"{HERE}-{os.getpid()}")
    assert how_to_free(tmp_path).startswith("Close the browser that uses this profile, or give another")


def test_a_lock_of_another_machine_may_be_deleted_if_nothing_runs_there(tmp_path: Path) -> None:
    (tmp_path / "SingletonLock").symlink_to("elsewhere-7")
    assert f"if none runs there, delete {tmp_path / 'SingletonLock'}" in how_to_free(tmp_path)


def test_a_profile_without_a_lock_is_free(tmp_path: Path) -> None:
    assert profile_user(tmp_path) is None


def test_another_users_process_uses_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(pid: int, signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(profile_lock, "_PROCESSES", tmp_path)
    monkeypatch.setattr(profile_lock.os, "kill", kill)
    (tmp_path / "SingletonLock").symlink_to(f"{HERE}-7")
    assert profile_user(tmp_path) == "process 7"
