from __future__ import annotations

from pathlib import Path

import pytest

from overlay.common.program_path import find_program, safe_path
from tests.support.table import for_each


def program(folder: Path, mode: int = 0o755) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "tool"
    path.write_text("")
    path.chmod(mode)
    return path


def path_is(monkeypatch: pytest.MonkeyPatch, *entries: Path | str) -> None:
    monkeypatch.setenv("PATH", ":".join(map(str, entries)))


def test_the_first_program_of_that_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = program(tmp_path / "a"), program(tmp_path / "b")
    path_is(monkeypatch, tmp_path / "none", second.parent, first.parent)
    assert find_program("tool", tmp_path / "work") == second


def test_a_file_that_can_not_be_run_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = program(tmp_path / "a", 0o644), program(tmp_path / "b")
    path_is(monkeypatch, first.parent, second.parent)
    assert find_program("tool", tmp_path / "work") == second


@for_each("name", ["", "./tool", "/bin/sh", "a/tool", "none"])
def test_a_path_is_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    path_is(monkeypatch, program(tmp_path / "a").parent)
    assert find_program(name, tmp_path / "work") is None


@for_each("entry", ["", ".", "sub", "../work"])
def test_a_program_by_a_relative_entry_is_refused_and_no_later_one_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    work, safe = tmp_path / "work", program(tmp_path / "a")
    program(work)
    program(work / "sub")
    path_is(monkeypatch, entry, safe.parent)
    assert find_program("tool", work) is None
    path_is(monkeypatch, safe.parent, entry)
    assert find_program("tool", work) == safe


def test_a_folder_that_everybody_may_write_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = program(tmp_path / "a")
    path_is(monkeypatch, found.parent)
    assert find_program("tool", tmp_path / "work") == found
    found.parent.chmod(0o1777)
    assert find_program("tool", tmp_path / "work") is None


def test_the_safe_path_has_no_folder_in_which_others_may_put_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, safe, writable = tmp_path / "work", program(tmp_path / "a"), tmp_path / "w"
    program(work)
    program(writable)
    path_is(monkeypatch, "", ".", work, work / "bin", writable, safe.parent, tmp_path / "none")
    assert safe_path(work, [writable]) == str(safe.parent)
