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


def lock(profile: Path, link: str) -> None:
    (profile / "SingletonLock").unlink(missing_ok=True)
    (profile / "SingletonLock").symlink_to(link)


def test_a_profile_is_used_by_the_process_that_its_lock_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile_lock, "_PROCESSES", tmp_path)
    assert profile_user(tmp_path) is None
    wanted = {
        f"{HERE}-{os.getpid()}": f"process {os.getpid()}",
        f"{HERE}-{ended()}": None,
        "elsewhere-7": "process 7 on elsewhere",
        f"{HERE}-{10**30}": None,
        "nonsense": None,
    }
    found: dict[str, str | None] = {}
    for link in wanted:
        lock(tmp_path, link)
        found[link] = profile_user(tmp_path)
    assert found == wanted
    # The process is named where the machine says its name.
    (tmp_path / str(os.getpid())).mkdir()
    (tmp_path / str(os.getpid()) / "comm").write_text("chromium\n")
    lock(tmp_path, f"{HERE}-{os.getpid()}")
    assert profile_user(tmp_path) == f"process {os.getpid()} (chromium)"


def test_a_process_of_another_user_uses_the_profile_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(pid: int, signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(profile_lock, "_PROCESSES", tmp_path)
    monkeypatch.setattr(profile_lock.os, "kill", kill)
    lock(tmp_path, f"{HERE}-7")
    assert profile_user(tmp_path) == "process 7"


def test_a_lock_is_freed_by_closing_the_browser_or_deleted_if_its_machine_is_another(tmp_path: Path) -> None:
    lock(tmp_path, f"{HERE}-{os.getpid()}")
    assert how_to_free(tmp_path).startswith("Close the browser that uses this profile, or give another")
    lock(tmp_path, "elsewhere-7")
    assert f"if none runs there, delete {tmp_path / 'SingletonLock'}" in how_to_free(tmp_path)
