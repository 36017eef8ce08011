from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from overlay.calls.result_files import ResultFiles, shown
from tests.support.table import for_each


def test_a_text_is_kept_exactly_and_only_for_the_user(tmp_path: Path) -> None:
    path = ResultFiles(tmp_path / "results").keep("search-1", "a\r\nb\u00e9\ud800")
    assert path
    assert path.read_bytes() == "a\r\nb\u00e9?".encode()

    path = ResultFiles(tmp_path / "results").keep("x", "secret")
    assert path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@for_each("name", ["../../etc/passwd", "a/b", "a\x00b", "", "x" * 500])
def test_no_name_of_a_result_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    path = ResultFiles(tmp_path).keep(name, "text")
    assert path
    assert path.parent == tmp_path


def test_two_results_of_the_same_name_are_two_files(tmp_path: Path) -> None:
    keeper = ResultFiles(tmp_path)
    assert keeper.keep("x", "1") != keeper.keep("x", "2")


def test_the_oldest_result_is_deleted_for_a_new_one(tmp_path: Path) -> None:
    keeper = ResultFiles(tmp_path, most=2)
    paths = [keeper.keep("x", "0"), keeper.keep("x", "1")]
    for age, path in enumerate(reversed(paths)):
        assert path
        os.utime(path, ns=(1000 - age, 1000 - age))
    last = keeper.keep("x", "2")
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in (paths[1], last) if path}


def test_a_folder_that_can_not_be_made_is_no_reason_to_lose_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ResultFiles(tmp_path / "file" / "results").keep("x", "text") is None


def test_the_home_folder_is_not_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shown(tmp_path / "a" / "b.txt") == "~/a/b.txt"
    assert shown(Path("/elsewhere/c")) == "/elsewhere/c"
