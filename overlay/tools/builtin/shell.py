"""Runs commands. Off until the user enables it; by default every command needs approval."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.common.program_path import safe_path
from overlay.tools.adapters import Tool, as_tool
from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool
from overlay.tools.definition import CommandPlace
from overlay.tools.errors import ToolError
from overlay.tools.process import environment, run_command
from overlay.tools.result import ToolResult

GIT_SETTINGS = {
    "core.fsmonitor": "false",
    "safe.bareRepository": "explicit",
    "diff.ignoreSubmodules": "all",
    "diff.submodule": "short",
    "fetch.recurseSubmodules": "false",
    "push.recurseSubmodules": "no",
    "index.threads": "1",
}
"""These replace settings that can make git run a program or open another repository (git-config(1)).

With one thread git reads its index from front to back, as the policy read it.
"""
NO_HOOKS = {"core.hooksPath": os.devnull}


class Shell:
    """The shell tool; commands run in `folder`. For `writable` see `CommandPlace`."""

    def __init__(self, folder: Path, writable: Sequence[Path] = ()) -> None:
        self._place = CommandPlace(Path(os.path.realpath(folder)), tuple(writable))

    @property
    def tools(self) -> list[Any]:
        """The one tool, for `ToolRegistry.add`."""
        plain: Tool = as_tool(self.run_command)
        return [replace(plain, definition=replace(plain.definition, commands=self._place))]

    @tool(destructive=True, sends_out=True, private=True, untrusted=True, timeout=120)
    async def run_command(
        self,
        command: Annotated[str, Field(min_length=1, description="a command line for the system's shell")],
        context: ToolContext,
    ) -> ToolResult:
        """Runs a command on this machine and gives its output (stdout and stderr together)."""
        if not context.argv:
            return await run_command(command, folder=self._place.folder)
        return await self._run_by_rule(command, context.argv)

    async def _run_by_rule(self, command: str, argv: Sequence[str]) -> ToolResult:
        folder = self._place.folder
        if [Path(argv[0]).name, *argv[1:]] != command.split() or not _is_itself(folder):
            raise ToolError("tool_denied", "The command or its folder is not what the rule allowed.")
        return await run_command(argv, folder=folder, env=self._environment(argv))

    def _environment(self, argv: Sequence[str]) -> dict[str, str]:
        """Return the environment of a command that a rule allowed: its programs come from safe folders."""
        found = environment() | {"PATH": safe_path(self._place.folder, self._place.writable)}
        if Path(argv[0]).name != "git":
            return found
        settings = GIT_SETTINGS | ({} if argv[1:2] == ("push",) else NO_HOOKS)
        # Git treats settings in the environment like command line options (git-config(1), GIT_CONFIG_COUNT).
        found |= {
            "GIT_CONFIG_COUNT": str(len(settings)),
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
        }
        for at, (key, value) in enumerate(settings.items()):
            found |= {f"GIT_CONFIG_KEY_{at}": key, f"GIT_CONFIG_VALUE_{at}": value}
        return found


def _is_itself(folder: Path) -> bool:
    """Return whether no part of the resolved path has become a symlink."""
    return os.path.realpath(folder) == str(folder)
