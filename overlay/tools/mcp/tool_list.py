"""A server's list of tools as it comes over the wire, sifted before anything else reads it.

The SDK takes a list only as a whole: one tool with a wrong field would take all others with it, and its own
readers of schemas have no bound on their work. So each tool is judged by itself, and keeps only what overlay
uses. The schema of its results is not among that: nothing relies on the SDK's check by it.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from overlay.tools.errors import clip
from overlay.tools.mcp.size_limits import Limits
from overlay.tools.validation import schema_error

NAME = 256
DESCRIPTION = 20_000
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
Item = dict[str, Any]


class Listing:
    """`problems` are the tools that were refused since `begin`, with the reason."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.problems: list[str] = []

    def begin(self) -> None:
        """The list is asked for from its beginning."""
        self.problems = []

    async def sift(self, message: Any) -> None:
        """Take out of `message`, if it is a list of tools, what can't be used."""
        result: Any = getattr(message, "result", None)
        if not isinstance(result, dict) or not isinstance(cast("Item", result).get("tools"), list):
            return
        page = cast("Item", result)
        # One more than may be taken over, so that it can be said.
        first = cast("list[Any]", page["tools"])[: self._limits.tools + 1]
        # A schema takes some milliseconds, hundreds of them hold up the loop for seconds.
        judged = await asyncio.to_thread(lambda: [_judged(item) for item in first])
        page["tools"] = [item for item in judged if isinstance(item, dict)]
        self.problems += [item for item in judged if isinstance(item, str)]


def _judged(item: Any) -> Item | str:
    """The tool with what is used of it, or why it is refused."""
    given = cast("Item", item) if isinstance(item, dict) else {}
    name, schema = given.get("name"), given.get("inputSchema")
    if not isinstance(name, str) or not name:
        return "a tool without a name"
    if len(name) > NAME:
        return f"{clip(name, 60)}: its name is longer than {NAME} characters"
    if not isinstance(schema, dict):
        return f"{name}: it has no schema of its parameters"
    parameters = {"type": "object", **cast("Item", schema)}
    fault = schema_error(parameters)
    if fault is None and parameters["type"] != "object":
        fault = "it is not that of an object"
    if fault is not None:
        return f"{name}: the schema of its parameters can't be used: {fault}"
    said: Any = given.get("annotations")
    hints = cast("Item", said) if isinstance(said, dict) else {}
    words = {key: given[key] for key in ("title", "description") if isinstance(given.get(key), str)}
    return {
        "name": name,
        "inputSchema": parameters,
        "annotations": {hint: hints[hint] for hint in HINTS if isinstance(hints.get(hint), bool)},
        **{key: clip(text, DESCRIPTION) for key, text in words.items()},
    }
