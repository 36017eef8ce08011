"""Tools on demand: for a large set the model gets the names, and one tool that describes the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overlay.tools import ToolDefinition, ToolError, ToolRegistry, tool
from overlay.tools.prompt.budget import fit_budget
from overlay.tools.prompt.catalogue import DESCRIBE, is_large
from overlay.tools.prompt.describe import tool_text
from overlay.tools.prompt.model import DEFAULT_BUDGET, chars_for_tokens
from overlay.tools.prompt.text import neutralize_tool_calls

MOST = 20
"""Maximum number of tools that one call describes."""


class ToolsOnDemand:
    """Adds the tool `describe_tools` to the registry once there are too many other tools to describe.

    The tool is never removed, since a model that knows it may call it. If the user has a tool of that name,
    it is kept and nothing is on demand.
    """

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._seen: int = -1
        self._added = False

    def refresh(self) -> None:
        """Add the tool `describe_tools` if the registry now holds too many others."""
        registry = self._registry
        if self._added or registry.version == self._seen or DESCRIBE in registry.all_names:
            return
        if is_large([tool_text(each) for each in registry.snapshot()]):
            registry.add(_describer(registry))
            self._added = True
        self._seen = registry.version

    def applies(self, tools: Sequence[ToolDefinition]) -> bool:
        """Return whether the model gets only the names of these tools."""
        named = self._added and any(each.name == DESCRIBE for each in tools)
        return named and is_large([tool_text(each) for each in tools])


def _describer(registry: ToolRegistry) -> Callable[[list[str]], str]:
    """Return the tool that describes the enabled tools of `registry`."""

    @tool(name=DESCRIBE, read_only=True)
    def describe(names: list[str]) -> str:
        """Describes other tools before you call them: what they do and their parameters.

        Args:
            names: names of at most 20 tools
        """
        if len(names) > MOST:
            raise ToolError("tool_invalid", f"Ask for at most {MOST} tools at a time, not {len(names)}.")
        found = [tool_text(registry.find(name)) for name in dict.fromkeys(names)]
        fitted = fit_budget(found, chars_for_tokens(DEFAULT_BUDGET))
        known = [{"name": each.name, "parameters": each.parameters} for each in found]
        return neutralize_tool_calls(fitted.text, known).strip()

    return describe
