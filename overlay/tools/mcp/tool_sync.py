"""Keeps a server's tools in the registry up to date with the server's tool list."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any

from overlay.tools.adapters import Tool
from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolDefinitionError, clip
from overlay.tools.mcp.convert import to_definition, tool_name
from overlay.tools.mcp.size_limits import ServerLimits
from overlay.tools.registry import ToolRegistry
from overlay.tools.schema_limits import SchemaRefused, measure

if TYPE_CHECKING:
    import mcp.types as types

Call = Callable[[str, dict[str, Any], ToolContext], Awaitable[Any]]


class ServerTools:
    """The tools of one server. `call(the server's own name, arguments, context)` runs a tool there.

    A tool keeps its name in the registry while the server lists it, even across reconnections.
    """

    def __init__(
        self,
        registry: ToolRegistry,
        server: str,
        source: str,
        timeout: float | None,
        call: Call,
        limits: ServerLimits | None = None,
    ) -> None:
        self._registry = registry
        self._server = server
        self._source = source
        self._timeout = timeout
        self._call = call
        self._limits = limits or ServerLimits()
        self._names: dict[str, str] = {}
        self.problems: list[str] = []

    @property
    def names(self) -> list[str]:
        """Names of the tools in the registry."""
        return list(self._names.values())

    def update(self, tools: list[types.Tool], problems: Iterable[str] = ()) -> None:
        """Add, replace and remove tools so that the registry holds exactly `tools`; unchanged tools are not
        touched.

        `self.problems` then holds `problems`, followed by the failures found here.
        """
        self.problems = list(problems)
        listed = {tool.name: tool for tool in self._within(tools)}
        for own in [own for own in self._names if own not in listed]:
            self._registry.remove(self._names.pop(own))
        for own, tool in listed.items():
            try:
                self._put(own, tool)
            except ToolDefinitionError as error:
                self.problems.append(f"{clip(own, 100)}: {error}")
                if own in self._names:
                    self._registry.remove(self._names.pop(own))

    def _within(self, tools: list[types.Tool]) -> list[types.Tool]:
        """Return the tools within the limits, in their order; `problems` names the limit that the others
        exceed.
        """
        accepted: list[types.Tool] = []
        parts = 0
        for tool in tools[: self._limits.tools]:
            with contextlib.suppress(SchemaRefused):  # `_put` reports the problem
                parts += measure(tool.input_schema)
            if parts > self._limits.parts:
                self.problems.append(f"the schemas of its tools have more than {self._limits.parts} parts")
                break
            accepted.append(tool)
        if len(tools) > self._limits.tools:
            self.problems.append(f"it has more than {self._limits.tools} tools")
        return accepted

    def withdraw(self) -> None:
        """Remove all tools from the registry."""
        self.update([])

    def _put(self, own: str, tool: types.Tool) -> None:
        name = self._names.get(own) or tool_name(self._server, own, self._names.values())
        definition = to_definition(tool, name, self._server, self._timeout)
        if own in self._names and self._registry.definition(name).fingerprint == definition.fingerprint:
            return

        async def handler(arguments: dict[str, Any], context: ToolContext) -> Any:
            return await self._call(own, arguments, context)

        self._registry.add(Tool(definition, handler, None, self._source), replace=own in self._names)
        self._names[own] = name
