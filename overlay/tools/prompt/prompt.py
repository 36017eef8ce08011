"""Writes the instructions for the model out of the tools that are on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from overlay.tools.definition import ToolDefinition
from overlay.tools.prompt.budget import FittedText, fit_budget
from overlay.tools.prompt.describe import ToolText, tool_text
from overlay.tools.prompt.model import DEFAULT_BUDGET, Prompt, Style, chars_for_tokens, tokens_of
from overlay.tools.prompt.preamble import preamble
from overlay.tools.prompt.text import neutralize_tool_calls

LEAST = 120
"""Characters there must be room for besides the instructions: the line that says what was left out."""


def write_prompt(
    tools: Iterable[ToolDefinition], *, style: Style = "xml", budget: int = DEFAULT_BUDGET
) -> Prompt:
    """The instructions for calling `tools`, for the beginning of a chat, in at most `budget` tokens.

    `style` is how calls are written: `xml` (`<function_calls>`) or `jsonl` (`function_call_start` …). Names,
    descriptions and schemas come from servers too: nothing in the text is a call, nor can it become one.

    Raises ValueError for an unknown style, and for a budget that has no room for the instructions alone.
    """
    start = preamble(style)
    listed = [tool_text(tool) for tool in tools]
    if not listed:
        return _prompt(start + "\nThere are none just now.\n", FittedText(""), budget)
    return assemble(start, lambda room: fit_budget(listed, room), listed, budget)


def assemble(start: str, rest: Callable[[int], FittedText], tools: Sequence[ToolText], budget: int) -> Prompt:
    """`start` and what `rest` makes of the room that is left. Raises ValueError if there is none."""
    room = chars_for_tokens(budget) - len(start)
    if room < LEAST:
        least = tokens_of(start + " " * LEAST)
        raise ValueError(f"a budget of {budget} tokens is too small: the instructions alone take {least}")
    known = [{"name": tool.name, "parameters": tool.parameters} for tool in tools]
    fitted = rest(room)
    text, given = neutralize_tool_calls(fitted.text, known), room
    while len(text) > room:  # what makes a text harmless takes room, too
        given = max(0, given - max(len(text) - room, room // 10))
        fitted = rest(given)
        text = neutralize_tool_calls(fitted.text, known)
    return _prompt(start + text, fitted, budget)


def _prompt(text: str, fitted: FittedText, budget: int) -> Prompt:
    return Prompt(text, tokens_of(text), budget, fitted.shortened, fitted.omitted)
