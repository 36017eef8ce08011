import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from overlay.tools.builtin import exact_folder, write_file
from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.builtin.write_file import FileWriter
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from tests.support.table import for_each


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The folder opened for writing; beside it one for reading, and one that is not opened."""
    for name in ("mine", "read", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.txt").write_text("one\ntwo\n")
    return tmp_path / "mine"


@pytest.fixture
def registry(mine: Path) -> ToolRegistry:
    read = mine.parent / "read"
    return ToolRegistry(FileWriter(FolderAllowlist([read, mine]), [mine]).tools)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def put(registry: ToolRegistry, path: Path | str, content: str = "new\n") -> str:
    return (await registry.call_tool("write_file", {"path": str(path), "content": content})).text


async def refusal(registry: ToolRegistry, path: Path | str, content: str = "new\n") -> ToolError:
    with pytest.raises(ToolError) as caught:
        await put(registry, path, content)
    return caught.value


def preview(registry: ToolRegistry, path: Path | str, content: str = "new\n") -> str:
    return registry.preview("write_file", {"path": str(path), "content": content})


async def test_a_file_is_created_or_replaced_and_nothing_else_is_left(registry: ToolRegistry, mine: Path):
    assert registry.find("write_file").hints.destructive

    assert await put(registry, "sub/new.txt") == "Created sub/new.txt (4 bytes)"
    assert (mine / "sub/new.txt").read_text() == "new\n"

    assert await put(registry, "mine.txt") == "Replaced mine.txt (4 bytes)"
    assert (mine / "mine.txt").read_text() == "new\n"


async def test_a_new_files_place_is_the_first_folder_that_has_its_parent(mine: Path, tmp_path: Path):
    (tmp_path / "other" / "deep").mkdir()
    registry = ToolRegistry(
        FileWriter(FolderAllowlist([mine, tmp_path / "other"]), [mine, tmp_path / "other"]).tools
    )
    await put(registry, "deep/x.txt")
    assert (tmp_path / "other" / "deep" / "x.txt").exists()


async def test_a_write_leaves_only_the_file(registry: ToolRegistry, mine: Path):
    await put(registry, "mine.txt")
    assert names(mine) == ["mine.txt"]


async def test_nothing_is_left_behind_by_a_write_that_fails(
    registry: ToolRegistry, mine: Path, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", broken)
    assert "the disk is full" in (await refusal(registry, "mine.txt")).message
    assert names(mine) == ["mine.txt"]
    assert (mine / "mine.txt").read_text() == "one\ntwo\n"


async def test_a_replaced_file_keeps_its_mode_and_its_line_ends(registry: ToolRegistry, mine: Path):
    (mine / "mine.txt").chmod(0o751)
    await put(registry, "mine.txt")
    assert stat.S_IMODE((mine / "mine.txt").stat().st_mode) == 0o751

    (mine / "mine.txt").write_bytes(b"a\r\nb\r\n")
    await put(registry, "mine.txt", "a\nc\n")
    assert (mine / "mine.txt").read_bytes() == b"a\r\nc\r\n"


@for_each("content", ["", "no line end", "\ud83d\ude00 ünï\n", "a\tb\x0b\n"])
async def test_text_is_written_unchanged(registry: ToolRegistry, mine: Path, content: str):
    content = content.encode("utf-16", "surrogatepass").decode("utf-16")
    await put(registry, "mine.txt", content)
    assert (mine / "mine.txt").read_bytes() == content.encode()


async def test_a_binary_file_and_a_folder_are_not_replaced(registry: ToolRegistry, mine: Path):
    (mine / "mine.txt").write_bytes(b"a\0b")
    assert "is not a text file" in (await refusal(registry, "mine.txt")).message
    assert (mine / "mine.txt").read_bytes() == b"a\0b"

    (mine / "sub").mkdir()
    assert "'sub' is a folder" in (await refusal(registry, "sub")).message


async def test_a_file_too_long_to_be_shown_is_not_replaced(
    registry: ToolRegistry, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(write_file, "MAX_FILE", 7)
    assert "is too long to be replaced" in (await refusal(registry, "mine.txt")).message


@for_each("path", ["read.txt", "../read/new.txt"])
async def test_a_file_that_may_only_be_read_is_not_written(registry: ToolRegistry, mine: Path, path: str):
    found = await refusal(registry, path)
    assert found.code == "tool_denied"
    assert "may only be read" in found.message
    assert names(mine.parent / "read") == ["read.txt"]


async def test_no_file_outside_is_written(registry: ToolRegistry, mine: Path):
    other = mine.parent / "other"
    (mine / "link").symlink_to(other)
    paths = ("../other/other.txt", "../other/new.txt", f"{other}/new.txt", "link/new.txt", "link/other.txt")
    codes = {path: (await refusal(registry, path)).code for path in paths}
    assert codes == dict.fromkeys(paths, "tool_denied")
    assert names(other) == ["other.txt"]
    assert (other / "other.txt").read_text() == "one\ntwo\n"


async def test_a_symlink_that_leads_out_to_nothing_makes_nothing_there(registry: ToolRegistry, mine: Path):
    (mine / "link.txt").symlink_to(mine.parent / "other" / "made.txt")
    assert (await refusal(registry, "link.txt")).code == "tool_denied"
    assert names(mine.parent / "other") == ["other.txt"]


async def test_a_symlink_within_stays_one(registry: ToolRegistry, mine: Path):
    (mine / "link.txt").symlink_to("mine.txt")
    await put(registry, "link.txt")
    assert (mine / "link.txt").is_symlink()
    assert (mine / "mine.txt").read_text() == "new\n"


async def test_where_nothing_is_opened_for_writing_nothing_is_written(mine: Path):
    registry = ToolRegistry(FileWriter(FolderAllowlist([mine]), []).tools)
    assert "opened for writing: none" in (await refusal(registry, "new.txt")).message


async def test_a_path_with_a_nul_is_refused(registry: ToolRegistry):
    assert (await refusal(registry, "a\0b")).code == "tool_invalid"


def test_a_writable_folder_that_does_not_exist_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="is not a folder"):
        FileWriter(FolderAllowlist([]), [tmp_path / "gone"])


def test_the_preview_shows_the_difference(registry: ToolRegistry, mine: Path):
    assert preview(registry, "mine.txt", "one\n2\n") == (
        f"--- {mine}/mine.txt\n+++ {mine}/mine.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2"
    )

    assert preview(registry, "new.txt") == f"--- (new file)\n+++ {mine}/new.txt\n@@ -0,0 +1 @@\n+new"

    assert preview(registry, "mine.txt", "one\ntwo\n") == f"{mine}/mine.txt: the text stays as it is"

    assert preview(registry, "mine.txt", "one\ntwo").endswith(
        " one\n-two\n+two\n\\ No newline at end of file"
    )

    assert "may only be read" in preview(registry, "read.txt")


def test_the_preview_shows_no_difference_in_line_ends(registry: ToolRegistry, mine: Path):
    (mine / "mine.txt").write_bytes(b"a\r\nb\r\n")
    assert preview(registry, "mine.txt", "a\nb\n").endswith("stays as it is")

    (mine / "mine.txt").write_text("a\x0bb\u2028c\n")
    assert "-a\x0bb\u2028c\n+x" in preview(registry, "mine.txt", "x\n")


async def test_a_write_that_was_shown_is_done_and_can_be_repeated_after_a_refusal(
    registry: ToolRegistry, mine: Path
):
    preview(registry, "mine.txt")
    await put(registry, "mine.txt")
    assert (mine / "mine.txt").read_text() == "new\n"

    preview(registry, "mine.txt")
    (mine / "mine.txt").write_text("theirs\n")
    await refusal(registry, "mine.txt")
    assert "Replaced" in await put(registry, "mine.txt")


def edited(file: Path) -> None:
    file.write_text("theirs\n")


CHANGES: dict[str, Callable[[Path], None]] = {"the text changed": edited, "the file was deleted": Path.unlink}


@pytest.mark.parametrize("change", CHANGES)
async def test_a_file_that_changed_after_it_was_shown_is_not_written(
    registry: ToolRegistry, mine: Path, change: str
):
    preview(registry, "mine.txt")
    CHANGES[change](mine / "mine.txt")
    before = names(mine)
    assert "changed after the user saw the difference" in (await refusal(registry, "mine.txt")).message
    assert names(mine) == before


async def test_a_file_that_came_after_it_was_shown_as_new_is_not_written(registry: ToolRegistry, mine: Path):
    preview(registry, "new.txt")
    (mine / "new.txt").write_text("theirs\n")
    assert "changed after" in (await refusal(registry, "new.txt")).message
    assert (mine / "new.txt").read_text() == "theirs\n"


async def test_another_text_for_the_same_file_is_another_call(registry: ToolRegistry, mine: Path):
    preview(registry, "mine.txt", "first\n")
    (mine / "mine.txt").write_text("theirs\n")
    await put(registry, "mine.txt", "second\n")
    assert (mine / "mine.txt").read_text() == "second\n"


async def test_differences_are_not_remembered_without_end(
    registry: ToolRegistry, mine: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(write_file, "REMEMBERED", 1)
    preview(registry, "mine.txt")
    preview(registry, "new.txt")
    (mine / "mine.txt").write_text("theirs\n")
    assert "Replaced" in await put(registry, "mine.txt")


async def test_a_path_that_begins_with_the_opened_folders_name_leads_into_that_folder(
    registry: ToolRegistry, mine: Path
):
    await put(registry, "mine/new.txt")
    assert (mine / "new.txt").read_text() == "new\n"
    assert not (mine / "mine").exists()

    await put(registry, "mine/mine.txt")
    assert (mine / "mine.txt").read_text() == "new\n"


async def test_a_path_with_two_meanings_is_refused_and_both_are_reported(registry: ToolRegistry, mine: Path):
    (mine / "mine").mkdir()
    fault = await refusal(registry, "mine/new.txt")
    assert fault.code == "tool_invalid"
    assert str(mine / "new.txt") in fault.message
    assert str(mine / "mine/new.txt") in fault.message


async def test_an_absolute_path_or_one_with_a_dot_has_one_meaning(registry: ToolRegistry, mine: Path):
    (mine / "mine").mkdir()
    await put(registry, mine / "mine/new.txt")
    await put(registry, "./mine/other.txt")
    assert sorted(names(mine / "mine")) == ["new.txt", "other.txt"]


async def test_the_name_of_a_folder_that_may_only_be_read_leads_to_no_other(
    registry: ToolRegistry, mine: Path
):
    assert (await refusal(registry, "read/read.txt")).code == "tool_denied"
    assert (await refusal(registry, "read/new.txt")).code == "tool_denied"
    await put(registry, "mine/read.txt")
    assert (mine.parent / "read" / "read.txt").read_text() == "one\ntwo\n"


async def test_a_system_without_names_in_open_folders_writes_too_and_follows_no_link(
    registry: ToolRegistry, mine: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(exact_folder, "BY_DESCRIPTOR", False)
    await put(registry, "sub/new.txt")
    assert (mine / "sub/new.txt").read_text() == "new\n"
    assert FolderAllowlist([mine]).read(mine / "sub/new.txt", 10) == b"new\n"
    assert [entry.name for entry in FolderAllowlist([mine]).walk(mine)] == ["mine.txt", "sub", "new.txt"]
    (mine / "sub").rename(mine / "before")
    (mine / "sub").symlink_to(mine / "before")
    with pytest.raises(ToolError, match="became a link"):
        FolderAllowlist([mine]).read(mine / "sub/new.txt", 10)
