"""Another process swaps a folder or a file for a link while a file tool works. Controls: the usual calls of
Python follow the link.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from overlay.common import whole_file
from overlay.tools.builtin import allowed_folders, exact_folder, read_files, write_file
from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.builtin.exact_folder import BY_DESCRIPTOR
from overlay.tools.builtin.read_files import Files
from overlay.tools.builtin.write_file import FileWriter
from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from tests.support.effort import some

pytestmark = pytest.mark.skipif(not BY_DESCRIPTOR, reason="names can't be looked up in an open folder here")
WATCHED = {str(one.__file__) for one in (allowed_folders, exact_folder, read_files, write_file, whole_file)}
SECRET = "secret of another folder\n"


class Swapped(Exception):
    """The work took fewer lines than were asked for."""


class Place:
    """An opened folder with `sub/a.txt`; beside it, not opened, `out` with a file of the same name."""

    def __init__(self, home: Path) -> None:
        self.home, self.root, self.out = home, home / "root", home / "out"
        (self.root / "sub").mkdir(parents=True)
        self.out.mkdir()
        (self.root / "sub" / "a.txt").write_text("one\n")
        (self.out / "a.txt").write_text(SECRET)
        (self.out / "secret-name.txt").write_text("")

    def swap_the_folder(self) -> None:
        """Put a link to `out` in the place of `sub`."""
        (self.root / "sub").rename(self.root / "sub-before")
        (self.root / "sub").symlink_to(self.out)

    def swap_the_root(self) -> None:
        """Put a link in the place of the opened folder itself."""
        self.root.rename(self.home / "root-before")
        (self.home / "fake").mkdir()
        (self.home / "fake" / "sub").symlink_to(self.out)
        self.root.symlink_to(self.home / "fake")

    def swap_the_file(self) -> None:
        """Put a link to the file outside in the place of the file inside."""
        (self.root / "sub" / "a.txt").unlink()
        (self.root / "sub" / "a.txt").symlink_to(self.out / "a.txt")

    def read(self) -> str:
        """Call `read_file`."""
        return str(Files(FolderAllowlist([self.root])).read_file("sub/a.txt"))

    def search(self) -> str:
        """Call `search_files`."""
        return str(Files(FolderAllowlist([self.root])).search_files("e", ToolContext()))

    def list(self) -> str:
        """Call `list_files`."""
        return str(Files(FolderAllowlist([self.root])).list_files(recursive=True))

    def write(self) -> str:
        """Call `write_file`."""
        return str(FileWriter(FolderAllowlist([self.root]), [self.root]).write_file("sub/a.txt", "new\n"))

    def create(self) -> str:
        """Call `write_file` for a new file."""
        return str(FileWriter(FolderAllowlist([self.root]), [self.root]).write_file("sub/b.txt", "new\n"))


def at_line(number: int, swap: Callable[[], None], work: Callable[[], str]) -> str:
    """Return the work's result if `swap` runs before line `number` of the file tools. Raises Swapped."""
    seen, before = 0, sys.gettrace()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal seen
        if frame.f_code.co_filename not in WATCHED:
            return None
        if event == "line":
            seen += 1
            if seen == number:
                swap()
        return trace

    sys.settrace(trace)
    try:
        return work()
    except (ToolError, OSError) as error:
        return str(error)
    finally:
        sys.settrace(before)
        if seen < number:
            raise Swapped


WORKS = [Place.read, Place.search, Place.list, Place.write, Place.create]
SWAPS = [Place.swap_the_folder, Place.swap_the_root, Place.swap_the_file]


@pytest.mark.parametrize("work", WORKS, ids=[one.__name__ for one in WORKS])
@pytest.mark.parametrize("swap", SWAPS, ids=[one.__name__ for one in SWAPS])
def test_no_file_tool_reaches_outside_at_whatever_line_the_swap_comes(
    tmp_path: Path, work: Callable[[Place], str], swap: Callable[[Place], None]
) -> None:
    number = 0
    while True:
        number += some(1, 4)
        place = Place(tmp_path / str(number))
        try:
            said = at_line(number, lambda place=place: swap(place), lambda place=place: work(place))
        except Swapped:
            break
        assert "secret" not in said, number
        assert (place.out / "a.txt").read_text() == SECRET, number
        assert len(list(place.out.iterdir())) == 2, number
    assert number > 10


@pytest.mark.parametrize("swap", SWAPS, ids=[one.__name__ for one in SWAPS])
def test_the_usual_calls_follow_the_link(tmp_path: Path, swap: Callable[[Place], None]) -> None:
    place = Place(tmp_path)
    real = (place.root / "sub" / "a.txt").resolve()
    swap(place)
    assert real.read_text() == SECRET
    with pytest.raises(ToolError):
        FolderAllowlist([tmp_path]).read(real, 100)


def a_link_to_an_equal_file(place: Place) -> None:
    (place.root / "other.txt").write_text("one\n")
    (place.root / "sub" / "a.txt").unlink()
    (place.root / "sub" / "a.txt").symlink_to("../other.txt")


def a_folder_with_an_equal_file(place: Place) -> None:
    (place.root / "sub").rename(place.root / "other")
    (place.root / "sub").symlink_to("other")


def a_file_that_another_root_has_now(place: Place) -> None:
    (place.root / "first" / "sub").mkdir()
    (place.root / "first" / "sub" / "a.txt").write_text("one\n")


@pytest.mark.parametrize(
    "change", [a_link_to_an_equal_file, a_folder_with_an_equal_file, a_file_that_another_root_has_now]
)
def test_the_file_that_was_shown_is_the_one_that_is_replaced(
    tmp_path: Path, change: Callable[[Place], None]
) -> None:
    place = Place(tmp_path)
    (place.root / "first").mkdir()
    roots = [place.root / "first", place.root]
    writer, call = FileWriter(FolderAllowlist(roots), roots), {"path": "sub/a.txt", "content": "new\n"}
    assert "-one" in writer.diff(call)
    change(place)
    with pytest.raises(ToolError, match="changed after the user saw the difference"):
        writer.write_file("sub/a.txt", "new\n")
    assert [one for one in place.root.rglob("*") if one.is_file() and one.read_text() == "new\n"] == []


def test_a_file_that_changes_while_it_is_replaced_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tmp_path)
    file, writer = place.root / "sub" / "a.txt", FileWriter(FolderAllowlist([place.root]), [place.root])
    real = os.fdopen

    def late(descriptor: int, mode: str) -> Any:
        if mode == "wb":
            file.write_text("theirs\n")
        return real(descriptor, mode)

    writer.diff({"path": "sub/a.txt", "content": "new\n"})
    monkeypatch.setattr(os, "fdopen", late)
    with pytest.raises(ToolError, match="changed after"):
        writer.write_file("sub/a.txt", "new\n")
    assert file.read_text() == "theirs\n"
    assert [one.name for one in file.parent.iterdir()] == ["a.txt"]
