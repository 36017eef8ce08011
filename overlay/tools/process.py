"""Runs programs without a terminal, with limited output, and ends all their processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from overlay.tools.result import ToolResult

MAX_OUTPUT = 100_000
# The variables that most commands need. Others may contain keys and tokens and are not passed on.
INHERITED = (
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR",
    "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
)  # fmt: skip


def environment(*more: str) -> dict[str, str]:
    """Return the environment for a command: the inherited variables and those in `more`."""
    return {key: os.environ[key] for key in (*INHERITED, *more) if key in os.environ}


async def run_command(
    command: str | Sequence[str],
    *,
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> ToolResult:
    """Run a command line in the system's shell, or a program with its arguments without a shell.

    Returns stdout and stderr together, cut after `limit` bytes (MAX_OUTPUT by default), and the exit code in
    `structured`; a code other than 0 is an error. The processes it started are killed with it, also when the
    call is cancelled. Raises OSError if a program can't be started.
    """
    limit = MAX_OUTPUT if limit is None else limit
    environ = dict(environment() if env is None else env)
    nothing, pipe, same = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    if isinstance(command, str):
        starting = asyncio.create_subprocess_shell(
            command, stdin=nothing, stdout=pipe, stderr=same, cwd=folder, env=environ, start_new_session=True
        )
    else:
        starting = asyncio.create_subprocess_exec(
            *command, stdin=nothing, stdout=pipe, stderr=same, cwd=folder, env=environ, start_new_session=True
        )
    process = await _started(starting)
    try:
        output, cut = await _read(process, limit)
        code = await process.wait()
    finally:
        await _end(process)
    text = output.decode(errors="replace") + (f"\n… (cut after {limit} bytes)" if cut else "")
    shown = text if code == 0 else f"{text.rstrip()}\n(exit code {code})".lstrip()
    return ToolResult(text=shown, structured={"exit_code": code}, is_error=code != 0)


async def _started(starting: Coroutine[Any, Any, asyncio.subprocess.Process]) -> asyncio.subprocess.Process:
    """Return the process. If cancelled during the start, asyncio would kill that process
    but not its children.
    """
    task = asyncio.ensure_future(starting)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await _end(await task)
        raise


async def _read(process: asyncio.subprocess.Process, limit: int) -> tuple[bytes, bool]:
    assert process.stdout is not None
    kept, cut = bytearray(), False
    # Continue reading after the limit: a command whose pipe is full would never end.
    while part := await process.stdout.read(65536):
        room = limit - len(kept)
        kept += part[:room]
        cut = cut or len(part) > room
    return bytes(kept), cut


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill the command's whole process group, also when the call was cancelled."""
    try:
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:  # pragma: no cover - Windows has no process groups to kill
            process.kill()
    except (ProcessLookupError, PermissionError):
        return
    if process.returncode is None:
        await process.wait()
