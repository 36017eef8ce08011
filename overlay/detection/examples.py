"""The small corpus in the module of each format: texts, and the calls in them."""

from __future__ import annotations

from typing import Any, NamedTuple

Calls = tuple[tuple[str, dict[str, Any]], ...]

F: Calls = (("f", {"a": "x"}),)
NOW: Calls = (("now", {}),)


class Example(NamedTuple):
    """A text, the (name, arguments) of the complete calls in it, and the tools that detection needs for it.

    Each of the tools takes one string, `a`.
    """

    text: str
    calls: Calls
    tools: tuple[str, ...] = ()

    def definitions(self) -> list[dict[str, Any]] | None:
        """Return the tools in the form that `detect` takes."""
        schema = {"type": "object", "properties": {"a": {"type": "string"}}}
        return [{"name": name, "parameters": schema} for name in self.tools] or None
