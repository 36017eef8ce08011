"""`wpcli`: runs WP-CLI on the site, locally or over ssh. Arguments are a list; no local shell parses them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError, clip
from overlay.tools.process import environment, run_command
from overlay.tools.result import ToolResult

# WP-CLI's global options that select another site or run code (handbook, "Global parameters").
ELSEWHERE = re.compile(r"--(?:no-)?(?:path|url|ssh|http|exec|require|config|prompt)(?:=|$)")
Argument = Annotated[str, Field(max_length=10_000)]


class WpCli:
    """The `wpcli` tool for one site. It refuses `blocked` subcommands and options that
    select another site.
    """

    def __init__(self, settings: WordPressSettings) -> None:
        self._settings = settings

    @property
    def tools(self) -> list[Any]:
        """The one tool, for `ToolRegistry.add`."""
        return [self.wpcli]

    def shown(self, arguments: dict[str, Any]) -> str:
        """Return the complete command line and where it runs, for the user's approval."""
        where = self._settings.ssh or "this machine"
        return f"on {where}: {shlex.join(self._words(list(arguments['args'])))}"

    @tool(destructive=True, sends_out=True, private=True, untrusted=True, timeout=120, preview=shown)
    async def wpcli(
        self,
        args: Annotated[
            list[Argument],
            Field(min_length=1, max_length=100, description='WP-CLI arguments, ["plugin", "list"]'),
        ],
    ) -> ToolResult:
        """Runs WP-CLI on the user's WordPress site and gives its output. Write no `wp` and no quotes."""
        words = self._words(args)
        if self._settings.ssh:
            # The remote shell parses the command, so each word is quoted for it.
            words = ["ssh", "-o", "BatchMode=yes", "--", self._settings.ssh, shlex.join(words)]
        try:
            return await run_command(words, env=environment("SSH_AUTH_SOCK"))
        except OSError as error:
            raise ToolError(
                "tool_execution_failed", f"{Path(words[0]).name} can't be started: {error.strerror}"
            ) from error

    def _words(self, args: list[str]) -> list[str]:
        """Return the command with its arguments. Raises ToolError tool_denied or tool_invalid."""
        for arg in args:
            if "\0" in arg:
                raise ToolError("tool_invalid", "An argument can't hold a NUL character")
            if ELSEWHERE.match(arg):
                raise ToolError(
                    "tool_denied", f"{clip(arg, 100)!r} is refused: the site is the one that was configured"
                )
        named = next((arg for arg in args if not arg.startswith("-")), "")
        if named.startswith("@"):
            raise ToolError("tool_denied", f"{clip(named, 100)!r} names another site: refused")
        if not named or named in self._settings.blocked:
            raise ToolError("tool_denied", f"wp {clip(named, 100)} is not allowed here")
        return [*self._settings.wp, f"--path={self._settings.path}", *args]
