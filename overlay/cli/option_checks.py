"""Checks of a command's options alone, before a browser, a server or a tool is started."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from overlay.cli.command import did_you_mean
from overlay.common.errors import UsageError
from overlay.common.terminal_text import inline, name
from overlay.companion.browser.everyday import NAMES
from overlay.companion.browser.find import CHANNELS
from overlay.sites.loader import profile_for
from overlay.tools.registry import ToolRegistry

SHOWN = 20
"""The most names of tools in the advice."""


def check_opening(target: str, options: Mapping[str, Any]) -> None:
    """Raise UsageError for invalid options about opening a chat."""
    profile_for(target)
    check_browser(options["browser"])
    check_connect(options["connect"])
    if options["connect"] and options["browser"]:
        raise UsageError("--browser and --connect exclude each other", advice="Give one of them.")
    check_sources(options)


def check_browser(browser: str | None) -> None:
    """Raise UsageError for an unknown browser name, or a path without a program."""
    if browser is None or browser in CHANNELS or is_program(browser):
        return
    near = get_close_matches(browser, CHANNELS, n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    raise UsageError(
        f"--browser {browser}: there is no such browser",
        advice=f"{hint}Give {', '.join(CHANNELS)}, or the path of one.",
    )


def is_program(path: str) -> bool:
    """Return whether `path` is a file that can be started."""
    whole = Path(path).expanduser() if path else None
    return whole is not None and whole.is_file() and os.access(whole, os.X_OK)


def check_connect(address: str | None, option: str = "--connect") -> None:
    """Raise UsageError if it can't be the address or the name of a running browser."""
    if address is None or address in NAMES or _is_address(address):
        return
    guess = f"http://{address}"
    raise UsageError(
        f"{option} {address!r} is not an address",
        advice=f"Did you mean {guess}?"
        if _is_address(guess) and "://" not in address and ":" in address
        else f"{did_you_mean(address, NAMES)}Give that of the browser's debugging port, such as "
        f"http://127.0.0.1:9222, or a browser's name: {', '.join(NAMES)}.",
    )


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an invalid port or IPv6 host
        return False
    return whole and not re.search(r"[\s\x00-\x1f\x7f]", text)


def check_sources(options: Mapping[str, Any]) -> None:
    """Raise UsageError for invalid options about tools and servers."""
    if options["no_servers"] and options["files"]:
        raise UsageError("--servers and --no-servers exclude each other", advice="Give one of them.")
    for host in options["hosts"]:
        if not _is_host(host):
            raise UsageError(
                f"--host {host!r} is not a host", advice="Give one such as example.org or *.example.org:8080."
            )


def _is_host(text: str) -> bool:
    """Return whether the fetch tool takes it as a host: a name, `*.` and a name, or an IP, maybe a port."""
    name, colon, port = text.rpartition(":")
    if not colon or not port.isdigit():
        name, port = text, ""
    whole = re.fullmatch(r"(\*\.)?[\w-]+(\.[\w-]+)*\.?|[0-9a-fA-F:]+", name) is not None
    return whole and (not port or 0 < int(port[:6]) < 65_536)


def check_auto_execute(patterns: Iterable[str], registry: ToolRegistry, servers: Iterable[str]) -> None:
    """Raise UsageError for a pattern that matches no tool, and none that `servers` (prefixes) may add."""
    known = registry.all_names
    for pattern in patterns:
        if any(fnmatchcase(one, pattern) for one in known) or _may_come(pattern, servers):
            continue
        near = get_close_matches(pattern, known, n=1)
        raise UsageError(
            f"--auto-execute {inline(pattern)}: no tool has that name",
            advice=f"Did you mean {name(near[0])}?"
            if near
            else f"There are: {', '.join(map(name, known[:SHOWN]))}.",
        )


def _may_come(pattern: str, servers: Iterable[str]) -> bool:
    """Return whether one of the servers could bring the tool: its tools are named `server.tool`."""
    begins = pattern.partition(".")[0]
    return any(fnmatchcase(one, begins) or (begins == pattern and "*" in pattern) for one in servers)
