"""Filters a server's tool list as received, before anything else reads it.

The SDK accepts or refuses a whole list, so one invalid tool would remove all others, and its schema readers
do unbounded work. So each tool is checked separately and reduced to the fields that overlay uses.
Output schemas are removed, because overlay does not rely on the SDK's check of results.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from overlay.tools.errors import clip
from overlay.tools.mcp.size_limits import ServerLimits
from overlay.tools.validation import schema_error

NAME = 256
DESCRIPTION = 20_000
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
Item = dict[str, Any]


class Listing:
    """Filter for one server's tool lists. `problems` holds the refused tools since `begin`,
    with the reason.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self.problems: list[str] = []

    def begin(self) -> None:
        """Forget the problems; a new listing starts."""
        self.problems = []

    async def filter(self, message: Any) -> None:
        """Remove unusable tools from `message` if it is a tool list."""
        result: Any = getattr(message, "result", None)
        if not isinstance(result, dict) or not isinstance(cast("Item", result).get("tools"), list):
            return
        page = cast("Item", result)
        # Keep one more than the limit, so that the excess can be reported.
        first = cast("list[Any]", page["tools"])[: self._limits.tools + 1]
        # Checking a schema takes milliseconds; hundreds of them would block the event loop for seconds.
        checked = await asyncio.to_thread(lambda: [_checked_tool(item) for item in first])
        page["tools"] = [item for item in checked if isinstance(item, dict)]
        self.problems += [item for item in checked if isinstance(item, str)]


def _checked_tool(item: Any) -> Item | str:
    """Return the tool with the fields that are used, or why it is refused."""
    tool = cast("Item", item) if isinstance(item, dict) else {}
    name, schema = tool.get("name"), tool.get("inputSchema")
    if not isinstance(name, str) or not name:
        return "a tool without a name"
    if len(name) > NAME:
        return f"{clip(name, 60)}: its name is longer than {NAME} characters"
    if not isinstance(schema, dict):
        return f"{name}: it has no schema of its parameters"
    parameters = {"type": "object", **cast("Item", schema)}
    error = schema_error(parameters)
    if error is None and parameters["type"] != "object":
        error = "its type is not 'object'"
    if error is not None:
        return f"{name}: the schema of its parameters can't be used: {error}"
    given: Any = tool.get("annotations")
    hints = cast("Item", given) if isinstance(given, dict) else {}
    texts = {key: tool[key] for key in ("title", "description") if isinstance(tool.get(key), str)}
    return {
        "name": name,
        "inputSchema": parameters,
        "annotations": {hint: hints[hint] for hint in HINTS if isinstance(hints.get(hint), bool)},
        **{key: clip(text, DESCRIPTION) for key, text in texts.items()},
    }
