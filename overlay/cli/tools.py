"""`overlay tools`: list, show and call the tools on this machine."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, cast

import click

from overlay.cli import completion
from overlay.cli.columns import table, terminal_width
from overlay.cli.command import Group
from overlay.cli.common_options import FiniteRange
from overlay.cli.json_output import json_option, plain, print_json
from overlay.cli.json_shapes.tools import Called, Media, Tools, ToolState, ToolTrust
from overlay.cli.server_options import report
from overlay.cli.tool_approval import approve, trusts
from overlay.cli.tool_sources import how_to_switch_on, opened, source_options
from overlay.common.input_files import decoded, parse_json
from overlay.common.terminal_text import inline, json_text, name, one_line, quoted
from overlay.policy import Policy
from overlay.policy.tool_effects import effect_words
from overlay.tools.context import ToolContext
from overlay.tools.definition import ToolDefinition
from overlay.tools.errors import LoadProblem, ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import echo, tell


@click.group("tools", cls=Group)
def command() -> None:
    """List, show and call the tools on this machine.

    \b
    Examples:
      overlay tools list --folder tools
      overlay tools show read_file --root ~/notes
      overlay tools call calculator -a expression=6*7
    """


@command.command("list")
@source_options
@json_option(Tools)
def list_tools(as_json: bool, **options: Any) -> None:
    """List every tool, with its state and what it does. MCP servers are started for it, and ended.

    \b
    Examples:
      overlay tools list
      overlay tools list --folder tools --no-servers
    """
    asyncio.run(_list(as_json, options))


async def _list(as_json: bool, options: dict[str, Any]) -> None:
    async with opened(options, None) as (registry, problems, _):
        _print_list(registry, problems, as_json)


def _print_list(registry: ToolRegistry, problems: list[LoadProblem], as_json: bool) -> None:
    if as_json:
        print_json(Tools([_described(registry, name) for name in registry.all_names], problems))
        return
    report(problems)
    rows = [
        ("on " if registry.is_enabled(one) else "off", name(one), one_line(about, 90))
        for one in registry.all_names
        for about in [registry.definition(one).description]
    ]
    echo("\n".join(table(rows, terminal_width(), head=2)))


@command.command("show")
@click.argument("name", shell_complete=completion.tools)
@source_options
@json_option(ToolDefinition, ToolState, ToolTrust)
def show(name: str, as_json: bool, **options: Any) -> None:
    """Show one tool: its parameters, what it may do, and where it comes from.

    \b
    Examples:
      overlay tools show read_file --root ~/notes
    """
    asyncio.run(_show(name, as_json, options))


async def _show(name: str, as_json: bool, options: dict[str, Any]) -> None:
    async with opened(options, name) as (registry, problems, policy):
        try:
            full = name if name in registry.all_names else registry.find(name).name
        except ToolError as error:
            raise _failed(error, name, as_json, own=any(options.values())) from error
        found = _described(registry, full)
        if as_json:
            trusted = found["server"] is None or trusts(policy, found["server"])
            state = ToolState(found["enabled"], found["source"])
            print_json(registry.definition(full), state, ToolTrust(trusted))
        else:
            report(problems)
            _print_tool(found, policy, registry.definition(full))


def _print_tool(found: dict[str, Any], policy: Policy, tool: ToolDefinition) -> None:
    echo(f"{name(found['name'])} ({'on' if found['enabled'] else 'off'}), from {inline(found['source'])}")
    if tool.server is not None:
        echo("its server describes it:")
    echo(quoted(found["description"]) + "\n")
    hints = [hint.replace("_", " ") for hint, said in found["hints"].items() if said]
    said = ", ".join(hints) or "nothing in particular"
    if tool.server is None:
        echo(f"may: {said}")
    else:
        trusted = trusts(policy, tool.server)
        echo(f"its server, which you {'' if trusted else 'do not '}trust, says that it may: {said}")
        echo(f"overlay counts it as a tool that {', '.join(effect_words(policy.effects_of(tool)))}")
    limit = found["timeout"]
    echo(f"time limit: {'none' if limit is None else f'{limit:g} s'}")
    echo(f"fingerprint: {found['fingerprint']}")
    echo(quoted(json_text(found["parameters"], indent=2)))


@command.command("call")
@click.argument("name", shell_complete=completion.tools)
@click.argument("arguments", default="{}")
@click.option(
    "--arg", "-a", "pairs", multiple=True, metavar="KEY=VALUE", help="One argument; its type is the schema's."
)
@click.option(
    "--timeout",
    type=FiniteRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Time to wait (default: the tool's).",
)
@click.option("--yes", is_flag=True, help="Don't ask whether the tool may run.")
@source_options
@json_option(Called)
def call(
    name: str,
    arguments: str,
    pairs: tuple[str, ...],
    timeout: float | None,
    yes: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Call a tool. ARGUMENTS is a JSON object, or - to read it from stdin.

    overlay asks you as in a chat: about a tool that can delete, overwrite or send data, and about the tools
    of a server that you don't trust. What policy.toml denies never runs.

    The exit code is 0 if the tool gave a result, 1 if it failed or may not run, 2 if there is no such tool or
    the arguments don't fit.

    \b
    Examples:
      overlay tools call calculator -a expression=6*7
      overlay tools call calculator '{"expression": "6*7"}' --json
    """
    asyncio.run(_call(name, _arguments(arguments, pairs), timeout, yes, as_json, options))


