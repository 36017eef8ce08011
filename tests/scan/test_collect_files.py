from __future__ import annotations

import os
from pathlib import Path

import pytest

from overlay.scan.collect_files import sources
from overlay.scan.model import ReadError, Source


def shown(*paths: Path) -> list[str]:
    return [one.name if isinstance(one, Source) else str(one) for one in sources(map(str, paths))]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("b.md", "a.html", "x/c.jsonl", "x/pic.png", ".hidden.md", ".git/d.md", "x/.cache/e.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).touch()
    return tmp_path


def test_a_folder_gives_possible_chats_by_name_and_a_named_file_is_always_given(tree: Path) -> None:
    assert shown(tree) == [str(tree / name) for name in ("a.html", "b.md", "x/c.jsonl")]
    assert shown(tree / "x/pic.png") == [str(tree / "x/pic.png")]
    assert shown(tree / "x", tree / "a.html") == shown(tree / "a.html", tree / "x")


def test_a_pipe_in_a_folder_is_not_opened_and_is_reported(tree: Path) -> None:
    os.mkfifo(tree / "pipe.md")
    [problem] = [one for one in sources([str(tree)]) if isinstance(one, ReadError)]
    assert str(problem).startswith(f"{tree / 'pipe.md'}: skipped: it is a pipe")


def test_a_file_that_is_reached_twice_is_given_once_as_a_named_one(tree: Path) -> None:
    paths = [str(tree / "b.md"), str(tree)]
    for order in (paths, paths[::-1]):
        found = [one for one in sources(order) if isinstance(one, Source)]
        assert [one.named for one in found if one.name.endswith("b.md")] == [True]


def test_a_source_has_an_absolute_path_and_the_given_name(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree)
    assert sources(["b.md"]) == [Source(str(tree / "b.md"), "b.md")]


def test_a_folder_that_cannot_be_listed_is_reported(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("x"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert sources([str(tree)])[-1] == ReadError(str(tree / "x"), "Permission denied")
