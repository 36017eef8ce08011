from __future__ import annotations

from pathlib import Path

import pytest

from overlay.policy.fingerprint_store import SnapshotStore
from tests.support.table import for_each


def test_a_kept_fingerprint_is_there_for_the_run() -> None:
    kept = SnapshotStore()
    kept.put("a", {"x": 1})
    assert kept.get("a") == {"x": 1}
    assert kept.get("b") is None


def test_a_fingerprint_in_a_folder_is_there_for_the_next_run_and_only_for_the_user(tmp_path: Path) -> None:
    SnapshotStore(tmp_path / "pins").put("a", {"x": "ü"})
    assert SnapshotStore(tmp_path / "pins").get("a") == {"x": "ü"}
    assert (tmp_path / "pins").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "pins" / "a.json").stat().st_mode & 0o777 == 0o600


def test_a_fingerprint_that_is_kept_already_stays(tmp_path: Path) -> None:
    SnapshotStore(tmp_path).put("a", {"x": 1})
    SnapshotStore(tmp_path).put("a", {"x": 2})
    assert SnapshotStore(tmp_path).get("a") == {"x": 1}


@for_each("content", [b"{", b"[1]", b"\xff"])
def test_a_file_that_can_not_be_read_counts_as_not_there(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.json").write_bytes(content)
    assert SnapshotStore(tmp_path).get("a") is None


def test_a_folder_that_can_not_be_written_to_is_said_and_it_holds_for_the_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pins").write_text("a file")
    kept = SnapshotStore(tmp_path / "pins")
    kept.put("a", {"x": 1})
    assert kept.get("a") == {"x": 1}
    assert "can't be written to" in caplog.text