async def _call(
    name: str,
    arguments: dict[str, Any],
    limit: float | None,
    yes: bool,
    as_json: bool,
    options: dict[str, Any],
) -> None:
    async with opened(options, name, attended=at_terminal()) as (registry, problems, policy):
        report(problems)
        try:
            argv = await approve(registry, policy, name, arguments, yes=yes)
            context = ToolContext(on_progress=_show_progress, argv=argv)
            result = await registry.call_tool(name, arguments, context=context, timeout=limit)
        except ToolError as error:
            raise _failed(error, name, as_json, own=any(options.values())) from error
    _print_result(result, as_json)
    if result.is_error:
        raise SystemExit(1)


def _arguments(text: str, pairs: tuple[str, ...]) -> dict[str, Any]:
    try:
        given: Any = parse_json(_stdin() if text == "-" else text)
    except ValueError as error:
        raise click.UsageError(
            f'ARGUMENTS is not valid JSON ({error}); give an object such as \'{{"path": "."}}\''
        ) from error
    if not isinstance(given, dict):
        raise click.UsageError('ARGUMENTS must be a JSON object, such as \'{"path": "."}\'')
    arguments = cast("dict[str, Any]", given)
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--arg {pair!r} has no '=': write KEY=VALUE")
        arguments[key] = value
    return arguments


def _stdin() -> str:
    return decoded(sys.stdin.buffer.read()) if sys.stdin else ""


def _described(registry: ToolRegistry, name: str) -> dict[str, Any]:
    definition = registry.definition(name)
    return plain(definition) | {"enabled": registry.is_enabled(name), "source": registry.source_of(name)}


def _show_progress(fraction: float | None, message: str) -> None:
    share = "" if fraction is None else f"{fraction:4.0%} "
    tell(share + one_line(message, 100))


def _print_result(result: ToolResult, as_json: bool) -> None:
    if as_json:
        images = [Media(image.mime_type, image.base64) for image in result.images]
        sounds = [Media(sound.mime_type, sound.base64) for sound in result.sounds]
        links, error = result.links, result.is_error
        print_json(Called(result.text, result.structured, error, result.private, images, sounds, links))
        return
    echo(result.text, nl=not result.text.endswith("\n"), err=result.is_error)
    for image in result.images:
        echo(f"(a picture: {inline(image.mime_type)}, {len(image.data)} bytes; --json gives it)")
    for sound in result.sounds:
        echo(f"(a sound: {inline(sound.mime_type)}, {len(sound.data)} bytes; --json gives it)")
    for link in result.links:
        echo(f"(a link: {inline(link.uri, 2_000)} {one_line(link.name, 80)})")


def _failed(error: ToolError, tool: str, as_json: bool, *, own: bool) -> SystemExit:
    """Print the error of a call; return the end of the command. `own`: the user gave options with sources."""
    if as_json:
        print_json(Called(error=error.as_dict()))
    else:
        advice = how_to_switch_on(error) or _advice(error, tool, " with the same options" if own else "")
        tell(f"overlay: {error.code}: {inline(error.message, 2_000)}" + (f"\n{advice}" if advice else ""))
    return SystemExit(2 if error.code in ("tool_not_found", "tool_invalid") else 1)


def _advice(error: ToolError, tool: str, how: str) -> str:
    match error.code:
        case "tool_not_found":
            return f"See `overlay tools list`{how}."
        case "tool_invalid":
            return f"`overlay tools show {inline(tool)}`{how} has its parameters."
        case _:
            return ""
