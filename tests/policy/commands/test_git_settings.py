from __future__ import annotations

import os
from pathlib import Path

import pytest

from overlay.policy.commands.git_repository import MAX_TEXT
from overlay.policy.commands.git_settings import runs_nothing
from tests.policy.command_folder import new_repository
from tests.support.table import for_each

USUAL = """\
# a comment
[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
[remote "origin"]
\turl = https://git.example/a.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\tremote = origin
\tmerge = refs/heads/main

[user]
\tname = "Ann"
\temail=ann@example.org
"""


def cloned(tmp_path: Path) -> Path:
    """Make the folder `.git` of a repository with the settings that a clone has."""
    made = tmp_path / "project" / ".git"
    new_repository(made, USUAL)
    return made


@pytest.fixture
def git(tmp_path: Path) -> Path:
    return cloned(tmp_path)


def test_the_settings_of_a_clone_run_nothing(git: Path) -> None:
    assert runs_nothing((), git.parent)


def test_a_folder_below_has_the_settings_of_its_repository(git: Path) -> None:
    inner = git.parent / "a" / "b"
    inner.mkdir(parents=True)
    assert runs_nothing((), inner)
    (git / "config").write_text("[core]\n\tfsmonitor = id\n")
    assert not runs_nothing((), inner)


def test_a_folder_without_a_repository_is_not_trusted(tmp_path: Path) -> None:
    assert not runs_nothing((), tmp_path)


@for_each(
    ("place", "text"),
    [
        (".gitmodules", ""),
        (".git/info/attributes", "* filter=x"),
        (".git/config.worktree", "[core]\n\tfsmonitor = id\n"),
        (".git/config", "# " + "x" * MAX_TEXT),
        (".git/config", "no section = 1\n"),
        (".git/config", '[remote "origin"]\n\turl = ../other\n'),
        (".git/config", '[remote "origin"]\n\turl = "file:///other"\n'),
        (".git/config", '[remote "origin"]\n\tpushurl = ext::id\n'),
        (".git/config", '[branch "main"]\n\tremote = ../other\n'),
        (".git/branches/origin", "../other"),
        (".git/remotes/origin", "URL: ../other"),
        (".git/objects/info/alternates", "../../other/.git/objects"),
        (".git/index", "DIRC"),
        (".git/config", '[core]\n\tbare = "a\\\nfsmonitor = id\n'),
    ],
)
def test_a_setting_that_may_name_a_program_is_not_trusted(tmp_path: Path, place: str, text: str) -> None:
    git = cloned(tmp_path)
    file = git.parent / place
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text(text)
    assert not runs_nothing((), git.parent)


def test_a_worktree_has_the_settings_of_its_repository_and_its_own(git: Path, tmp_path: Path) -> None:
    tree, own = tmp_path / "tree", git / "worktrees" / "tree"
    tree.mkdir()
    own.mkdir(parents=True)
    (tree / ".git").write_text(f"gitdir: {own}\n")
    (own / "commondir").write_text("../..\n")
    (own / "HEAD").write_text("ref: refs/heads/tree\n")
    assert runs_nothing((), tree)
    (own / "config.worktree").write_text("[core]\n\tfsmonitor = id\n")
    assert not runs_nothing((), tree)


@for_each(
    "address",
    ["ssh://git@host.example/a", "git@host.example:a/b.git", '"https://host.example/a"', "git://h/a"],
)
def test_the_address_of_another_machine_runs_nothing(tmp_path: Path, address: str) -> None:
    git = cloned(tmp_path)
    (git / "config").write_text(f'{USUAL}[remote "other"]\n\turl = {address}\n[branch "x"]\n\tremote = .\n')
    assert runs_nothing((), git.parent)


@for_each("place", [".git", ".git/config", ".git/config.worktree", ".git/commondir"])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path, place: str) -> None:
    git = cloned(tmp_path)
    path = git.parent / place
    if path.is_dir():
        path.rename(git.parent / "elsewhere")
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert not runs_nothing((), git.parent)
