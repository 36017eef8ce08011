"""Files that have all of a text or none of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.common.whole_file import write_whole


def test_a_file_is_written_at_once_for_its_owner_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old and longer")
    (tmp_path / "a").chmod(0o644)
    write_whole(tmp_path / "a", "new")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "new")]
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("old")

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="full"):
        write_whole(tmp_path / "a", "new")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "old")]
