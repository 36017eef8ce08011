"""The small corpus that each family's file carries: texts, and the calls they are."""

from __future__ import annotations

from typing import Any, NamedTuple

Calls = tuple[tuple[str, dict[str, Any]], ...]

F: Calls = (("f", {"a": "x"}),)
NOW: Calls = (("now", {}),)


class Example(NamedTuple):
    """A text, the (name, arguments) of the complete calls in it, and the tools it needs to be given.

    Each tool named takes one string, `a`.
    """

    text: str
    calls: Calls
    tools: tuple[str, ...] = ()

    def definitions(self) -> list[dict[str, Any]] | None:
        """The tools, as `detect` takes them."""
        schema = {"type": "object", "properties": {"a": {"type": "string"}}}
        return [{"name": name, "parameters": schema} for name in self.tools] or None
