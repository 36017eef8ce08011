"""Repositories that git opens besides the one that a rule looked at. Controls: git runs their programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overlay.policy.commands.git_settings import runs_nothing
from overlay.policy.commands.line import plain_words
from overlay.policy.commands.programs import refusal
from overlay.tools import ToolContext, ToolRegistry
from overlay.tools.builtin.shell import Shell

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="there is no git")


class Trap:
    """A project, and repositories whose settings and hooks name a program that leaves a mark."""

    def __init__(self, home: Path) -> None:
        self.home, self.project, self.mark = home, home / "project", home / "mark"
        self.spy = home / "spy"
        self.spy.write_text(f"#!/bin/sh\ntouch {self.mark}\n")
        self.spy.chmod(0o755)
        self.env = {"HOME": str(home), "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}

    def git(self, folder: Path, *words: str) -> None:
        """Run git in the folder, as its user would."""
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always")
        subprocess.run(
            ["git", *who, "-C", str(folder), *words], env=self.env, check=False, stdin=subprocess.DEVNULL,
            capture_output=True,
        )  # fmt: skip

    def repository(self, folder: Path, *, bare: bool = False) -> Path:
        """Make a repository with one commit."""
        folder.mkdir(parents=True, exist_ok=True)
        self.git(folder, "init", "-q", *(["--bare"] if bare else []))
        if not bare:
            (folder / "a.txt").write_text("one\n")
            self.git(folder, "add", ".")
            self.git(folder, "commit", "-qm", "one")
        return folder

    def arm(self, folder: Path) -> Path:
        """Give the repository a filter that runs the program when git reads a changed file."""
        self.git(folder, "config", "filter.x.clean", str(self.spy))
        (folder / ".gitattributes").write_text("* filter=x\n")
        (folder / "a.txt").write_text("two\n")
        return folder

    def ran(self, folder: Path, line: str) -> bool:
        """Return whether the program ran when the line ran in the folder."""
        self.mark.unlink(missing_ok=True)
        self.git(folder, *line.split()[1:])
        return self.mark.exists()


def a_repository_without_its_file_of_submodules(trap: Trap) -> Path:
    top = trap.repository(trap.project)
    trap.arm(trap.repository(top / "inner"))
    trap.git(top, "add", "inner")
    trap.git(top, "commit", "-qm", "inner")
    return top


def a_list_of_files_whose_modes_are_unusual(trap: Trap) -> Path:
    top = a_repository_without_its_file_of_submodules(trap)
    index = top / ".git" / "index"
    index.write_bytes(index.read_bytes().replace(b"\0\0\xe0\0", b"\0\0\xe0\1"))
    return top


def a_list_of_files_in_its_shortest_form(trap: Trap) -> Path:
    top = a_repository_without_its_file_of_submodules(trap)
    trap.git(top, "update-index", "--index-version", "4")
    return top


def a_list_of_files_that_continues_in_another_file(trap: Trap) -> Path:
    top = a_repository_without_its_file_of_submodules(trap)
    trap.git(top, "update-index", "--split-index")
    return top


def a_broken_repository_inside_another(trap: Trap) -> Path:
    inner = trap.arm(trap.repository(trap.project)) / "inner"
    (inner / ".git").mkdir(parents=True)
    (inner / ".git" / "config").write_text("[core]\n\tbare = false\n")
    return inner


def a_pipe_in_place_of_a_repository(trap: Trap) -> Path:
    inner = trap.arm(trap.repository(trap.project)) / "inner"
    inner.mkdir()
    os.mkfifo(inner / ".git")
    return inner


def a_repository_without_a_folder_of_its_own(trap: Trap) -> Path:
    inner = trap.repository(trap.project) / "inner"
    trap.repository(inner, bare=True)
    trap.git(inner, "config", "core.bare", "false")
    trap.git(inner, "config", "core.worktree", ".")
    (inner / "a.txt").write_text("one\n")
    trap.git(inner, "add", "a.txt")
    return trap.arm(inner)


def a_folder_whose_name_ends_with_a_space(trap: Trap) -> Path:
    top = trap.repository(trap.project)
    trap.arm(top)
    shutil.move(top / ".git", trap.home / "other ")
    trap.repository(trap.home / "plain")
    shutil.move(trap.home / "plain" / ".git", trap.home / "other")
    (top / ".git").write_text(f"gitdir: {trap.home}/other \n")
    return top


def a_remote_on_this_machine(trap: Trap) -> Path:
    hook = trap.repository(trap.home / "remote", bare=True) / "hooks" / "post-receive"
    hook.unlink(missing_ok=True)
    hook.symlink_to(trap.spy)
    top = trap.repository(trap.project)
    trap.git(top, "remote", "add", "origin", str(trap.home / "remote"))
    return top


def a_remote_in_a_file_of_the_old_kind(trap: Trap) -> Path:
    top = a_remote_on_this_machine(trap)
    trap.git(top, "remote", "remove", "origin")
    (top / ".git" / "branches").mkdir(exist_ok=True)
    (top / ".git" / "branches" / "origin").write_text(str(trap.home / "remote"))
    return top


def a_remote_named_in_the_command(trap: Trap) -> Path:
    top = a_remote_on_this_machine(trap)
    trap.git(top, "remote", "remove", "origin")
    return top


TRAPS: list[tuple[Callable[[Trap], Path], str]] = [
    (a_repository_without_its_file_of_submodules, "git status"),
    (a_list_of_files_whose_modes_are_unusual, "git status"),
    (a_list_of_files_in_its_shortest_form, "git status"),
    (a_list_of_files_that_continues_in_another_file, "git status"),
    (a_broken_repository_inside_another, "git diff"),
    (a_pipe_in_place_of_a_repository, "git diff"),
    (a_repository_without_a_folder_of_its_own, "git diff"),
    (a_folder_whose_name_ends_with_a_space, "git diff"),
    (a_remote_on_this_machine, "git push origin HEAD"),
    (a_remote_in_a_file_of_the_old_kind, "git push origin HEAD:refs/heads/x"),
    (a_remote_named_in_the_command, "git push ../remote HEAD"),
]


@pytest.mark.parametrize(("make", "line"), TRAPS, ids=[make.__name__ for make, _ in TRAPS])
def test_no_rule_holds_where_git_opens_another_repository(
    tmp_path: Path, make: Callable[[Trap], Path], line: str
) -> None:
    trap = Trap(tmp_path)
    folder = make(trap)
    assert trap.ran(folder, line), "the trap does not work"
    assert not runs_nothing(plain_words(line)[2:], folder)


def test_a_rule_holds_in_a_plain_repository_and_below_it(tmp_path: Path) -> None:
    trap = Trap(tmp_path)
    top = trap.repository(trap.project)
    (top / "inner").mkdir()
    for version in ("2", "3", "4"):
        trap.git(top, "update-index", "--index-version", version)
        assert runs_nothing(("origin", "main"), top / "inner"), version


def test_no_rule_holds_for_options_that_open_other_repositories() -> None:
    lines = ("fetch --recurse-submodules", "fetch --recurse", "diff --submodule=diff", "log -p --subm=diff")
    lines += ("fetch --upload-pa=x", "push --receive=x", "ls-files --recurse-sub")
    assert [line for line in lines if not refusal(("git", *line.split()))] == []
    assert not refusal(("git", "diff", "--ignore-submodules", "--stat"))


async def test_git_fetches_no_submodule_by_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap, inner = Trap(tmp_path), tmp_path / "project" / "inner"
    source = trap.repository(tmp_path / "source")
    trap.repository(source / "inner")
    trap.git(source, "add", "inner")
    trap.git(source, "commit", "-qm", "inner")
    trap.git(tmp_path, "clone", "-q", str(source), str(trap.project))
    trap.git(tmp_path, "clone", "-q", str(source / "inner"), str(inner))
    trap.git(inner, "config", "remote.origin.uploadpack", str(trap.spy))
    (tmp_path / ".gitconfig").write_text("[fetch]\n\trecurseSubmodules = true\n")

    def change() -> None:
        trap.git(source / "inner", "commit", "-q", "--allow-empty", "-m", "two")
        trap.git(source, "commit", "-qam", "two")

    change()
    assert trap.ran(trap.project, "git fetch")
    change()
    monkeypatch.setenv("HOME", str(tmp_path))
    trap.mark.unlink()
    argv: tuple[Any, ...] = (shutil.which("git") or "", "fetch")
    result = await ToolRegistry(Shell(trap.project).tools).call_tool(
        "run_command", {"command": "git fetch"}, context=ToolContext(argv=argv)
    )
    assert not result.is_error, result.text
    assert not trap.mark.exists()
