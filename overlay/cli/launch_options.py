"""The options of each command that opens a chat with the companion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from overlay.cli import completion
from overlay.cli.browser_options import browser_option, connect_option, profile_option
from overlay.cli.common_options import FiniteRange, WholeRange
from overlay.cli.tool_sources import source_options

F = TypeVar("F", bound=Callable[..., Any])


BROWSER_OPTIONS = (
    profile_option,
    browser_option,
    connect_option,
    click.option(
        "--extensions",
        is_flag=True,
        help="Leave the profile's extensions on (default: off, so that nothing else works in the page).",
    ),
    click.option(
        "--headless",
        is_flag=True,
        help="No window. Then overlay can't ask you: calls that are not allowed are denied.",
    ),
)
RUN_OPTIONS = (
    click.option(
        "--delay",
        type=FiniteRange(0, 3600),
        metavar="SECONDS",
        help="Seconds of the countdown before a call runs automatically.",
    ),
    click.option(
        "--panel/--no-panel",
        "panel",
        default=None,
        help="A window next to the chat that asks you and shows the calls (default: with a window).",
    ),
    click.option(
        "--ask",
        type=click.Choice(["terminal", "panel", "both"]),
        help="Where you are asked: in both, your first answer counts "
        "(default: the panel, else the terminal).",
    ),
    click.option("--auto-insert", is_flag=True, help="Insert results into the message box without a press."),
    click.option("--auto-submit", is_flag=True, help="Send them too."),
    click.option(
        "--max-rounds",
        type=WholeRange(0),
        help="How many messages may be sent automatically.",
    ),
)


def launch_options(*, alone: bool = False) -> Callable[[F], F]:
    """Return a decorator that adds the options for opening a chat, the same for each command that opens one.

    With `alone`, --auto-execute without a tool means all tools.
    """
    auto: dict[str, Any] = {"is_flag": False, "flag_value": "*"} if alone else {}
    auto_execute = click.option(
        "--auto-execute",
        **auto,
        multiple=True,
        metavar="TOOL",
        shell_complete=completion.tools,
        help="Let calls of TOOL run automatically after the delay; * matches any text.",
    )

    def add(function: F) -> F:
        for option in reversed((*BROWSER_OPTIONS, auto_execute, *RUN_OPTIONS)):
            function = option(function)
        return source_options(function)

    return add
