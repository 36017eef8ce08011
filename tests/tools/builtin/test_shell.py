import asyncio
import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.tools import process
from overlay.tools.builtin.shell import Shell
from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult

PYTHON = shlex.quote(sys.executable)


async def run(folder: Path, command: str) -> ToolResult:
    return await ToolRegistry(Shell(folder).tools).call_tool("run_command", {"command": command})


def test_permissions_for_the_tool_hold_wherever_it_runs(tmp_path: Path):
    tool = ToolRegistry(Shell(tmp_path, [tmp_path]).tools).find("run_command")
    assert tool.commands
    assert tool.fingerprint == replace(tool, commands=None).fingerprint
    assert list(tool.parameters["properties"]) == ["command"]


async def test_a_command_runs_in_its_folder_and_its_output_is_given(tmp_path: Path):
    result = await run(tmp_path, "echo out; echo err >&2")
    assert result.text == "out\nerr\n"
    assert result.structured == {"exit_code": 0}
    assert not result.is_error

    assert (await run(tmp_path, "pwd")).text.strip() == str(tmp_path)

    assert (await run(tmp_path, "cat")).text == ""

    result = await run(tmp_path, "echo no; exit 3")
    assert result.text == "no\n(exit code 3)"
    assert result.is_error


async def test_secrets_of_the_environment_are_not_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MY_TOKEN", "k-3141")
    assert "k-3141" not in (await run(tmp_path, "env")).text


async def test_a_long_output_is_cut_and_the_command_still_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process, "MAX_OUTPUT", 10)
    result = await run(tmp_path, "yes | head -c 300000")
    assert result.text == "y\ny\ny\ny\ny\n\n… (cut after 10 bytes)"


async def test_a_stopped_command_is_killed_with_all_it_started(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    registry = ToolRegistry(Shell(tmp_path).tools)
    context = ToolContext()
    call = asyncio.ensure_future(
        # The grandchild holds the pipe open for writing: its end is read as the pipe's end.
        registry.call_tool(
            "run_command", {"command": "(echo up; exec sleep 600) > pipe & wait"}, context=context
        )
    )
    reader = await asyncio.to_thread(pipe.open, "rb")
    with reader:
        await asyncio.to_thread(reader.readline)
        context.cancel()
        with pytest.raises(ToolError) as caught:
            await call
        assert caught.value.code == "tool_cancelled"
        assert await asyncio.to_thread(reader.read) == b""


async def test_a_program_that_a_command_leaves_running_is_killed(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    call = asyncio.ensure_future(run(tmp_path, "sleep 600 > pipe 2>&1 & true"))
    reader = await asyncio.to_thread(pipe.open, "rb")
    with reader:
        await call
        assert await asyncio.to_thread(reader.read) == b""
