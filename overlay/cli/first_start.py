"""The guided start: what overlay found on this machine, what it suggests, and the user's choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click
from rich.cells import cell_len, set_cell_size

from overlay.cli.option_checks import check_browser
from overlay.common.errors import UsageError
from overlay.common.language import Phrase, mark, translate
from overlay.common.paths import profile_dir
from overlay.common.terminal_text import inline, name, one_line
from overlay.companion.browser import Browser, Machine, find_browser
from overlay.companion.profile_state import step_of
from overlay.companion.sign_in import hosts_of, site_key
from overlay.sites.loader import load_profiles, profile_for
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import ServerConfig, config_locations, own_config
from overlay.tools.mcp.config_file import discover, read_config
from overlay.ui.settings import Settings, SettingsFile
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import tell

FIRST_SITE = "chatgpt"
"""The site that is suggested while the user has chosen none."""
SITES = mark("{}; or an address (https://…)")
WIDE = 60
Ask = Callable[[str, str], str]
"""Asks for a line: (question, default) -> what was typed, or the default for Enter alone."""


@dataclass(frozen=True)
class Choice:
    """The user's choices: open `site` in `browser` (None: the one found), and import `servers`."""

    site: str
    browser: str | None = None
    servers: list[ServerConfig] = field(default_factory=list[ServerConfig])


@dataclass(frozen=True)
class FoundServers:
    """The servers of other programs that overlay doesn't have yet, those in overlay's own file, and problems.

    `suggested` are the new ones in the user's own files. Servers in a project's file are only listed, and
    imported if the user says so: starting them runs the project's programs.
    """

    new: list[ServerConfig]
    programs: list[str]
    suggested: list[ServerConfig]
    known: int
    problems: list[LoadProblem]


def can_guide() -> bool:
    """Return whether overlay can ask in the terminal and open a window afterwards."""
    return not why_no_guide()


def why_no_guide() -> str:
    """Return why overlay can't guide the user; "" if it can."""
    if not at_terminal():
        return "Without a command, overlay asks in a terminal what to open; this is not one."
    if Machine.current().display() is None:
        return (
            "Without a command, overlay opens a chat in a window, and there is no display. See `overlay help "
            "troubleshooting`, or try `overlay demo --headless`."
        )
    return ""


def guided_choice() -> Settings:
    """Guide the user through the start, save the choices, and return the settings for opening a chat.

    Raises click.Abort at Ctrl+C or the end of the input; then nothing was saved.
    """
    file = SettingsFile.own()
    kept = file.read()
    found = find_new_servers(Path.cwd())
    start = Choice(kept.site or FIRST_SITE, kept.browser, found.suggested)
    choice = choose(start, found, find_browser(kept.browser), _ask)
    if choice.servers:
        _take_over(choice.servers)
    changed = {key: getattr(choice, key) for key in ("site", "browser")}
    if {key: getattr(kept, key) for key in changed} != changed:
        kept = file.save(**changed)
        tell(Phrase(mark("Kept in {}."), inline(str(file.path))))
    return kept


def find_new_servers(project: Path) -> FoundServers:
    """Return the servers of other programs and of this folder. Only reads files."""
    target = config_locations.own_file()
    sources = discover(config_locations.usual_places(project), project)
    programs = {server.source: source.place.program for source in sources for server in source.servers}
    added, _ = own_config.import_servers(target, [one for source in sources for one in source.servers])
    theirs = {str(source.place.path) for source in sources if source.place.path.is_relative_to(project)}
    if project == Path.home():
        theirs = set[str]()
    return FoundServers(
        new=added,
        programs=[programs[server.source] for server in added],
        suggested=[server for server in added if server.source not in theirs and not server.disabled],
        known=len(read_config(target)[0]) if target.exists() else 0,
        problems=[problem for source in sources for problem in source.problems],
    )


def choose(choice: Choice, found: FoundServers, browser: Browser | None, ask: Ask) -> Choice:
    """Show the suggestion until the user presses Enter; a number changes a line of it."""
    for problem in found.problems:
        tell(Phrase(mark("not usable: {}"), inline(str(problem))))
    while True:
        tell(_overview(choice, found, browser))
        match ask(translate(mark("Enter opens the chat with these; 1, 2 or 3 changes one")), "").strip():
            case "":
                return choice
            case "1":
                choice, browser = _other_browser(choice, browser, ask)
            case "2":
                choice = _other_servers(choice, found, ask)
            case "3":
                choice = _other_site(choice, ask)
            case other:
                tell(Phrase(mark("{} is not one of the lines. Type 1, 2 or 3, or only Enter."), name(other)))


