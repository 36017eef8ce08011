"""A rule runs no shell, no other program, and in no other folder. Controls: the same by a shell."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from overlay.tools import ToolContext, ToolError, ToolRegistry
from overlay.tools.builtin.shell import Shell
from tests.policy.command_folder import PRINTS, Bench, new_bench


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return new_bench(tmp_path, monkeypatch)


@pytest.fixture
def spied(tmp_path: Path) -> Path:
    """A real repository whose settings name a program that leaves a mark."""
    folder, spy = tmp_path / "spied", tmp_path / "spy"
    spy.write_text(f"#!/bin/sh\ntouch {tmp_path / 'mark'}\n")
    spy.chmod(0o755)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "config", "core.fsmonitor", str(spy)], check=True)
    return folder


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
async def test_git_runs_no_program_that_the_repository_names(tmp_path: Path, spied: Path) -> None:
    git, mark = shutil.which("git") or "", tmp_path / "mark"
    registry = ToolRegistry(Shell(spied).tools)
    context = ToolContext(argv=(git, "status"))
    assert not (await registry.call_tool("run_command", {"command": "git status"}, context=context)).is_error
    assert not mark.exists()
    assert not (await registry.call_tool("run_command", {"command": "git status"})).is_error
    assert mark.exists()


async def test_a_rule_runs_the_program_itself_with_a_path_of_safe_folders(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = bench.program("npm", text=PRINTS + 'echo "$PATH"\npwd\n')
    monkeypatch.setenv("PATH", f"{bench.programs}:.:{bench.folder}::/usr/bin")
    context = ToolContext(argv=(str(program), "run", "test:unit"))
    registry = ToolRegistry(Shell(bench.folder).tools)
    result = await registry.call_tool("run_command", {"command": "npm run test:unit"}, context=context)
    expected = [str(program), "run", "test:unit", f"{bench.programs}:/usr/bin", str(bench.folder)]
    assert result.text.splitlines() == expected


async def test_the_tool_refuses_a_program_that_is_not_the_one_of_its_line(bench: Bench) -> None:
    context = ToolContext(argv=(str(bench.programs / "npm"), "test"))
    registry = ToolRegistry(Shell(bench.folder).tools)
    codes: dict[str, str] = {}
    for line in ("npm test; id", "npm  run", "npm test extra", "git test"):
        with pytest.raises(ToolError) as caught:
            await registry.call_tool("run_command", {"command": line}, context=context)
        codes[line] = caught.value.code
    assert codes == dict.fromkeys(codes, "tool_denied")


async def test_the_tool_refuses_a_folder_that_became_a_symlink(bench: Bench, tmp_path: Path) -> None:
    registry = ToolRegistry(Shell(bench.folder).tools)
    bench.folder.rename(tmp_path / "elsewhere")
    bench.folder.symlink_to(tmp_path / "elsewhere")
    context = ToolContext(argv=(str(bench.programs / "npm"), "test"))
    with pytest.raises(ToolError) as caught:
        await registry.call_tool("run_command", {"command": "npm test"}, context=context)
    assert caught.value.code == "tool_denied"
