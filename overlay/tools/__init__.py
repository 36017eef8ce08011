"""Tools: Python functions, plain definitions and MCP servers, in one registry."""

from overlay.tools.adapters import Tool
from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool
from overlay.tools.definition import ToolDefinition, ToolHints
from overlay.tools.errors import LoadProblem, ToolDefinitionError, ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolAudio, ToolImage, ToolLink, ToolResult

__all__ = [
    "LoadProblem",
    "Tool",
    "ToolAudio",
    "ToolContext",
    "ToolDefinition",
    "ToolDefinitionError",
    "ToolError",
    "ToolHints",
    "ToolImage",
    "ToolLink",
    "ToolRegistry",
    "ToolResult",
    "tool",
]
