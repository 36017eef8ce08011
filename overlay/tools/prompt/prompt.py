"""Writes the instructions for the model from the enabled tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from overlay.tools.definition import ToolDefinition
from overlay.tools.prompt.budget import FittedText, fit_budget
from overlay.tools.prompt.catalogue import fit_catalogue
from overlay.tools.prompt.describe import ToolText, tool_text
from overlay.tools.prompt.model import DEFAULT_BUDGET, Prompt, Style, chars_for_tokens, tokens_of
from overlay.tools.prompt.preamble import TOOLS, preamble
from overlay.tools.prompt.text import neutralize_tool_calls

LEAST = 120
"""Minimum space in characters beyond the preamble, for the line that names omitted tools."""


def write_prompt(
    tools: Iterable[ToolDefinition],
    *,
    style: Style = "xml",
    budget: int = DEFAULT_BUDGET,
    on_demand: bool = False,
    own: str = "",
) -> Prompt:
    """Return the instructions for calling `tools`, for the start of a chat, in at most `budget` tokens.

    `style` is the format of calls: `xml` (`<function_calls>`) or `jsonl` (`function_call_start` …). Names,
    descriptions and schemas come from servers too: the text contains no call, and nothing that could become
    one. With `on_demand`, only the names are given; see `catalogue`. `own` are the user's own instructions.

    Raises ValueError for an unknown style, and for a budget too small for the preamble.
    """
    start = preamble(style)
    if own := neutralize_tool_calls(own.strip(), []):
        head, title = start.split(TOOLS)
        start = f"{head}\n{own}\n{TOOLS}{title}"
    listed = [tool_text(tool) for tool in tools]
    if not listed:
        return _prompt(start + "\nThere are none just now.\n", FittedText(""), budget)
    fit = fit_catalogue if on_demand else fit_budget
    return assemble(start, lambda room: fit(listed, room), listed, budget)


def assemble(start: str, rest: Callable[[int], FittedText], tools: Sequence[ToolText], budget: int) -> Prompt:
    """Return `start` followed by the text of `rest(limit)`, where `limit` is the remaining space in
    characters. Raises ValueError if there is too little.
    """
    limit = chars_for_tokens(budget) - len(start)
    if limit < LEAST:
        least = tokens_of(start + " " * LEAST)
        raise ValueError(f"a budget of {budget} tokens is too small: the instructions alone take {least}")
    known = [{"name": tool.name, "parameters": tool.parameters} for tool in tools]
    fitted = rest(limit)
    text, given = neutralize_tool_calls(fitted.text, known), limit
    while len(text) > limit:  # Neutralizing calls makes the text longer.
        given = max(0, given - max(len(text) - limit, limit // 10))
        fitted = rest(given)
        text = neutralize_tool_calls(fitted.text, known)
    return _prompt(start + text, fitted, budget)


def _prompt(text: str, fitted: FittedText, budget: int) -> Prompt:
    return Prompt(text, tokens_of(text), budget, fitted.shortened, fitted.omitted)
