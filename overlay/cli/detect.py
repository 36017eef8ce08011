"""`overlay detect`: reads text and prints one JSON object for each call."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

import click

from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FILE, WholeRange
from overlay.cli.found_calls import PRINTED, InFile, call_line, for_reader
from overlay.cli.json_output import json_option, print_json
from overlay.common.input_files import NotText, decoded, describe_problem, parse_json, read_bytes, read_text
from overlay.common.terminal_text import inline
from overlay.detection import StreamDetector, ToolCall
from overlay.ui.terminal.output import echo, echo_json, tell


@click.command("detect", cls=Command)
@click.argument("files", nargs=-1, type=click.Path(dir_okay=False, allow_dash=True), metavar="[FILE|-]...")
@click.option("--tools", "tools_file", type=EXISTING_FILE, help="JSON file: a list of tools.")
@click.option("--fallbacks", is_flag=True, help="Also use the fallback patterns that the tools declare.")
@click.option("--fence", metavar="LABEL", help="The text is the content of one code block with this label.")
@click.option(
    "--stream", type=WholeRange(min=1), metavar="N", help="Feed N characters at a time, print events."
)
@json_option(InFile, ToolCall, lines=True, text=PRINTED)
def command(
    files: tuple[str, ...],
    tools_file: Path | None,
    *,
    fallbacks: bool,
    fence: str | None,
    stream: int | None,
    as_json: bool,
) -> None:
    """Find the tool calls in FILEs or standard input and print one JSON object for each.

    On a terminal, prints a line for a reader instead; add --json there. Reads UTF-8, and UTF-16 with a byte
    order mark. With --stream each event is a JSON line as well, in the order in which a page would hear of
    it. Ends with 0 whether calls are found or not, with 2 if a file can't be read.

    \b
    Examples:
      overlay detect answer.txt
      overlay detect < answer.txt
      overlay detect --tools tools.json --stream 20 answer.txt
    """
    tools = _tools(tools_file)
    for name in files or ("-",):
        text = _read(name)
        detector = _detector(tools, fallbacks=fallbacks, fence=fence)
        if stream:
            _stream(detector, text, stream)
        else:
            detector.feed(text)
            detector.finish()
            for call in sorted(detector.calls, key=lambda one: one.span):
                file = name if len(files) > 1 else ""
                if as_json or not for_reader():
                    print_json(*[InFile(file)] * bool(file), call)
                else:
                    echo(call_line(call, file))


def _detector(tools: list[dict[str, Any]] | None, *, fallbacks: bool, fence: str | None) -> StreamDetector:
    try:
        return StreamDetector(tools, fallbacks=fallbacks, fence=fence)
    except ValueError as problem:
        raise click.UsageError(f"--tools: {problem}") from None


def _tools(path: Path | None) -> list[dict[str, Any]] | None:
    if path is None:
        return None
    try:
        found: Any = parse_json(read_text(path))
    except (OSError, ValueError) as problem:
        raise click.UsageError(
            f"--tools {path}: {describe_problem(problem)}; give a JSON list of tool definitions"
        ) from None
    if isinstance(found, dict):
        found = cast("dict[str, Any]", found).get("tools", [found])
    if not isinstance(found, list):
        raise click.UsageError(f"--tools {path}: expected a JSON list of tool definitions")
    return cast("list[dict[str, Any]]", found)


def _stdin() -> bytes:
    return sys.stdin.buffer.read() if sys.stdin else b""


def _read(name: str) -> str:
    try:
        content = _stdin() if name == "-" else read_bytes(name)
    except OSError as problem:
        raise click.UsageError(f"{name}: {problem.strerror or problem}") from None
    try:
        return decoded(content)
    except NotText as problem:
        tell(f"{inline(name)}: {problem}; until then what can't be read is replaced")
        return content.decode("utf-8", "replace")


def _stream(detector: StreamDetector, text: str, size: int) -> None:
    for at in range(0, len(text), size):
        for event in detector.feed(text[at : at + size]):
            echo_json(_event(event))
    for event in detector.finish():
        echo_json(_event(event))


def _event(event: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {"event": type(event).__name__}
    for key in event.__slots__:
        value = getattr(event, key)
        shown[key] = value.model_dump() if isinstance(value, ToolCall) else value
    return shown
