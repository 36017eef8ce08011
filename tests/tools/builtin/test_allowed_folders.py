import os
from pathlib import Path

import pytest

from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.errors import ToolError
from tests.support.table import for_each


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """An opened folder; beside it, not opened, are `secret.txt` and the folder `inside-too`."""
    folder = tmp_path / "inside"
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("a")
    (folder / "sub" / "b.txt").write_text("b")
    (folder / "sub" / "deep" / "c.txt").write_text("c")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "inside-too").mkdir()
    return folder


@pytest.fixture
def roots(inside: Path) -> FolderAllowlist:
    return FolderAllowlist([inside])


def refusal(roots: FolderAllowlist, path: str) -> ToolError:
    with pytest.raises(ToolError) as caught:
        roots.find(path)
    return caught.value


@for_each("path", ["a.txt", "./a.txt", "sub/../a.txt", "sub/deep/../../a.txt"])
def test_a_path_inside_is_found(roots: FolderAllowlist, inside: Path, path: str):
    assert roots.find(path) == inside / "a.txt"


def test_an_absolute_path_is_found_inside_and_denied_outside(roots: FolderAllowlist, inside: Path):
    assert roots.find(str(inside / "a.txt")) == inside / "a.txt"

    assert refusal(roots, str(inside.parent / "secret.txt")).code == "tool_denied"


@for_each(
    "path", ["../secret.txt", "sub/../../secret.txt", "/etc/hosts", "..", "/", "../inside-too", "../nothing"]
)
def test_a_path_outside_is_denied_whether_it_is_there_or_not(roots: FolderAllowlist, path: str):
    fault = refusal(roots, path)
    assert fault.code == "tool_denied"
    assert "outside of the folders opened" in fault.message


def test_a_symlink_that_leads_out_is_denied(roots: FolderAllowlist, inside: Path):
    (inside / "link").symlink_to(inside.parent / "secret.txt")
    assert refusal(roots, "link").code == "tool_denied"


def test_a_symlinked_folder_that_leads_out_is_denied(roots: FolderAllowlist, inside: Path):
    (inside / "link").symlink_to(inside.parent)
    assert refusal(roots, "link/secret.txt").code == "tool_denied"


def test_a_symlink_that_stays_inside_is_followed(roots: FolderAllowlist, inside: Path):
    (inside / "link").symlink_to("a.txt")
    assert roots.find("link") == inside / "a.txt"


def test_symlinks_in_a_circle_are_refused(roots: FolderAllowlist, inside: Path):
    (inside / "x").symlink_to("y")
    (inside / "y").symlink_to("x")
    assert refusal(roots, "x").code == "tool_execution_failed"


def test_a_path_that_names_no_file_is_refused(roots: FolderAllowlist):
    fault = refusal(roots, "nothing.txt")
    assert fault.code == "tool_execution_failed"
    assert fault.message == "There is no 'nothing.txt'"

    assert refusal(roots, "x" * 5000).code == "tool_execution_failed"

    assert refusal(roots, "a\0b").code == "tool_invalid"


def test_no_path_is_inside_if_no_folder_is_opened():
    assert refusal(FolderAllowlist([]), "a.txt").message.endswith("opened to you: none")


def test_a_path_is_looked_for_in_each_root(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "two" / "x").write_text("")
    roots = FolderAllowlist([tmp_path / "one", tmp_path / "two"])
    assert roots.find("x") == tmp_path / "two" / "x"


def test_a_symlink_from_one_root_into_another_is_followed(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "two" / "x").write_text("")
    (tmp_path / "one" / "link").symlink_to(tmp_path / "two" / "x")
    assert FolderAllowlist([tmp_path / "one", tmp_path / "two"]).find("link") == tmp_path / "two" / "x"


def test_a_root_that_is_no_folder_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="is not a folder"):
        FolderAllowlist([tmp_path / "nothing"])


def test_a_root_reached_by_a_symlink_is_its_real_place(inside: Path):
    (inside.parent / "alias").symlink_to(inside)
    assert FolderAllowlist([inside.parent / "alias"]).find("a.txt") == inside / "a.txt"


