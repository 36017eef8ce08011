"""Description of one tool for the model, at several levels of detail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, cast

from overlay.tools.definition import ToolDefinition
from overlay.tools.prompt.schema import compact, signature
from overlay.tools.prompt.text import one_line, shorten

SHORT, TERSE = 200, 90
"""Maximum characters of a description at the first and at the second level of shortening."""
SIGNATURE = 400


class Level(IntEnum):
    """Level of detail: complete; description shortened; schema without descriptions; names and types only."""

    FULL = 0
    SHORT = 1
    PLAIN = 2
    TERSE = 3


@dataclass(frozen=True, slots=True)
class ToolText:
    """A tool's name, description and parameters as the model gets them."""

    name: str
    description: str
    parameters: Mapping[str, Any]


def tool_text(tool: ToolDefinition) -> ToolText:
    """Return the tool's name, description and parameters; the last two from its `function` if it has one."""
    shown = tool.for_ai()
    inner = shown.get("function")
    plain: Mapping[str, Any] = cast("Mapping[str, Any]", inner) if isinstance(inner, Mapping) else shown
    parameters = plain.get("parameters")
    return ToolText(
        tool.name,
        one_line(str(plain.get("description") or "")),
        cast("Mapping[str, Any]", parameters) if isinstance(parameters, Mapping) else tool.parameters,
    )


def describe(tool: ToolText, level: Level) -> str:
    """Return the tool's section of the instructions: a heading with its name and at most two lines."""
    lines = [_description(tool, level), _parameters(tool, level)]
    return "\n".join([f"\n## {tool.name}", *(line for line in lines if line), ""])


def _description(tool: ToolText, level: Level) -> str:
    if level is Level.FULL:
        return tool.description
    return shorten(tool.description, TERSE if level is Level.TERSE else SHORT)


def _parameters(tool: ToolText, level: Level) -> str:
    if not tool.parameters.get("properties") and not tool.parameters.get("additionalProperties"):
        return "no parameters"
    if level is Level.TERSE:
        return signature(tool.parameters, SIGNATURE)
    return compact(tool.parameters, descriptions=level < Level.PLAIN)
