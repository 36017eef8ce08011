"""Checks that the MCP servers start: starts all at the same time, and ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from overlay.cli.json_shapes.machine import Finding
from overlay.cli.machine_checks import Found
from overlay.cli.server_options import configured, probe_servers
from overlay.common.errors import CheckFailed
from overlay.common.terminal_text import inline, name
from overlay.tools.mcp import ServerStatus, ServerTimeouts

MEND = 'Correct its entry in the file of servers, or switch it off there with "disabled": true.'


def server_checks(settings: ServerTimeouts | None = None) -> Iterator[Found]:
    """Yield a finding for each configured server: the names of its tools, or why it has none.

    Each server has `settings.connect` seconds to start; no server waits for another.
    """
    configs, _ = configured(())
    for status in asyncio.run(probe_servers(configs, settings or ServerTimeouts())) if configs else []:
        subject = f"server {name(status.key)}"
        if status.state == "failed":
            error = CheckFailed(_why(status), advice=MEND)
            yield Finding(False, subject, error.format_message().replace("\n", " ")), error
        else:
            yield Finding(True, subject, _description(status)), None


def _description(status: ServerStatus) -> str:
    if status.state != "ready":
        return f"{status.state}{f': {inline(status.reason)}' if status.reason else ''}"
    tools = f"{len(status.tools)} tools: {', '.join(map(name, status.tools))}" if status.tools else "no tools"
    return "; not usable: ".join([tools, *map(inline, status.problems)])


def _why(status: ServerStatus) -> str:
    return f"{inline(status.reason)}{f' (its log: {status.log})' if status.log else ''}."
