"""Runs shell commands. Off until the user enables it; by default every command needs approval."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.decorator import tool
from overlay.tools.process import run_command
from overlay.tools.result import ToolResult


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
        return await run_command(command, folder=self._folder)
