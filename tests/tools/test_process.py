import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.process import environment, run_command

SAY = [sys.executable, "-c", "import sys; print(sys.argv[1:])"]


async def test_a_program_is_run_without_a_shell_and_a_command_line_with_one():
    assert (await run_command([*SAY, "a b", "$HOME", "; ls"])).text == "['a b', '$HOME', '; ls']\n"

    assert (await run_command("echo a; echo b")).text == "a\nb\n"


async def test_another_exit_code_than_0_is_an_error():
    result = await run_command([sys.executable, "-c", "raise SystemExit(4)"])
    assert result.text == "(exit code 4)"
    assert result.is_error
    assert result.structured == {"exit_code": 4}


async def test_output_is_cut_after_so_many_bytes():
    assert (await run_command("echo 123456789", limit=4)).text == "1234\n… (cut after 4 bytes)"


async def test_a_program_that_is_not_there_is_reported(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        await run_command([str(tmp_path / "nothing")])


async def test_a_program_gets_only_the_environment_that_is_given(monkeypatch: pytest.MonkeyPatch):
    code = "import os; print(os.environ.get('PET'), os.environ.get('LC_CTYPE') is None)"
    assert (
        await run_command([sys.executable, "-c", code], env={"PET": "cat", "PYTHONCOERCECLOCALE": "0"})
    ).text.startswith("cat")

    monkeypatch.setenv("PET", "cat")
    monkeypatch.setenv("MY_TOKEN", "k")
    found = environment("PET", "NOT_SET")
    assert found["PET"] == "cat"
    assert "MY_TOKEN" not in found
    assert "NOT_SET" not in found


async def test_a_command_that_is_cancelled_while_it_starts_is_killed_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    started, go_on = asyncio.Event(), asyncio.Event()
    real = asyncio.create_subprocess_shell

    async def slow(*words: Any, **options: Any) -> asyncio.subprocess.Process:
        process = await real(*words, **options)
        started.set()
        await go_on.wait()
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_shell", slow)
    # The grandchild holds the pipe open for writing: its end is read as the pipe's end.
    call = asyncio.ensure_future(run_command(f"(echo up; exec sleep 600) > {pipe} & wait"))
    reader = await asyncio.to_thread(pipe.open, "rb")
    with reader:
        await asyncio.to_thread(reader.readline)
        await started.wait()
        call.cancel()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await asyncio.to_thread(reader.read) == b""
