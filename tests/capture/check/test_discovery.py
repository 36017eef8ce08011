from __future__ import annotations

import os
from pathlib import Path

import pytest

from overlay.capture.check.discovery import Shard, find
from overlay.capture.recording import DOM, EXPECTED, MANIFEST, PAGE
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


def test_each_recording_in_the_folders_is_found_once_even_if_damaged(tree: Path) -> None:
    (tree / "a" / MANIFEST).write_text("{")
    found = ["all/a", "all/b", "all/deep/c"]
    assert names(tree) == found
    assert names(tree / "a") == ["a"]
    assert names(tree, tree / "a", tree / "../all") == found


def test_recordings_of_one_name_are_told_apart_by_more_of_their_paths(tree: Path) -> None:
    for name in ("one/all/a", "two/all/a"):
        folder = tree / name
        folder.mkdir(parents=True)
        (folder / MANIFEST).touch()
    assert names(tree / "one/all", tree / "two/all") == ["one/all/a", "two/all/a"]
    assert names(tree / "one/all/a", tree / "two/all/a", tree / "b") == ["b", "one/all/a", "two/all/a"]


@pytest.mark.parametrize("left", [PAGE, f"{EXPECTED}/{DOM}"])
def test_a_recording_that_lost_its_manifest_is_not_left_out(tree: Path, left: str) -> None:
    (tree / "a" / MANIFEST).unlink()
    (tree / "a" / left).parent.mkdir(exist_ok=True)
    (tree / "a" / left).touch()
    assert [names(tree), names(tree / "a")] == [["all/a", "all/b", "all/deep/c"], ["a"]]


def test_links_to_recordings_are_followed_and_each_is_found_once(tree: Path) -> None:
    (tree / "a").rename(tree.parent / "apart")
    (tree / "link").symlink_to(tree.parent / "apart")
    (tree / "round").symlink_to(tree)
    (tree / "a-newest").symlink_to(tree / "b")
    assert names(tree) == ["all/b", "all/deep/c", "all/link"]


def test_a_file_or_a_folder_without_a_recording_is_wrong_use(tree: Path) -> None:
    (tree / "empty").mkdir()
    with pytest.raises(UsageError, match="overlay capture"):
        find([tree / "empty"])
    with pytest.raises(UsageError, match="not a folder"):
        find([tree / "a" / MANIFEST])


def test_an_invalid_share_is_wrong_use() -> None:
    for text in ("1", "0/2", "3/2", "a/b", "1/2/3", "/", "-1/2"):
        with pytest.raises(UsageError, match="1/3"):
            Shard.parse(text)


def test_every_recording_is_in_exactly_one_share() -> None:
    shards = [Shard.parse(f"{index}/3") for index in (1, 2, 3)]
    held = [sum(shard.holds(f"recordings/{number}") for shard in shards) for number in range(100)]
    assert set(held) == {1}


def test_shares_have_similar_sizes_and_depend_on_the_names_alone() -> None:
    shard = Shard(1, 2)
    assert 35 < sum(shard.holds(f"recordings/{number}") for number in range(100)) < 65
    assert [shard.holds(name) for name in ("a", "b", "c", "d", "e")] == [True, True, True, False, True]


def test_a_name_that_is_no_text_has_a_shard() -> None:
    name = os.fsdecode(b"a\xff\xfeb")
    assert [Shard(index, 2).holds(name) for index in (1, 2)].count(True) == 1
