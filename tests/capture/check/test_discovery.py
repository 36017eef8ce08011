from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.check.discovery import Shard, find
from overlay.capture.recording import MANIFEST
from overlay.common.errors import UsageError


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("all/b", "all/a", "all/deep/c", "all/.d-part"):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        (folder / MANIFEST).touch()
    return tmp_path / "all"


def names(*folders: Path) -> list[str]:
    return [one.name for one in find(folders)]


def test_a_folder_is_searched_for_recordings(tree: Path) -> None:
    assert names(tree) == ["all/a", "all/b", "all/deep/c"]


def test_a_recording_goes_by_its_own_name(tree: Path) -> None:
    assert names(tree / "a") == ["a"]


def test_a_recording_that_was_given_twice_is_checked_once(tree: Path) -> None:
    assert names(tree, tree / "a", tree / "../all") == ["all/a", "all/b", "all/deep/c"]


def test_a_damaged_recording_is_one_all_the_same(tree: Path) -> None:
    (tree / "a" / MANIFEST).write_text("{")
    assert "all/a" in names(tree)


def test_a_folder_without_a_recording_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="overlay capture"):
        find([tmp_path])


def test_a_file_is_wrong_use(tree: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        find([tree / "a" / MANIFEST])


@pytest.mark.parametrize("text", ["1", "0/2", "3/2", "a/b", "1/2/3", "/", "-1/2"])
def test_what_is_no_share_is_wrong_use(text: str) -> None:
    with pytest.raises(UsageError, match="1/3"):
        Shard.parse(text)


def test_every_recording_is_in_exactly_one_share() -> None:
    shards = [Shard.parse(f"{index}/3") for index in (1, 2, 3)]
    held = [sum(shard.holds(f"recordings/{number}") for shard in shards) for number in range(100)]
    assert set(held) == {1}


def test_the_shares_are_of_like_size() -> None:
    shard = Shard(1, 2)
    assert 35 < sum(shard.holds(f"recordings/{number}") for number in range(100)) < 65


def test_a_share_depends_on_the_name_alone() -> None:
    assert [Shard(1, 2).holds(name) for name in ("a", "b", "c", "d", "e")] == [True, True, True, False, True]
