from pathlib import Path
from typing import Any

import pytest

from overlay.tools.builtin import read_files
from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.builtin.read_files import Files
from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from tests.support.table import for_each

PNG = b"\x89PNG\r\n\x1a\n...."


@pytest.fixture
def registry(tmp_path: Path) -> ToolRegistry:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.txt").write_text("one\nTwo\nthree\n")
    (tmp_path / "sub" / "b.py").write_text("two = 2\n")
    return ToolRegistry(Files(FolderAllowlist([tmp_path])).tools)


async def refusal(registry: ToolRegistry, name: str, **arguments: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await registry.call_tool(name, arguments)
    return caught.value


async def read(registry: ToolRegistry, **arguments: Any) -> ToolResult:
    return await registry.call_tool("read_file", arguments)


async def test_a_file_is_read_as_it_is(registry: ToolRegistry):
    assert (await read(registry, path="a.txt")).text == "one\nTwo\nthree\n"


def test_the_text_of_files_counts_as_private_for_the_policy(registry: ToolRegistry):
    assert registry.find("read_file").hints.private


async def test_an_empty_file_is_read(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "empty").touch()
    assert (await read(registry, path="empty")).text == ""


async def test_a_part_of_a_file_says_how_to_go_on(registry: ToolRegistry):
    result = await read(registry, path="a.txt", start_line=2, max_lines=1)
    assert result.text == "Two\n… (1 more lines: go on with start_line 3)"

    assert (await read(registry, path="a.txt", start_line=3)).text == "three\n"

    assert (
        "the file has 3 lines" in (await refusal(registry, "read_file", path="a.txt", start_line=9)).message
    )


async def test_a_file_of_one_huge_line_is_cut(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "huge").write_text("x" * 200_000)
    assert (await read(registry, path="huge")).text.endswith(
        "… (cut after 100000 characters: ask for fewer lines)"
    )


async def test_a_file_past_the_limit_says_there_is_more(
    registry: ToolRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(read_files, "MAX_READ", 8)
    (tmp_path / "long").write_text("1\n" * 100)
    assert (await read(registry, path="long")).text.endswith("… (many more lines: go on with start_line 5)")


async def test_text_is_decoded(registry: ToolRegistry, tmp_path: Path):
    texts = {
        b"\xef\xbb\xbfabc": "abc",
        "äbc".encode("utf-16"): "äbc",
        b"a\xffb": "a\ufffdb",
        b"a\r\nb": "a\r\nb",
    }
    decoded: dict[bytes, str] = {}
    for data in texts:
        (tmp_path / "x").write_bytes(data)
        decoded[data] = (await read(registry, path="x")).text
    assert decoded == texts


async def test_a_picture_file_is_given_as_a_picture(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "x.png").write_bytes(PNG)
    assert (await read(registry, path="x.png")).images[0].data == PNG


async def test_a_binary_file_is_refused(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "x").write_bytes(b"a\0b")
    assert "is not a text file (3 bytes)" in (await refusal(registry, "read_file", path="x")).message


async def test_reading_a_folder_is_refused_with_advice(registry: ToolRegistry):
    assert "use list_files" in (await refusal(registry, "read_file", path="sub")).message


@for_each("tool", ["list_files", "search_files"])
async def test_looking_into_a_file_is_refused_with_advice(registry: ToolRegistry, tool: str):
    arguments: dict[str, Any] = {"text": "x"} if tool == "search_files" else {}
    assert "use read_file" in (await refusal(registry, tool, path="a.txt", **arguments)).message


@for_each("tool", ["read_file", "list_files", "search_files"])
async def test_no_file_outside_the_opened_folder_is_reached(registry: ToolRegistry, tool: str):
    arguments: dict[str, Any] = {"text": "x"} if tool == "search_files" else {}
    assert (await refusal(registry, tool, path="..", **arguments)).code == "tool_denied"


async def test_folders_are_listed_with_all_below_if_asked(registry: ToolRegistry):
    result = await registry.call_tool("list_files", {})
    assert result.text == "a.txt (14 bytes)\nsub/"
    assert result.structured == [
        {"name": "a.txt", "kind": "file", "size": 14},
        {"name": "sub", "kind": "folder", "size": None},
    ]

    result = await registry.call_tool("list_files", {"recursive": True, "pattern": "*.py"})
    assert result.text == "sub/b.py (8 bytes)"


async def test_an_empty_folder_is_said_to_be_so(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    assert (await registry.call_tool("list_files", {"path": "empty"})).text == "(nothing)"


async def test_a_long_listing_is_cut_and_says_so(registry: ToolRegistry, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_files, "MAX_ENTRIES", 1)
    result = await registry.call_tool("list_files", {})
    assert result.text == "a.txt (14 bytes)\n… (only the first 1: narrow it by path or pattern)"


async def test_a_broken_symlink_is_listed_without_size(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "sub" / "broken").symlink_to("nothing")
    result = await registry.call_tool("list_files", {"path": "sub", "pattern": "broken"})
    assert result.structured == [{"name": "broken", "kind": "file", "size": None}]


async def test_text_is_found_in_the_wanted_files_whatever_its_case(registry: ToolRegistry):
    result = await registry.call_tool("search_files", {"text": "TWO"})
    assert result.text == "a.txt:2: Two\nsub/b.py:1: two = 2"
    assert result.structured == [
        {"path": "a.txt", "line": 2, "text": "Two"},
        {"path": "sub/b.py", "line": 1, "text": "two = 2"},
    ]

    result = await registry.call_tool("search_files", {"text": "two", "pattern": "*.py"})
    assert result.text == "sub/b.py:1: two = 2"

    assert (await registry.call_tool("search_files", {"text": "zzz"})).text == "(nothing found)"


async def test_a_long_list_of_matches_is_cut_and_says_so(
    registry: ToolRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(read_files, "MAX_MATCHES", 2)
    (tmp_path / "0").write_text("hit\n" * 5)
    result = await registry.call_tool("search_files", {"text": "hit"})
    assert result.text == "0:1: hit\n0:2: hit\n… (only the first 2: narrow it by path or pattern)"


async def test_binary_and_unreadable_files_are_passed_over(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "x.bin").write_bytes(b"two\0")
    (tmp_path / "two").symlink_to(tmp_path / "sub")
    assert "x.bin" not in (await registry.call_tool("search_files", {"text": "two"})).text


def test_a_file_that_is_gone_meanwhile_has_no_match(tmp_path: Path):
    assert Files(FolderAllowlist([tmp_path]))._matches(str(tmp_path / "gone"), "x") == []  # pyright: ignore[reportPrivateUsage]


def test_a_cancelled_search_ends(tmp_path: Path):
    (tmp_path / "a").write_text("hit")
    context = ToolContext()
    context.cancel()
    assert Files(FolderAllowlist([tmp_path])).search_files("hit", context).structured == []
