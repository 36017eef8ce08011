"""Running a command. Off until the person switches it on, and never without being asked by default."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.decorator import tool
from overlay.tools.result import ToolResult

MAX_OUTPUT = 100_000
# What a command needs to find itself; keys and tokens that happen to be in the environment are not handed on.
INHERITED = (
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR",
    "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
)  # fmt: skip


class Shell:
    """The shell tool; commands run in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def tools(self) -> list[Any]:
        """The one tool, for `ToolRegistry.add`."""
        return [self.run_command]

    @tool(destructive=True, sends_out=True, private=True, untrusted=True, timeout=120)
    async def run_command(
        self,
        command: Annotated[str, Field(min_length=1, description="a command line for the system's shell")],
    ) -> ToolResult:
        """Runs a command on this machine and gives its output (stdout and stderr together)."""
        process = await asyncio.create_subprocess_shell(
            command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=self._folder,
            env={key: os.environ[key] for key in INHERITED if key in os.environ},
            start_new_session=True,
        )
        try:
            output, cut = await _read(process)
            code = await process.wait()
        finally:
            await _end(process)
        text = output.decode(errors="replace") + (f"\n… (cut after {MAX_OUTPUT} bytes)" if cut else "")
        said = text if code == 0 else f"{text.rstrip()}\n(exit code {code})".lstrip()
        return ToolResult(text=said, structured={"exit_code": code}, is_error=code != 0)


async def _read(process: asyncio.subprocess.Process) -> tuple[bytes, bool]:
    assert process.stdout is not None
    kept, cut = bytearray(), False
    # Read on past the limit: a command whose pipe is full would never end.
    while part := await process.stdout.read(65536):
        room = MAX_OUTPUT - len(kept)
        kept += part[:room]
        cut = cut or len(part) > room
    return bytes(kept), cut


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill what the command left running: its whole process group, also when the call was cancelled."""
    try:
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:  # pragma: no cover - Windows has no process groups to kill
            process.kill()
    except (ProcessLookupError, PermissionError):
        return
    if process.returncode is None:
        await process.wait()
