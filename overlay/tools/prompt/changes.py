"""Tells the model about tools that changed in the middle of a chat."""

from __future__ import annotations

from collections.abc import Iterable

from overlay.tools.definition import ToolDefinition
from overlay.tools.prompt.budget import FittedText, fit_budget, named
from overlay.tools.prompt.catalogue import DESCRIBE
from overlay.tools.prompt.describe import ToolText, tool_text
from overlay.tools.prompt.model import DEFAULT_BUDGET, Prompt
from overlay.tools.prompt.prompt import assemble

START = "The tools have changed; how they are called has not.\n"
GONE, NEW, CHANGED = "\nNo longer there: ", "\nNew: ", "\nChanged: "


def write_changes(
    before: Iterable[ToolDefinition],
    after: Iterable[ToolDefinition],
    *,
    budget: int = DEFAULT_BUDGET,
    on_demand: bool = False,
) -> Prompt:
    """Return the text to send when the tools `before` have become `after`: only removed, added and changed
    tools.

    The text is empty if nothing the model sees has changed; hints and timeouts are not shown to it. `budget`
    and `on_demand` are used as in `write_prompt`. Raises ValueError if the budget is too small.
    """
    old = {tool.name: tool_text(tool) for tool in before}
    new = {tool.name: tool_text(tool) for tool in after}
    removed = [name for name in old if name not in new]
    added = [tool for name, tool in new.items() if name not in old]
    changed = [tool for name, tool in new.items() if name in old and old[name] != tool]
    if not (removed or added or changed):
        return Prompt("", 0, budget)

    def rest(limit: int) -> FittedText:
        lines = ""
        for title, names in ((GONE, removed), (NEW, _names(added)), (CHANGED, _names(changed))):
            lines += named(title, names, limit // 4)
        # A model that can ask for descriptions needs only the names.
        shown = [tool for tool in (*added, *changed) if not on_demand or tool.name == DESCRIBE]
        fitted = fit_budget(shown, limit - len(lines))
        return FittedText(lines + fitted.text, fitted.shortened, fitted.omitted)

    return assemble(START, rest, [*old.values(), *new.values()], budget)


def _names(tools: Iterable[ToolText]) -> list[str]:
    return [tool.name for tool in tools]
