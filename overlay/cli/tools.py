"""`overlay tools`: list, show and call the tools on this machine."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from overlay.tools.context import ToolContext
from overlay.tools.errors import LoadProblem, ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from overlay.tools.sources import Sources, load
from overlay.tools.terminal import one_line, safe

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def source_options(function: F) -> F:
    """The options that say where tools come from, the same for each subcommand."""
    for option in reversed(
        [
            click.option(
                "--folder", "folders", multiple=True, type=FOLDER, help="Load the tool files of DIR too."
            ),
            click.option("--root", "roots", multiple=True, type=FOLDER, help="Open DIR to the file tools."),
            click.option("--host", "hosts", multiple=True, metavar="HOST", help="Allow fetching from HOST."),
            click.option("--shell", is_flag=True, help="Switch the command tool on."),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        ]
    ):
        function = option(function)
    return function


@click.group("tools")
def command() -> None:
    """List, show and call the tools on this machine."""


@command.command("list")
@source_options
def list_tools(as_json: bool, **options: Any) -> None:
    """List every tool, with its state and what it does."""
    registry, problems = _load(options)
    if as_json:
        tools = [_described(registry, name) for name in registry.all_names]
        _print_json({"tools": tools, "problems": [asdict(problem) for problem in problems]})
        return
    _report(problems)
    width = max(map(len, registry.all_names))
    for name in registry.all_names:
        on = registry.is_enabled(name)
        about = _described(registry, name)["description"]
        click.echo(f"{'on ' if on else 'off'}  {name:<{width}}  {one_line(about, 90)}")


@command.command("show")
@click.argument("name")
@source_options
def show(name: str, as_json: bool, **options: Any) -> None:
    """Show one tool: its parameters, what it may do, and where it comes from."""
    registry, problems = _load(options)
    try:
        found = _described(registry, name if name in registry.all_names else registry.find(name).name)
    except ToolError as fault:
        raise _failed(fault, as_json) from fault
    if as_json:
        _print_json(found)
        return
    _report(problems)
    click.echo(f"{found['name']} ({'on' if found['enabled'] else 'off'}), from {found['source']}")
    click.echo(safe(found["description"]) + "\n")
    hints = [hint.replace("_", " ") for hint, said in found["hints"].items() if said]
    click.echo(f"may: {', '.join(hints) or 'nothing in particular'}")
    limit = found["timeout"]
    click.echo(f"time limit: {'none' if limit is None else f'{limit:g} s'}")
    click.echo(f"fingerprint: {found['fingerprint']}")
    click.echo(safe(json.dumps(found["parameters"], indent=2, ensure_ascii=False)))


@command.command("call")
@click.argument("name")
@click.argument("arguments", default="{}")
@click.option(
    "--arg", "-a", "pairs", multiple=True, metavar="KEY=VALUE", help="One argument; its type is the schema's."
)
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds to wait, in place of the tool's."
)
@source_options
def call(
    name: str, arguments: str, pairs: tuple[str, ...], timeout: float | None, as_json: bool, **options: Any
) -> None:
    """Call a tool. ARGUMENTS is a JSON object, or - to read it from stdin.

    The exit code is 0 if the tool gave a result, 1 if it failed, 2 if there is no such tool or the arguments
    don't fit.
    """
    registry, problems = _load(options)
    _report(problems)
    context = ToolContext(on_progress=_show_progress)
    given = _arguments(arguments, pairs)
    try:
        result = asyncio.run(registry.call_tool(name, given, context=context, timeout=timeout))
    except ToolError as fault:
        raise _failed(fault, as_json) from fault
    _print_result(result, as_json)
    if result.is_error:
        raise SystemExit(1)


def _load(options: dict[str, Any]) -> tuple[ToolRegistry, list[LoadProblem]]:
    return load(Sources(options["folders"], options["roots"], options["hosts"], options["shell"]))


def _arguments(text: str, pairs: tuple[str, ...]) -> dict[str, Any]:
    try:
        given: Any = json.loads(sys.stdin.read() if text == "-" else text)
    except ValueError as fault:
        raise click.UsageError(
            f'ARGUMENTS is no JSON ({fault}); give an object such as \'{{"path": "."}}\''
        ) from fault
    if not isinstance(given, dict):
        raise click.UsageError('ARGUMENTS must be a JSON object, such as \'{"path": "."}\'')
    arguments = cast("dict[str, Any]", given)
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--arg {pair!r} has no '=': write KEY=VALUE")
        arguments[key] = value
    return arguments


def _described(registry: ToolRegistry, name: str) -> dict[str, Any]:
    definition = registry.definition(name)
    return asdict(definition) | {"enabled": registry.is_enabled(name), "source": registry.source_of(name)}


def _report(problems: list[LoadProblem]) -> None:
    for problem in problems:
        click.echo(f"not loaded: {safe(str(problem))}", err=True)


def _show_progress(fraction: float | None, message: str) -> None:
    share = "" if fraction is None else f"{fraction:4.0%} "
    click.echo(share + one_line(message, 100), err=True)


def _print_result(result: ToolResult, as_json: bool) -> None:
    if as_json:
        images = [{"mime_type": image.mime_type, "base64": image.base64} for image in result.images]
        _print_json(asdict(result) | {"images": images})
        return
    click.echo(safe(result.text), nl=not result.text.endswith("\n"), err=result.is_error)
    for image in result.images:
        click.echo(f"(a picture: {image.mime_type}, {len(image.data)} bytes; --json gives it)")
    for link in result.links:
        click.echo(f"(a link: {safe(link.uri)} {one_line(link.name, 80)})")


def _failed(fault: ToolError, as_json: bool) -> SystemExit:
    if as_json:
        _print_json({"error": fault.as_dict()})
    else:
        click.echo(f"{fault.code}: {safe(fault.message)}", err=True)
    return SystemExit(2 if fault.code in ("tool_not_found", "tool_invalid") else 1)


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))