def test_a_path_is_shown_relative_to_the_first_root_only(roots: FolderAllowlist, inside: Path):
    assert roots.show(inside / "sub" / "b.txt") == "sub/b.txt"

    roots = FolderAllowlist([inside, inside.parent / "inside-too"])
    assert roots.show(inside.parent / "inside-too" / "x") == str(inside.parent / "inside-too" / "x")


def test_a_file_is_read_only_up_to_the_given_length(roots: FolderAllowlist, inside: Path):
    (inside / "long").write_bytes(b"0123456789")
    assert roots.read(inside / "long", 4) == b"0123"


def test_a_pipe_is_refused_and_not_waited_for(roots: FolderAllowlist, inside: Path):
    os.mkfifo(inside / "pipe")
    with pytest.raises(ToolError, match="is not a regular file"):
        roots.read(roots.find("pipe"), 10)


def test_a_file_that_became_a_symlink_meanwhile_is_not_followed(roots: FolderAllowlist, inside: Path):
    found = roots.find("a.txt")
    found.unlink()
    found.symlink_to(inside.parent / "secret.txt")
    with pytest.raises(ToolError, match="became a link"):
        roots.read(found, 10)


def test_walking_gives_everything_below_by_name(roots: FolderAllowlist, inside: Path):
    names = [Path(entry.path).relative_to(inside).as_posix() for entry in roots.walk(inside)]
    assert names == ["a.txt", "sub", "sub/b.txt", "sub/deep", "sub/deep/c.txt"]


def test_walking_does_not_enter_hidden_folders(roots: FolderAllowlist, inside: Path):
    (inside / ".git").mkdir()
    (inside / ".git" / "config").write_text("")
    (inside / "node_modules").mkdir()
    (inside / "node_modules" / "x.js").write_text("")
    names = {entry.name for entry in roots.walk(inside)}
    assert ".git" in names
    assert "config" not in names
    assert "x.js" not in names


def test_walking_enters_hidden_folders_if_asked(roots: FolderAllowlist, inside: Path):
    (inside / ".git").mkdir()
    (inside / ".git" / "config").write_text("")
    assert "config" in {entry.name for entry in roots.walk(inside, hidden=True)}


def test_walking_follows_no_symlink_out_or_in_a_circle(roots: FolderAllowlist, inside: Path):
    (inside / "out").symlink_to(inside.parent / "secret.txt")
    (inside / "in").symlink_to("a.txt")
    (inside / "circle").symlink_to("circle")
    names = {entry.name for entry in roots.walk(inside)}
    assert "out" not in names
    assert "in" in names
    assert "circle" not in names

    (inside / "sub" / "up").symlink_to(inside)
    assert [entry.name for entry in roots.walk(inside)].count("a.txt") == 1


def test_a_folder_that_is_gone_is_empty(roots: FolderAllowlist, inside: Path):
    assert roots.entries(inside / "nothing") == []


def test_a_path_may_begin_with_an_opened_folders_name(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text(name)
    roots = FolderAllowlist([tmp_path / "a", tmp_path / "b"])
    assert roots.find("b/x.txt") == tmp_path / "b" / "x.txt"
    assert roots.find("x.txt") == tmp_path / "a" / "x.txt"


def test_a_path_with_two_meanings_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a" / "a").mkdir(parents=True)
    for place in ("a/x.txt", "a/a/x.txt"):
        (tmp_path / place).write_text(place)
    roots = FolderAllowlist([tmp_path / "a"])
    with pytest.raises(ToolError, match="may mean"):
        roots.find("a/x.txt")
    assert roots.find("./a/x.txt") == tmp_path / "a" / "a" / "x.txt"


def test_a_named_folder_leads_no_further_out_than_any_other(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "secret.txt").write_text("x")
    with pytest.raises(ToolError, match="outside"):
        FolderAllowlist([tmp_path / "a"]).find("a/../secret.txt")