def _overview(choice: Choice, found: FoundServers, browser: Browser | None) -> str:
    chosen = ", ".join(name(server.key) for server in choice.servers)
    left = len(found.new) - len(choice.servers)
    servers = [
        Phrase(words, value)
        for words, value in (
            (mark("take over {}"), chosen),
            (mark("{} that overlay has already"), found.known),
            (mark("{} left where they are"), left),
        )
        if value
    ]
    rows = {
        mark("Browser"): _browser_words(browser),
        mark("Servers"): "; ".join(map(translate, servers or [mark("none found in other programs")])),
        mark("Chat"): _site_words(choice.site),
    }
    wide = max(cell_len(translate(title)) for title in rows)
    return "\n".join(
        [
            "",
            *(
                f"  {at}  {set_cell_size(translate(title), wide)}  {words}"
                for at, (title, words) in enumerate(rows.items(), 1)
            ),
        ]
    )


def _browser_words(browser: Browser | None) -> str:
    if browser is None:
        return translate(mark("none found: overlay installs Chromium first"))
    return f"{inline(browser.name)} {inline(browser.version)}"


def _site_words(target: str) -> str:
    site, url = profile_for(target)
    title = inline(site.title if target in load_profiles() else target)
    if not site.hosts or not url.startswith("http"):
        return title
    step = step_of(profile_dir(), site_key(site, url), hosts_of(site, url))
    return (
        title if step == "signed in" else translate(Phrase(mark("{} (you sign in there first, once)"), title))
    )


def _other_browser(choice: Choice, browser: Browser | None, ask: Ask) -> tuple[Choice, Browser | None]:
    answer = ask(
        translate(mark("Which browser? chrome, msedge, chromium, or the path of one")), choice.browser or ""
    ).strip()
    if not answer:
        return choice, browser
    try:
        check_browser(answer)
        return replace(choice, browser=answer), find_browser(answer)
    except UsageError as error:
        tell(error.format_message())
        return choice, browser


def _other_servers(choice: Choice, found: FoundServers, ask: Ask) -> Choice:
    if not found.new:
        tell(mark("Other programs on this machine have no servers that overlay doesn't have."))
        return choice
    for at, (server, program) in enumerate(zip(found.new, found.programs, strict=True), 1):
        place = "" if server in found.suggested or server.disabled else translate(mark(", of this folder"))
        off = translate(mark(", switched off")) if server.disabled else ""
        tell(f"  {at}  {name(server.key)}  ({program}{place}{off})  {one_line(server.target, WIDE)}")
    now = ",".join(str(at) for at, server in enumerate(found.new, 1) if server in choice.servers)
    while True:
        answer = ask(
            translate(mark("Which to take over? Numbers such as 1,2, or all, or none")), now or "none"
        )
        chosen = _picked(answer, found.new)
        if chosen is not None:
            return replace(choice, servers=chosen)
        tell(Phrase(mark("{} is not a choice: there are 1 to {}."), name(answer), len(found.new)))


def _picked(answer: str, servers: list[ServerConfig]) -> list[ServerConfig] | None:
    """Return the servers that the answer names; None if it is not an answer."""
    words = answer.replace(",", " ").lower().split()
    if words in (["all"], ["none"]):
        return list(servers) if words == ["all"] else []
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 6]
    if not words or len(numbers) < len(words) or not all(1 <= at <= len(servers) for at in numbers):
        return None
    return [server for at, server in enumerate(servers, 1) if at in numbers]


def _other_site(choice: Choice, ask: Ask) -> Choice:
    names = sorted(key for key, site in load_profiles().items() if site.url or key == "demo")
    tell(f"  {translate(Phrase(SITES, ', '.join(names)))}")
    answer = ask(translate(mark("Which chat?")), choice.site).strip()
    try:
        profile_for(answer)
    except UsageError as error:
        tell(error.message)
        return choice
    return replace(choice, site=answer)


def _take_over(servers: list[ServerConfig]) -> None:
    target = config_locations.own_file()
    try:
        own_config.write(target, servers)
    except ValueError as error:
        raise UsageError(str(error)) from error
    keys = ", ".join(name(server.key) for server in servers)
    tell(
        Phrase(mark("Added {} to {}; the other programs' files are as they were."), keys, inline(str(target)))
    )


def _ask(question: str, default: str) -> str:
    answer: Any = click.prompt(question, default=default, show_default=bool(default), err=True)
    return str(answer)
