"""Wrong use that a command's options alone show, found before a browser, a server or a tool is started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from overlay.browser.find import CHANNELS
from overlay.errors import WrongUse
from overlay.sites.profile import profile_for
from overlay.terminal_text import inline, name
from overlay.tools.registry import ToolRegistry

SHOWN = 20
"""So many names of tools are listed in an advice."""


def check_opening(target: str, options: Mapping[str, Any]) -> None:
    """Raise WrongUse for what can't be meant by the options that open a chat."""
    profile_for(target)
    check_browser(options["browser"])
    if options["connect"] and options["browser"]:
        raise WrongUse("--browser and --connect exclude each other", advice="Give one of them.")
    check_sources(options)


def check_browser(browser: str | None) -> None:
    """Raise WrongUse for a name that no browser has, or a path where none is."""
    if not browser or browser in CHANNELS or Path(browser).expanduser().exists():
        return
    near = get_close_matches(browser, CHANNELS, n=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    raise WrongUse(
        f"--browser {browser}: there is no such browser",
        advice=f"{meant}Give {', '.join(CHANNELS)}, or the path of one.",
    )


def check_sources(options: Mapping[str, Any]) -> None:
    """Raise WrongUse for options about tools and servers that can't be meant."""
    if options["no_servers"] and options["files"]:
        raise WrongUse("--servers and --no-servers exclude each other", advice="Give one of them.")
    for host in options["hosts"]:
        if not host or "/" in host or any(sign.isspace() for sign in host):
            raise WrongUse(
                f"--host {host!r} is not a host", advice="Give one such as example.org or *.example.org:8080."
            )


def check_auto_execute(patterns: Iterable[str], registry: ToolRegistry, servers: Iterable[str]) -> None:
    """Raise WrongUse for a pattern that fits no tool, and none that the `servers` (by prefix) could bring."""
    known = registry.all_names
    for pattern in patterns:
        if any(fnmatchcase(one, pattern) for one in known) or _may_come(pattern, servers):
            continue
        near = get_close_matches(pattern, known, n=1)
        raise WrongUse(
            f"--auto-execute {inline(pattern)}: no tool is called so",
            advice=f"Did you mean {name(near[0])}?"
            if near
            else f"There are: {', '.join(map(name, known[:SHOWN]))}.",
        )


def _may_come(pattern: str, servers: Iterable[str]) -> bool:
    """A server's tools are called `server.tool`, and known only once it runs."""
    begins = pattern.partition(".")[0]
    return any(fnmatchcase(one, begins) or (begins == pattern and "*" in pattern) for one in servers)
