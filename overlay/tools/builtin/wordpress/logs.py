"""`plugin_logs`: the end of WordPress' debug.log, here or over ssh."""

from __future__ import annotations

import os
import shlex
from collections import deque
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError
from overlay.tools.process import environment, run_command
from overlay.tools.result import ToolResult

MAX_BYTES = 500_000
MAX_LINE = 2_000


class PluginLogs:
    """The tool `plugin_logs` for one log file."""

    def __init__(self, settings: WordPressSettings) -> None:
        self._settings = settings

    @property
    def tools(self) -> list[Any]:
        """The one tool, for `ToolRegistry.add`."""
        return [self.plugin_logs]

    @tool(read_only=True, private=True, untrusted=True, timeout=60)
    async def plugin_logs(
        self,
        lines: Annotated[int, Field(ge=1, le=1000)] = 100,
        contains: Annotated[
            str, Field(max_length=200, description="only lines with this in them, such as a plugin's name")
        ] = "",
    ) -> ToolResult:
        """Gives the last lines of the WordPress site's debug.log."""
        text = await self._end()
        wanted = contains.casefold()
        found = deque((line for line in text.splitlines() if wanted in line.casefold()), maxlen=lines)
        shown = [line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…" for line in found]
        return ToolResult(text="\n".join(shown) or "(nothing)")

    async def _end(self) -> str:
        """The end of the file, whole lines. Raises ToolError if it can't be read."""
        path = self._settings.log_path
        if not self._settings.ssh:
            return _tail(Path(path))
        command = shlex.join(["tail", "-c", str(MAX_BYTES), "--", path])
        words = ["ssh", "-o", "BatchMode=yes", "--", self._settings.ssh, command]
        try:
            result = await run_command(words, env=environment("SSH_AUTH_SOCK"), limit=MAX_BYTES)
        except OSError as error:
            raise ToolError("tool_execution_failed", f"ssh can't be started: {error.strerror}") from error
        if result.is_error:
            raise ToolError("tool_execution_failed", f"The log can't be read: {result.text[:500]}")
        return result.text


def _tail(path: Path) -> str:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - MAX_BYTES))
            text = file.read(MAX_BYTES).decode(errors="replace")
    except OSError as error:
        raise ToolError(
            "tool_execution_failed",
            f"{path.name} can't be read ({error.strerror}); is WP_DEBUG_LOG switched on?",
        ) from error
    return text if size <= MAX_BYTES else text.partition("\n")[2]
