"""`overlay doctor`: what overlay finds on this machine, and what is missing. Installs nothing."""

from __future__ import annotations

import importlib.metadata
import platform
from itertools import chain

import click

from overlay.cli import completion
from overlay.cli.columns import table, terminal_width
from overlay.cli.command import Command
from overlay.cli.config import places
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.machine import Checks, Finding
from overlay.cli.machine_checks import checks
from overlay.cli.server_health import server_checks
from overlay.common.errors import BrowserNotFound, OverlayError
from overlay.common.terminal_text import inline
from overlay.companion.browser import Browser, Machine, find_browser
from overlay.companion.browser.display import display_problem
from overlay.companion.browser.find import CHANNELS
from overlay.companion.browser.install import exact_command
from overlay.companion.browser.sandbox import sandbox_off_because
from overlay.ui.terminal.output import echo

NO_WINDOW = (
    "Add --headless (then overlay can't ask you), --connect to a running browser, or give overlay a display: "
    "a desktop session, `ssh -X`, or `xvfb-run -a overlay …`."
)


def examine(
    machine: Machine, name: str | None = None, *, servers: bool = False
) -> tuple[list[Finding], OverlayError | None]:
    """Check everything that a session needs; with `servers`, start each of them.

    Returns the findings, and the error to end with if one of them is bad.
    """
    findings = [
        Finding(True, "python", f"{platform.python_version()} at {machine.python}"),
        _package("playwright"),
        _package("mcp"),
    ]
    problem: OverlayError | None = None
    try:
        browser = find_browser(name, machine=machine)
        if browser is None:
            to_type = exact_command(machine, CHANNELS[name] if name else "chromium")
            raise BrowserNotFound(
                f"No {name or 'browser'} that starts was found.", advice=f"To have it: {to_type}"
            )
        findings.append(_browser("browser", browser))
    except OverlayError as error:
        problem = error
        findings.append(Finding(False, "browser", error.format_message().replace("\n", " ")))
    headless = None if name else find_browser(headless=True, machine=machine)
    if headless:
        findings.append(_browser("headless", headless))
    off = sandbox_off_because(machine)
    findings.append(Finding(True, "sandbox", f"off: {off}" if off else "on"))
    findings.append(_display(machine))
    for finding, error in chain(checks(), server_checks() if servers else ()):
        findings.append(finding)
        problem = problem or error
    return findings, problem


def _browser(subject: str, browser: Browser) -> Finding:
    return Finding(True, subject, f"{browser.name} {browser.version} at {browser.path} ({browser.how})")


def _display(machine: Machine) -> Finding:
    """Return the finding about the display: having none is fine, but a named one must exist."""
    trouble = display_problem(machine)
    if trouble is None:
        return Finding(True, "display", machine.display() or "")
    missing = machine.display() is None
    return Finding(missing, "display", f"{'none: ' if missing else ''}{trouble}. {NO_WINDOW}")


def _package(name: str) -> Finding:
    try:
        return Finding(True, name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Finding(False, name, "not installed: install overlay again with pip")


@click.command("doctor", cls=Command)
@click.option(
    "--browser",
    metavar="NAME|PATH",
    shell_complete=completion.browsers,
    help=f"Check this browser: {', '.join(CHANNELS)}, or the path of one.",
)
@click.option(
    "--start-servers", is_flag=True, help="Start each MCP server, and print its tools or the error."
)
@json_option(Checks)
@click.pass_context
def command(ctx: click.Context, browser: str | None, start_servers: bool, as_json: bool) -> None:
    """Show what overlay finds on this machine, and what is missing. Installs nothing.

    Ends with exit code 3 if there is no browser, 2 if a file of yours can't be used, 1 if something else is
    wrong; each line that says BAD says what to do.

    \b
    Examples:
      overlay doctor
      overlay doctor --start-servers
      overlay doctor --browser chrome --json
    """
    findings, problem = examine(Machine.current(), browser, servers=start_servers)
    if as_json:
        print_json(Checks(all(finding.ok for finding in findings), findings, _places()))
    else:
        rows = [
            ("ok " if one.ok else "BAD", inline(one.subject), inline(one.found, 2_000)) for one in findings
        ]
        echo("\n".join(table(rows, terminal_width(), head=2)))
        _print_places(_places())
    if problem:
        ctx.exit(problem.exit_code)
    if not all(finding.ok for finding in findings):
        ctx.exit(1)


def _places() -> dict[str, str]:
    """Return where the user's files are; {} if a folder can't be made, which a finding says."""
    try:
        return {name: str(path) for name, path in places().items()}
    except OverlayError:
        return {}


def _print_places(found: dict[str, str]) -> None:
    if found:
        echo("\nYour files (`overlay config path` prints them too):")
        rows = [(name, inline(path, 1_000)) for name, path in found.items()]
        echo("\n".join(table(rows, terminal_width())))
