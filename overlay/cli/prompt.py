"""`overlay prompt`: writes the instructions for the model about the enabled tools."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import click

from overlay.cli import completion
from overlay.cli.command import Command
from overlay.cli.common_options import WholeRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.server_options import report
from overlay.cli.tool_sources import how_to_switch_on, opened, source_options
from overlay.common.errors import UsageError
from overlay.common.terminal_text import name
from overlay.tools.definition import ToolDefinition
from overlay.tools.errors import ToolError
from overlay.tools.prompt import DEFAULT_BUDGET, Prompt, Style, write_prompt
from overlay.tools.prompt.on_demand import ToolsOnDemand
from overlay.tools.registry import ToolRegistry
from overlay.ui.terminal.output import echo, tell


@click.command("prompt", cls=Command)
@click.option(
    "--style", type=click.Choice(["xml", "jsonl"]), default="xml", help="How the model is to write calls."
)
@click.option(
    "--budget",
    type=WholeRange(min=1),
    default=DEFAULT_BUDGET,
    help="Tokens the text may take, counted as a quarter of its characters.",
)
@click.option(
    "--tool",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.tools,
    help="Only this tool.",
)
@click.option(
    "--whole",
    is_flag=True,
    help="Describe each tool, also where a chat gets only names and a tool that describes them.",
)
@source_options
@json_option(Prompt)
def command(
    style: str, budget: int, names: tuple[str, ...], whole: bool, as_json: bool, **options: Any
) -> None:
    """Write what to tell a model at the beginning of a chat, so that it can call the tools that are on.

    It is the text that overlay puts into a chat: of a large set the names, and the tool `describe_tools`.
    What had to be shortened or left out for the budget is reported on stderr. MCP servers are started for
    it, and ended.

    \b
    Examples:
      overlay prompt
      overlay prompt --tool current_time --tool calculator
      overlay prompt --whole --budget 50000
    """
    prompt = asyncio.run(_write(cast("Style", style), budget, names, whole, options))
    if as_json:
        print_json(prompt)
        return
    echo(prompt.text, nl=False)
    _tell(prompt)


async def _write(
    style: Style, budget: int, names: tuple[str, ...], whole: bool, options: dict[str, Any]
) -> Prompt:
    async with opened(options, names[0] if len(names) == 1 else None) as (registry, problems, _):
        report(problems)
        try:
            on_demand = ToolsOnDemand(registry)
            if not whole and not names:
                on_demand.refresh()
            tools = _chosen(registry, names)
            return write_prompt(tools, style=style, budget=budget, on_demand=on_demand.applies(tools))
        except ToolError as error:
            raise UsageError(
                error.message, advice=how_to_switch_on(error) or "See `overlay tools list`."
            ) from error
        except ValueError as error:
            raise click.UsageError(str(error)) from error


def _chosen(registry: ToolRegistry, names: tuple[str, ...]) -> list[ToolDefinition]:
    """Return the tools of these names, each once; without names, all enabled ones. Raises ToolError."""
    found = [registry.find(name) for name in names] if names else registry.snapshot()
    return list({tool.name: tool for tool in found}.values())


def _tell(prompt: Prompt) -> None:
    tell(f"{prompt.tokens:,} of {prompt.budget:,} tokens (a quarter of the characters)")
    for what, names in (("shortened", prompt.shortened), ("left out", prompt.omitted)):
        if names:
            tell(f"{what}: {', '.join(map(name, names))}")
